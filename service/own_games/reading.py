"""A game read from TOML. Whatever is wrong is told with its line, its key and what would be accepted.

    name = "Friday Draw"
    rulebook = "enemaerke"          # says what the file leaves unsaid
    wild = "J"
    play = [{ type = "Deal", down = 5 }, "Bet", { type = "Draw", up_to = 3 }, "Bet"]

`like = "Three Card Draw"` begins with another game; `{ times = 4, steps = [...] }` repeats; a word without fields may
stand as its name alone; `down = "players"` deals as many cards as there are players; `options = ["Psychology"]` are the
dealer's options that are always played.
"""

from __future__ import annotations

import importlib
import re
from difflib import get_close_matches
from typing import Any, cast

import msgspec
from msgspec.structs import replace

from engine.catalogue import RULEBOOKS
from engine.game.definition import Game, unsaid
from engine.game.inspect import findings
from engine.game.options import AnyOption
from engine.game.steps import PLAYERS, AnyStep
from engine.game.wilds import AnyWildRule, Cards
from engine.library import close_to, letters, named
from service.bounds import check_bounds
from service.errors import BadGameFile, OutOfBounds
from service.own_games.words import ABOUT, fields_of, game_fields, is_tagged, of_each, said_of, words_in

MOST_SIGNS = 20_000
MOST_STEPS = 200
MOST_DEPTH = 8
Path = tuple[str | int, ...]
# What stands in place of a value to find the line it is on; no file holds it.
_MARK = "\u0001"


class _Wrong(Exception):
    """What is wrong, and the path to it; the line is found where the whole file is known."""

    def __init__(self, path: Path, problem: str) -> None:
        super().__init__(problem)
        self.path = path
        self.problem = problem


def read_game(text: str) -> Game:
    """The game a file declares, with everything said; refuses what is not sound, by line and key."""
    if len(text) > MOST_SIGNS:
        raise BadGameFile(line=1, key="the file", problem=f"it has {len(text)} signs; {MOST_SIGNS} are the most.")
    tomlkit = _toml()
    try:
        document = tomlkit.parse(text)
    except tomlkit.exceptions.ParseError as wrong:
        raise BadGameFile(line=wrong.line, key="the file", problem=f"it is no TOML: {wrong}.") from None
    try:
        return _game(document.unwrap())
    except _Wrong as wrong:
        line = _line_of(text, wrong.path)
        raise BadGameFile(line=line, key=_spoken(wrong.path), problem=wrong.problem) from None


def _toml() -> Any:
    """The reader of TOML, which is wanted only where a game is added: no other start pays for its import."""
    return importlib.import_module("tomlkit")


def _game(said: dict[str, Any]) -> Game:
    fields = game_fields()
    for key in said:
        if key not in fields and key not in ABOUT:
            raise _Wrong((key,), _unknown(key, [*fields, *ABOUT], "nothing of that name can be said of a game"))
    if not _is_name(said.get("name")):
        problem = 'a game has a name of 1 to 120 signs, with a letter or digit in it: name = "Friday Draw".'
        raise _Wrong(("name",) if "name" in said else (), problem)
    base = _base(said)
    changes = {key: _field(key, value, fields[key]) for key, value in said.items() if key not in (*ABOUT, "rulebook")}
    if base is not None:
        # `but` makes it a variation by the name it is given.
        return _sound(_edited(base.but(changes.pop("name"), **changes), said))
    return _sound(_edited(_book(said).resolve(Game(**changes)), said))


def _edited(game: Game, said: dict[str, Any]) -> Game:
    """The game with the options that are always played; they are rules of it now and no choice of a dealer."""
    options = said.get("options", [])
    if not isinstance(options, list):
        raise _Wrong(("options",), f"options are an array, not {_found(options)}.")
    for place, option in enumerate(options):
        path: Path = ("options", place)
        if isinstance(option, str) and option not in words_in(AnyOption):
            raise _Wrong(path, _unknown(option, list(words_in(AnyOption)), f"{_found(option)} is no option"))
        edit = _value({"type": option} if isinstance(option, str) else option, AnyOption, path)
        if objection := edit.objection(game):
            raise _Wrong(path, f"{type(edit).__name__} does not fit: {objection}")
        game = game + edit
    return replace(game, with_options=())


def _is_name(name: Any) -> bool:
    return (
        isinstance(name, str)
        and name == name.strip()
        and name.isprintable()
        and len(name) <= 120
        and letters(name) != ""
    )


def _base(said: dict[str, Any]) -> Game | None:
    if "like" not in said:
        if "play" not in said:
            raise _Wrong((), 'a game has steps, play = [...], or is like another: like = "Three Card Draw".')
        return None
    like = said["like"]
    found = named(like, str(said.get("rulebook", ""))) if isinstance(like, str) else ()
    if not found:
        close = ", ".join(close_to(str(like))) or "those that `chipbook games` lists"
        raise _Wrong(("like",), f"there is no game {like}; near it are {close}.")
    return found[0]


def _book(said: dict[str, Any]) -> Any:
    books = {book.name: book for book in RULEBOOKS}
    name = said.get("rulebook")
    if name not in books:
        known = ", ".join(books)
        raise _Wrong(
            ("rulebook",) if name else (), f"the rulebook says what the file does not; the rulebooks are {known}."
        )
    return books[name]


def _sound(game: Game) -> Game:
    missing = unsaid(game)
    if missing:
        raise _Wrong((), f"neither the file nor its rulebook says {', '.join(missing)}.")
    for finding in findings(game):
        raise _Wrong((), f"{finding.sentence} ({finding.code})")
    return cast("Game", _within_bounds(game, ()))


