"""Places in a TOML file: a path in words, the line it begins on, and the part that causes a finding about its game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar, cast

import tomlkit
from tomlkit import items

from engine.game.definition import Game
from engine.game.findings import Finding, findings
from engine.speech import phrase

Path = tuple[str | int, ...]
Made = TypeVar("Made")
# Replaces a value to find the line it is on; no file holds it.
_MARK = "\u0001"


class Mistake(Exception):
    """A mistake and the path to it; the line is found once the whole file is known.

    `others` are further mistakes elsewhere in the file.
    """

    def __init__(self, path: Path, problem: str, others: Sequence[Mistake] = ()) -> None:
        super().__init__(problem)
        self.path = path
        self.problem = problem
        self.others = tuple(others)

    @property
    def every(self) -> tuple[Mistake, ...]:
        """Every mistake by itself."""
        return (Mistake(self.path, self.problem), *self.others)


class Mistakes:
    """Collects the mistakes of a file while the rest of it is still read."""

    def __init__(self) -> None:
        self.found: list[Mistake] = []

    def of(self, part: Callable[[], Made]) -> Made | None:
        """What the part makes, or None if it has a mistake, which is collected."""
        try:
            return part()
        except Mistake as wrong:
            self.found += wrong.every
            return None

    def raised(self) -> None:
        """Raises all collected mistakes as one."""
        if self.found:
            first, *others = self.found
            raise Mistake(first.path, first.problem, others)


def all_of(parts: Iterable[Callable[[], Made]]) -> list[Made]:
    """What each part makes. Raises all mistakes of the parts as one."""
    mistakes = Mistakes()
    made = [mistakes.of(part) for part in parts]
    mistakes.raised()
    return cast("list[Made]", made)


def spoken(path: Path) -> str:
    """`play[3].down`: steps are counted from one, as people count."""
    text = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.removeprefix(".") or phrase("the game")


def line_of(text: str, path: Path) -> int:
    """The line on which the value at the path begins, found by putting a mark in its place."""
    document: Any = tomlkit.parse(text)
    if not path:
        return 1
    place, value = document, document
    for part in path:
        place, value = value, value[part]
    table = _headed(value)
    if table is None:
        place[path[-1]] = _MARK
    else:
        table.comment(_MARK)
    marked = tomlkit.dumps(document)
    before = re.split(r'"\\u0001"|\u0001', marked, maxsplit=1)[0]
    return before.count("\n") + 1


def _headed(value: Any) -> Any:
    """The first table with a header of its own, `[board]` or `[[play]]`, if the value is written as one."""
    while isinstance(value, items.AoT) or (isinstance(value, items.Table) and value.is_super_table()):
        value = next(iter(value if isinstance(value, items.AoT) else value.values()))
    return value if isinstance(value, items.Table) else None


def steps_in(play: Any, path: Path = ("play",)) -> list[Path]:
    """The path of each step of a script that could be read, in the order of play."""
    paths: list[Path] = []
    for place, stated in enumerate(play):
        here = (*path, place)
        if isinstance(stated, dict) and "times" in stated:
            paths += steps_in(stated["steps"], (*here, "steps")) * stated["times"]
        else:
            paths.append(here)
    return paths


# Keys that no file can do without: leaving them out would prove nothing.
NEEDED = ("name", "like", "rulebook", "play")


def about(finding: Finding, game: Game, stated: dict[str, Any], declared: Callable[[dict[str, Any]], Game]) -> Path:
    """The cause of the finding: the part without which it disappears, else its step, else the script.

    `declared` makes a game from what a file says.
    """
    often = _often(finding, game)
    for path, rest in _without_one(stated):
        try:
            other = declared(rest)
        except Mistake:
            continue
        if not other.unsaid and finding not in findings(other) and _often(finding, other) < often:
            return path
    if "play" not in stated:
        return ("like",) if "like" in stated else ()
    steps = steps_in(stated["play"])
    return steps[finding.step - 1] if 0 < finding.step <= len(steps) else ("play",)


def _often(finding: Finding, game: Game) -> int:
    return sum(other.code == finding.code for other in findings(game))


def _without_one(stated: dict[str, Any]) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The file without one of several rules of a key, or without the key, each with the place of what was left out."""
    for key, value in stated.items():
        if key in NEEDED:
            continue
        if isinstance(value, list) and len(value) > 1:
            yield from (
                ((key, place), stated | {key: value[:place] + value[place + 1 :]}) for place in range(len(value))
            )
        yield (key,), {other: part for other, part in stated.items() if other != key}
