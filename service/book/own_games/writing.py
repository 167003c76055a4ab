"""Writes a declaration as TOML, in the words and the order in which a person would write it."""

from __future__ import annotations

from typing import Any

import msgspec
import tomlkit
from tomlkit.items import InlineTable, Item

from engine.catalogue import RULEBOOKS
from engine.game.definition import SHARED, Game
from engine.game.steps import PLAYERS, AnyStep
from engine.game.wilds import AnyWildRule, Cards
from service.book.own_games.vocabulary import words_in

# A text in the place of a wild rule is cards, so the rules say their type.
_WILD_RULES = words_in(AnyWildRule)
_LAST = ("name", "rulebook", "play", "wild", "variation_of", "with_options")


def game_to_toml(game: Game) -> str:
    """The game as a file that `read_game` reads back as an equal declaration (except for `varies`).

    The defaults of its rulebook are left out.
    """
    document = tomlkit.document()
    document["name"] = game.name
    book = next((book for book in RULEBOOKS if book.name == game.rulebook), None)
    if book is not None:
        document["rulebook"] = book.name
    unsaid = Game("")
    for field in game.__struct_fields__:
        value = getattr(game, field)
        default = getattr(book, field) if book is not None and field in SHARED else getattr(unsaid, field)
        if field not in _LAST and value != default:
            document[field] = _item(msgspec.to_builtins(value))
    if game.wild_rules:
        document["wild"] = _wild(game)
    document["play"] = _array([_step(step) for step in _grouped(game.steps)])
    return tomlkit.dumps(document)


def _wild(game: Game) -> Item:
    (first, *others) = game.wild_rules
    if isinstance(first, Cards) and not others and first == Cards(first.names):
        return tomlkit.item(first.names)
    return _array([_item(msgspec.to_builtins(rule)) for rule in game.wild_rules])


def item_of(key: str, value: Any) -> Item:
    """The value of a key, given in plain values, as a person would write it; also one that is not sound."""
    if key == "play":
        steps = [step | {"down": PLAYERS} if step.get("down") == "players" else step for step in value]
        try:
            return _array([_step(step) for step in _grouped(msgspec.convert(steps, tuple[AnyStep, ...]))])
        except msgspec.ValidationError:
            return _array([_item(step) for step in value])
    if key == "board":
        table = tomlkit.table()
        for name, part in value.items():
            table[name] = _array([tomlkit.item(row) for row in part]) if isinstance(part, list) else part
        return table
    if key in ("wild", "options"):
        written = [_by_its_name(word) for word in value]
        return (
            written[0]
            if key == "wild" and len(written) == 1 and isinstance(written[0], str)
            else _array(written, multiline=False)
        )
    return _item(value)


def _by_its_name(word: Any) -> Item:
    """A word as its name alone, and cards as their text, where nothing else is said."""
    if word.keys() == {"type"} and word["type"] not in _WILD_RULES:
        return _item(word["type"])
    return _item(word["names"] if word.keys() == {"type", "names"} and word["type"] == "Cards" else word)


Group = tuple[int, tuple[AnyStep, ...]]


def _grouped(steps: tuple[AnyStep, ...]) -> list[Group]:
    """The steps in groups: steps that repeat at once are written once, with the number of times."""
    groups: list[Group] = []
    place = 0
    while place < len(steps):
        length, times = _repeated(steps[place:])
        groups.append((times, steps[place : place + length]))
        place += length * times
    return groups


def _repeated(steps: tuple[AnyStep, ...]) -> tuple[int, int]:
    best = (1, 1)
    for length in range(2, len(steps) // 2 + 1):
        times = 1
        while steps[times * length : (times + 1) * length] == steps[:length]:
            times += 1
        if times > 1 and times * length > best[0] * best[1]:
            best = (length, times)
    return best


def _step(group: Group) -> Item:
    times, steps = group
    written = [_plain_step(step) for step in steps]
    if times == 1:
        return written[0]
    table = tomlkit.inline_table()
    table["times"] = times
    table["steps"] = _array(written, multiline=False)
    return table


def _plain_step(step: AnyStep) -> Item:
    fields = msgspec.to_builtins(step)
    if len(fields) == 1:
        return _item(fields["type"])
    if fields.get("down") == PLAYERS:
        fields["down"] = "players"
    return _item(fields)


def _item(value: Any) -> Item:
    """A value of a file; tables are written on one line, so that a word reads as one."""
    if isinstance(value, dict):
        table: InlineTable = tomlkit.inline_table()
        for key, part in value.items():
            if part is not None:
                table[key] = _item(part)
        return table
    if isinstance(value, list | tuple):
        array = tomlkit.array()
        for part in value:
            array.append(_item(part))
        return array
    scalar: Item = tomlkit.item(value)
    return scalar


def _array(items: list[Item], *, multiline: bool = True) -> Item:
    array = tomlkit.array()
    for item in items:
        array.append(item)
    array.multiline(multiline)
    return array