def _field(key: str, value: Any, kind: Any) -> Any:
    if key == "play":
        return tuple(_steps(value, ("play",)))
    if key == "wild":
        return tuple(_wild(value))
    return _value(value, kind, (key,))


def _wild(value: Any) -> list[Any]:
    """An array of rules, one rule, or the ranks and cards that are wild as a text."""
    rules = value if isinstance(value, list) else [value]
    found = []
    for place, rule in enumerate(rules):
        path: Path = ("wild", place) if isinstance(value, list) else ("wild",)
        found.append(Cards(rule) if isinstance(rule, str) else _value(rule, AnyWildRule, path))
    return found


def _steps(value: Any, path: Path) -> list[Any]:
    """The script flat: groups opened, words without fields told by their names."""
    if not isinstance(value, list):
        raise _Wrong(path, f"a script is an array of steps, not {_found(value)}.")
    if len(path) > MOST_DEPTH:
        raise _Wrong(path, f"groups stand in each other more than {MOST_DEPTH // 2} deep.")
    steps: list[Any] = []
    for place, said in enumerate(value):
        here = (*path, place)
        if isinstance(said, dict) and "times" in said:
            steps += _repeated(said, here)
        elif isinstance(said, str) and said not in words_in(AnyStep):
            raise _Wrong(here, _unknown(said, list(words_in(AnyStep)), f"{_found(said)} is no step"))
        elif isinstance(said, str):
            steps.append(_value({"type": said}, AnyStep, here))
        else:
            steps.append(_value(said, AnyStep, here))
        if len(steps) > MOST_STEPS:
            raise _Wrong(here, f"the script has more than {MOST_STEPS} steps.")
    return steps


def _repeated(said: dict[str, Any], path: Path) -> list[Any]:
    times = said["times"]
    if not isinstance(times, int) or isinstance(times, bool) or not 1 <= times <= MOST_STEPS:
        raise _Wrong((*path, "times"), f"a group is repeated 1 to {MOST_STEPS} times, not {_found(times)}.")
    for key in said:
        if key not in ("times", "steps"):
            raise _Wrong((*path, key), f"a repeated group has times and steps, and no {key}.")
    group = _steps(said.get("steps"), (*path, "steps") if "steps" in said else path)
    if len(group) * times > MOST_STEPS:
        raise _Wrong((*path, "times"), f"the script has more than {MOST_STEPS} steps.")
    return group * times


def _value(value: Any, kind: Any, path: Path) -> Any:
    """A value of the file as the declaration holds it."""
    each = of_each(kind)
    if each is not None and isinstance(value, list):
        return tuple(_value(part, each, (*path, place)) for place, part in enumerate(value))
    words = words_in(kind)
    if words and isinstance(value, dict):
        return _word(value, words, path)
    if path[-1] == "down" and value == "players":
        return PLAYERS
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        raise _Wrong(path, f"{_found(value)} cannot stand here; accepted is {said_of(kind)}.") from None


def _word(value: dict[str, Any], words: dict[str, type[Any]], path: Path) -> Any:
    tagged = any(is_tagged(word) for word in words.values())
    name = value.get("type") if tagged else next(iter(words))
    if not isinstance(name, str) or name not in words:
        where: Path = (*path, "type") if "type" in value else path
        problem = (
            f"{_found(name)} is no word that can stand here" if name is not None else "a word is named by its type"
        )
        raise _Wrong(where, _unknown(str(name), list(words), problem))
    word = words[name]
    fields = fields_of(word)
    said = {key: part for key, part in value.items() if not (tagged and key == "type")}
    for key in said:
        if key not in fields:
            accepted = list(fields) or ["no field at all"]
            raise _Wrong((*path, key), _unknown(key, accepted, f"{name} has no field {key}"))
    missing = [field.name for field in msgspec.structs.fields(word) if field.required and field.name not in said]
    if missing:
        raise _Wrong(path, f"{name} needs {', '.join(f'{each} ({said_of(fields[each])})' for each in missing)}.")
    return _within_bounds(word(**{key: _value(part, fields[key], (*path, key)) for key, part in said.items()}), path)


def _within_bounds(made: Any, path: Path) -> Any:
    """What could be recorded and read again; words do not ask that when they are made."""
    try:
        check_bounds(msgspec.to_builtins(made), type(made))
    except OutOfBounds as wrong:
        raise _Wrong(path, f"{wrong.reason}.") from None
    return made


def _unknown(text: str, accepted: list[str], problem: str) -> str:
    close = get_close_matches(text, accepted, n=1)
    hint = f" Did you mean {close[0]}?" if close else ""
    return f"{problem}; accepted are {', '.join(accepted)}.{hint}"


def _found(value: Any) -> str:
    if isinstance(value, str):
        return f'"{value[:60]}"'
    if isinstance(value, dict):
        return "a table"
    return "an array" if isinstance(value, list) else str(value)[:60]


def _spoken(path: Path) -> str:
    """`play[3].down`: steps are counted from one, as people count."""
    spoken = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in path)
    return spoken.removeprefix(".") or "the game"


def _line_of(text: str, path: Path) -> int:
    """The line on which the value at the path begins, found by setting a mark in its place."""
    tomlkit = _toml()
    document: Any = tomlkit.parse(text)
    if not path:
        return 1
    place = document
    for part in path[:-1]:
        place = place[part]
    place[path[-1]] = _MARK
    marked = tomlkit.dumps(document)
    before = re.split(r'"\\u0001"|\u0001', marked, maxsplit=1)[0]
    return before.count("\n") + 1
