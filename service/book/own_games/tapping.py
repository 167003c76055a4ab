"""A game of one's own without a line of TOML: the file as a form, and the file that the taps come to.

The file stays what counts. What somebody changed in the form is written into it (`tapped`); what is not changed there, and
what has no row in `tappable.py`, stays as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Literal, get_args, get_origin

import msgspec
import tomlkit
from msgspec import inspect
from tomlkit import items

from engine.cards.deck import TAROK
from engine.game import wilds
from engine.game.counts import players_served
from engine.game.definition import EMPTY, Game
from engine.game.options import AnyOption
from engine.game.pictures import rows_of
from engine.game.steps import PLAYERS, Step
from engine.library import GAMES
from engine.speech import say
from service.book.own_games.reading import as_far_as_read, stated_in
from service.book.own_games.tappable import PARTS, VALUES, WORDS, Row
from service.book.own_games.vocabulary import can_be_stated, game_fields, words_in
from service.book.own_games.writing import item_of
from service.errors import BadGameFile
from service.language.toml_mistakes import straightened

Posted = Mapping[str, Sequence[str]]
"""What a form says: the values of each name, and in `do` the button that was pressed."""
Kind = Literal["number", "one", "any", "tick"]


class Choice(msgspec.Struct, frozen=True):
    """One of the values that can be tapped."""

    value: str
    label: str
    chosen: bool = False


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """One field of a form: a number, `one` of the choices, `any` of them, or a tick, whose `value` is empty if it is off.

    `others` are choices that few need.
    """

    name: str
    label: str
    kind: Kind
    value: str = ""
    choices: tuple[Choice, ...] = ()
    others: tuple[Choice, ...] = ()


class Word(msgspec.Struct, frozen=True, kw_only=True):
    """One word of the language with its fields. `place`: where it stands in its part; its name if it is not there yet.

    `is_rare`: it is not there, and few games need it.
    """

    place: str
    label: str
    fields: tuple[Field, ...] = ()
    is_rare: bool = False


class Grid(msgspec.Struct, frozen=True, kw_only=True):
    """How the shared cards lie: row by row the spot, or nothing where none lies. `modes`: what a tap may do."""

    rows: tuple[tuple[str, ...], ...]
    modes: tuple[Choice, ...]


class GamePart(msgspec.Struct, frozen=True, kw_only=True):
    """A field of the game: its `fields`, or the `words` in it, or the `grid` of a layout.

    A script has the steps that `may_add`, and those that few games need, in `may_add_too`.
    """

    key: str
    label: str
    is_rare: bool
    fields: tuple[Field, ...] = ()
    words: tuple[Word, ...] = ()
    may_add: tuple[Choice, ...] = ()
    may_add_too: tuple[Choice, ...] = ()
    grid: Grid | None = None


class GameForm(msgspec.Struct, frozen=True, kw_only=True):
    """A file as a form. It has no `parts` if the file cannot be read, or names no base that is known."""

    name: str
    like: str
    parts: tuple[GamePart, ...]
    games: tuple[tuple[str, str], ...]


def form_of(text: str, posted: Posted) -> GameForm:
    """The file as a form; what a tap on the layout does stays as it was `posted` last."""
    try:
        stated = stated_in(text)
    except BadGameFile:
        stated = {}
    game = as_far_as_read(stated)
    return GameForm(
        name=_text(stated.get("name")),
        like=_text(stated.get("like")),
        parts=() if game is None else tuple(_part(key, stated, game, posted) for key in PARTS),
        games=tuple((one.name, one.rulebook) for one in GAMES),
    )


def tapped(text: str, posted: Posted) -> str:
    """The file with what the form changes. What is no TOML stays as it is."""
    try:
        stated = stated_in(text)
    except BadGameFile:
        return text
    document = tomlkit.parse(straightened(text))
    for key in ("name", "like"):
        wanted = _last(posted, key, _text(stated.get(key))).strip()
        if wanted != _text(stated.get(key)):
            _write(document, key, wanted or None)
    game = as_far_as_read(stated)
    usual = as_far_as_read({key: stated[key] for key in ("like", "rulebook") if key in stated})
    if game is not None and usual is not None:
        before = {key: _value(key, stated, game) for key in PARTS}
        after = {key: _posted(key, before[key], posted, game) for key in PARTS}
        for key, value in _pressed(after, game, posted).items():
            is_usual = value == _value(key, {}, usual)
            # Nothing can only be said by leaving the key out.
            if value != before[key] and (is_usual or value is not None):
                _write(document, key, None if is_usual else item_of(key, value))
    return tomlkit.dumps(document)


def _write(document: tomlkit.TOMLDocument, key: str, value: Any) -> None:
    """Puts the value in the place of the key, or takes the key away if there is none."""
    if key in document and (value is None or isinstance(document[key], items.Table | items.AoT)):
        document.remove(key)
    if value is not None:
        document[key] = value


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _last(posted: Posted, name: str, default: str) -> str:
    values = posted.get(name, ())
    return values[-1] if values else default


# What a part holds, in the plain values of a file.


def _value(key: str, stated: Mapping[str, Any], game: Game) -> Any:
    if key == "options":
        listed = stated.get("options")
        return [{"type": one} if isinstance(one, str) else one for one in listed] if isinstance(listed, list) else []
    value = _plain(getattr(game, key))
    if key != "play":
        return value
    return [step | {"down": "players"} if step.get("down") == PLAYERS else step for step in value]


def _plain(value: Any) -> Any:
    """The value as a file holds it: lists, tables, texts, numbers."""
    return msgspec.json.decode(msgspec.json.encode(value))


@cache
def _kind_of(key: str) -> Any:
    """The type of a field of a game, of which `options` are none."""
    return tuple[AnyOption, ...] if key == "options" else game_fields()[key]


@cache
def words_at(key: str) -> dict[str, type]:
    """The words that the part can hold, by name."""
    kind = _kind_of(key)
    return words_in(get_args(kind)[0]) if get_origin(kind) is tuple else words_in(kind)


def _row(word: type) -> Row:
    """How the word is tapped; one without a row of its own stays as it is written."""
    return WORDS.get(word) or Row(label=word.__name__)


def _holds_several(key: str) -> bool:
    return get_origin(_kind_of(key)) is tuple and bool(words_at(key))


def _named(value: Any, key: str) -> str:
    """The name of a word; one that needs none is the only one of its part. Empty if it is no word."""
    return str(value.get("type", next(iter(words_at(key)), ""))) if isinstance(value, dict) else ""


@cache
def _takes(word: type, field: str) -> Kind:
    """How a field of a word is tapped."""
    kind = inspect.type_info(word)
    assert isinstance(kind, inspect.StructType), "A word is a struct."
    (taken,) = (each for each in kind.fields if each.name == field)
    match can_be_stated(taken.type)[0]:
        case inspect.StrType():
            return "any"
        case inspect.LiteralType():
            return "one"
        case inspect.BoolType():
            return "tick"
        case _:
            return "number"


@cache
def _usual_in(word: type, field: str) -> Any:
    """What the field says where it is left out; NODEFAULT if it cannot be."""
    (result,) = (each.default for each in msgspec.structs.fields(word) if each.name == field)
    return result


# How it is shown.


def _part(key: str, stated: Mapping[str, Any], game: Game, posted: Posted) -> GamePart:
    label, is_rare = PARTS[key]
    value, part = _value(key, stated, game), GamePart(key=key, label=say(label), is_rare=is_rare)
    if key == "board":
        return msgspec.structs.replace(part, grid=_grid(game, posted))
    if not _holds_several(key):
        return msgspec.structs.replace(part, fields=tuple(_fields_of_one(key, value, game)))
    words = [_word(key, str(place), one, game) for place, one in enumerate(value)]
    if key == "play":
        steps = [(word.__name__, row) for word, row in WORDS.items() if row.new is not None and issubclass(word, Step)]
        usual, rare = (
            tuple(Choice(name, say(row.label)) for name, row in steps if row.is_rare is few) for few in (False, True)
        )
        return msgspec.structs.replace(part, words=tuple(words), may_add=usual, may_add_too=rare)
    there = [_named(one, key) for one in value]
    others = [name for name, word in words_at(key).items() if name not in there and _can_be(key, word, game)]
    return msgspec.structs.replace(part, words=(*words, *(_word(key, name, None, game) for name in others)))


def _can_be(key: str, word: type, game: Game) -> bool:
    """Whether a word that is not there may be tapped."""
    row = _row(word)
    if key == "options":
        return row.new is not None and not row.new.objection(game)
    if any(_takes(word, field) == "any" for field in row.fields):
        return bool(game.spots) if word is wilds.Spots else bool(_pack(game))
    return row.new is not None


def _word(key: str, place: str, value: Any, game: Game) -> Word:
    name = place if value is None else _named(value, key)
    word = words_at(key).get(name)
    if word is None:
        return Word(place=place, label=name)
    label, fields = say(_row(word).label), tuple(_fields(f"{key}.{place}", word, value, game))
    if key != "play" and not any(field.kind == "any" for field in fields):
        ticked = Field(name=f"{key}.{place}", label=label, kind="tick", value="" if value is None else "on")
        fields = (ticked, *(fields if value is not None else ()))
    return Word(place=place, label=label, fields=fields, is_rare=value is None and _row(word).is_rare)


def _fields(prefix: str, word: type, value: Mapping[str, Any] | None, game: Game) -> Iterator[Field]:
    """The fields of a word that can be tapped, with what they say now; without a value nothing is chosen yet."""
    for field, label in _row(word).fields.items():
        stated, kind = (value or {}).get(field, _usual_in(word, field)), _takes(word, field)
        name, stated_text = f"{prefix}.{field}", "" if stated is None or stated is msgspec.NODEFAULT else str(stated)
        if kind == "any":
            names = game.spots if word is wilds.Spots else tuple(dict.fromkeys(map(_rank, _pack(game))))
            chosen = stated_text.split()
            singles = _pack(game) if word is wilds.Cards else tuple(one for one in chosen if one not in names)
            few = tuple(Choice(one, one, one in chosen) for one in singles if one not in names)
            choices = tuple(Choice(one, one, one in chosen) for one in names)
            yield Field(name=name, label=say(label), kind=kind, choices=choices, others=few)
        elif kind == "one":
            yield Field(name=name, label=say(label), kind=kind, choices=_values(field, stated_text))
        elif kind == "tick":
            yield Field(name=name, label=say(label), kind=kind, value="on" if stated is True else "")
        elif stated != "players":
            yield Field(name=name, label=say(label), kind=kind, value=stated_text)


def _values(field: str, chosen: Any) -> tuple[Choice, ...]:
    return tuple(Choice(value, say(label), value == chosen) for value, label in VALUES[field].items())


def _pack(game: Game) -> tuple[str, ...]:
    """The cards that can be tapped; none of a pack of tarok, in which no card is wild."""
    deck = game.deck
    return tuple(dict.fromkeys(deck.cards)) if deck is not None and deck.is_known and deck.name != TAROK else ()


def _rank(card: str) -> str:
    """The rank of a card, or its letter; a joker is its own."""
    return card[:-1] if len(card) < len("10s") + 1 else card


def _fields_of_one(key: str, value: Any, game: Game) -> Iterator[Field]:
    """The fields of what a game says once: a value, a word with its own fields, two numbers or one."""
    label, known, here = say(PARTS[key][0]), words_at(key), _named(value, key)
    if key in VALUES:
        yield Field(name=key, label=label, kind="one", choices=_values(key, value))
    elif known:
        shown = {name: word for name, word in known.items() if _row(word).new is not None or name == here}
        choices = tuple(Choice(name, say(_row(word).label), name == here) for name, word in shown.items())
        none = (Choice("", say("nothing"), chosen=value is None),) if value is None or key in _MAY_BE_NOTHING else ()
        yield Field(name=key, label=label, kind="one", choices=(*none, *choices))
        if here in known:
            yield from _fields(key, known[here], value, game)
    elif get_origin(get_args(_kind_of(key))[0]) is tuple:
        least, most = value or ("", "")
        yield Field(name=f"{key}.0", label=say("from"), kind="number", value=str(least))
        yield Field(name=f"{key}.1", label=say("up to"), kind="number", value=str(most))
    else:
        yield Field(name=key, label=label, kind="number", value="" if value is None else str(value))


# Fields that no rulebook fills in, so that a game may do without.
_MAY_BE_NOTHING = ("kitty",)


# What the form says of it.


def _posted(key: str, before: Any, posted: Posted, game: Game) -> Any:
    """What the part says after the taps; fields that are not in the form stay as they are."""
    known, kind = words_at(key), _kind_of(key)
    if key == "board":
        return before
    if _holds_several(key):
        there = (_with_fields(key, str(place), one, posted) for place, one in enumerate(before))
        new = (_with_fields(key, name, None, posted) for name in known) if key != "play" else ()
        return [one for one in (*there, *new) if one is not None]
    if known:
        name = _last(posted, key, _named(before, key))
        if name == _named(before, key):
            return before if before is None else _with_fields(key, "", before, posted)
        return _plain(_row(known[name]).new) if name in known else None if name == "" else before
    if key in VALUES:
        return _last(posted, key, before)
    if get_origin(get_args(kind)[0]) is tuple:
        least, most = (_number(_last(posted, f"{key}.{place}", str((before or ("", ""))[place]))) for place in (0, 1))
        served = players_served(game) if not game.unsaid else (2, 2)
        # Where one end is said, the other is that of the pack.
        return None if least is most is None else [least or served[0], most or served[1]]
    return _number(posted[key][-1]) if posted.get(key) else before


def _number(text: str) -> int | str | None:
    """The number of a field, None for an empty one. What is no number is written as it is, and refused when it is read."""
    stated = text.strip()
    return int(stated) if re.fullmatch(r"-?\d{1,9}", stated, re.ASCII) else stated or None


def _with_fields(key: str, place: str, value: Any, posted: Posted) -> Any:
    """The word with the fields that the form has of it; None if it is not there, or no longer."""
    word = words_at(key).get(place if value is None else _named(value, key))
    if word is None or not (value is None or isinstance(value, dict)):
        return value
    prefix = f"{key}.{place}".removesuffix(".")
    result = dict(value if value is not None else _plain(_row(word).new) or {"type": place})
    cards = [field for field in _row(word).fields if _takes(word, field) == "any"]
    for field in _row(word).fields:
        if (values := posted.get(f"{prefix}.{field}")) is not None:
            _set(result, word, field, values)
    if key == "play" or not _holds_several(key):
        return result
    if cards:
        return result if result.get(cards[0]) else None
    return result if _last(posted, prefix, "" if value is None else "on") else None


def _set(value: dict[str, Any], word: type, field: str, posted: Sequence[str]) -> None:
    """Puts into the field what was posted; what it would say anyhow is left out, unless it was written out."""
    kind = _takes(word, field)
    if kind == "any":
        chosen = [one for one in posted if one]
        # In whatever order they were written, the same cards are no change.
        if set(chosen) != set(str(value.get(field, "")).split()):
            value[field] = " ".join(chosen)
        return
    stated: Any = _number(posted[-1]) if kind == "number" else bool(posted[-1]) if kind == "tick" else posted[-1]
    if stated is None or (field not in value and stated == _usual_in(word, field)):
        value.pop(field, None)
    else:
        value[field] = stated


def _pressed(values: dict[str, Any], game: Game, posted: Posted) -> dict[str, Any]:
    """The parts after the button: `add NAME`, `drop PLACE`, `up PLACE` of a step, or `tap ROW COLUMN` of the layout."""
    what, *rest = _last(posted, "do", "").split() or [""]
    play, places = values["play"], [int(one) for one in rest if one.isdecimal() and len(one) < 4]
    match what, rest, places:
        case "add", [name], _ if name in words_at("play") and _row(words_at("play")[name]).new is not None:
            return values | {"play": [*play, _plain(_row(words_at("play")[name]).new)]}
        case "drop", _, [place] if place < len(play):
            return values | {"play": play[:place] + play[place + 1 :]}
        case "up", _, [place] if 0 < place < len(play):
            return values | {"play": [*play[: place - 1], play[place], play[place - 1], *play[place + 1 :]]}
        case "tap", _, [row, column]:
            return values | _tapped_at(row, column, _last(posted, "mode", PLACES), values, game)
        case _:
            return values


# The layout.

PLACES, NEW_LINE, OF_LINE = "places", "line new", "line "
GRID_MOST = 9


def _cells(game: Game) -> list[list[str]]:
    """The spots as they lie, with a free place around them as far as it fits."""
    rows = [[place.spot if place else "" for place in row] for row in rows_of(game)] or [[""]]
    widest = max(map(len, rows))
    rows = [row + [""] * (widest - len(row)) for row in rows]
    if widest + 2 <= GRID_MOST:
        rows = [["", *row, ""] for row in rows]
    if len(rows) + 2 <= GRID_MOST:
        rows = [[""] * len(rows[0]), *rows, [""] * len(rows[0])]
    return rows


def _lines(game: Game) -> list[list[str]]:
    return [line.split() for line in game.board.lines or ()] if game.board is not None else []


def _grid(game: Game, posted: Posted) -> Grid:
    lines, mode = _lines(game), _last(posted, "mode", PLACES)
    if mode == NEW_LINE and _last(posted, "do", "").startswith("tap"):
        mode = f"{OF_LINE}{len(lines) - 1}"
    modes = [
        (PLACES, say("puts a card there, or takes it away")),
        *((f"{OF_LINE}{number}", say("line: {spots}", spots=" ".join(line))) for number, line in enumerate(lines)),
        (NEW_LINE, say("begins a new line")),
    ]
    known = [value for value, _ in modes]
    chosen = mode if mode in known else PLACES
    return Grid(
        rows=tuple(tuple(row) for row in _cells(game)),
        modes=tuple(Choice(value, label, value == chosen) for value, label in modes),
    )


def _tapped_at(row: int, column: int, mode: str, values: Mapping[str, Any], game: Game) -> dict[str, Any]:
    """The layout and the script after a tap on this cell."""
    rows, spots, lines, play = _cells(game), list(game.spots), _lines(game), values["play"]
    if not (row < len(rows) and column < len(rows[0])):
        return {}
    here = rows[row][column]
    if mode.startswith(OF_LINE):
        if here:
            lines = _with_spot(lines, mode.removeprefix(OF_LINE), here)
    elif here:
        rows[row][column] = ""
        spots.remove(here)
        lines = [[spot for spot in line if spot != here] for line in lines]
        play = _laying(play, len(spots) + 1, -1)
    else:
        rows[row][column] = next(name for name in map(str, range(1, len(spots) + 2)) if name not in spots)
        spots.append(rows[row][column])
        play = _laying(play, len(spots) - 1, 1)
    if not spots:
        return {"play": play, "board": None}
    board: dict[str, Any] = {"spots": " ".join(spots), "picture": _picture(rows)}
    if any(lines):
        board["lines"] = [" ".join(line) for line in lines if line]
    return {"play": play, "board": board}


def _with_spot(lines: list[list[str]], which: str, spot: str) -> list[list[str]]:
    """The lines with the spot in that one, or without it if it was there; `new` begins another."""
    number = int(which) if which.isdecimal() else len(lines)
    lines = [*lines, []] if number >= len(lines) else lines
    line = lines[min(number, len(lines) - 1)]
    line[:] = [one for one in line if one != spot] if spot in line else [*line, spot]
    return lines


def _picture(rows: Iterable[Sequence[str]]) -> list[str]:
    """The rows as a file writes them, without empty ones around."""
    filled = [row for row in rows if any(row)]
    columns = [place for place in range(len(filled[0])) if any(row[place] for row in filled)]
    return [" ".join(row[place] or EMPTY for place in range(columns[0], columns[-1] + 1)) for row in filled]


def _laying(play: list[dict[str, Any]], spots: int, more: int) -> list[dict[str, Any]]:
    """The script that lays one card more or fewer, and turns it if all are turned. Only where it laid one at each spot."""
    lays = [place for place, step in enumerate(play) if step["type"] == "Lay"]
    closed = sum(play[place].get("down", 0) for place in lays)
    turns = [place for place, step in enumerate(play) if step["type"] == "Turn"]
    if closed + sum(play[place].get("up", 0) for place in lays) != spots:
        return play
    bets = [place for place, step in enumerate(play) if step["type"] == "Bet"] or [len(play)]
    if not lays:
        return [*play[: bets[-1]], {"type": "Lay", "up": 1}, *play[bets[-1] :]]
    last, face = play[lays[-1]], "up" if play[lays[-1]].get("up") else "down"
    laid = [*play[: lays[-1]], last | {face: last.get(face, 0) + more}, *play[lays[-1] + 1 :]]
    if face == "down" and turns and len(turns) == closed:
        laid = [*laid[: turns[-1]], *([laid[turns[-1]]] * (1 + more)), *laid[turns[-1] + 1 :]]
    return [step for step in laid if step["type"] != "Lay" or step.get("up") or step.get("down")]
