"""Finds the part of a file that causes a finding about its game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine.game.definition import Game
from engine.game.findings import Finding, findings
from service.book.own_games.toml_paths import Mistake, Path, steps_in

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
