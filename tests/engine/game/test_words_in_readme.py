"""The README of games names every word, and its examples hold."""

import re
import tomllib
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args, get_origin

import msgspec
import pytest

import engine
from engine.catalogue import ENEMAERKE_BOOK
from engine.game.awards import WORD_KINDS, WORD_TIES, AnyAward, AnyScale, Claims, DealOff, HighestClosed
from engine.game.betting import HOLDINGS, Forced, Limit, Openers, Opens
from engine.game.definition import Deck, Game, Kitty, Layout
from engine.game.findings import findings
from engine.game.options import AnyOption, Psychology
from engine.game.rules_text import explain
from engine.game.steps import AnyStep, Bet, Deal, Draw, Lay, Turn
from engine.game.wilds import AnyEffect, AnyWildRule, Cards, Spots
from engine.library import named

# What the README of the engine says about adding a game is true, and stays so.

README = (Path(__file__).parents[3] / "engine" / "README.md").read_text(encoding="utf-8")
WORDS = {word.__name__: word for word in (Bet, Cards, Deal, Draw, Game, Lay, Layout, Psychology, Spots, Turn)}


def test_a_game_is_added_in_fewer_than_ten_lines_and_can_be_played_as_declared() -> None:
    examples = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(examples) == 2
    for example in examples:
        assert len(example.splitlines()) < 10
        declared = dict(WORDS)
        exec(compile(example, "README.md", "exec"), declared)
        games = [ENEMAERKE_BOOK.resolve(game) for game in declared.values() if isinstance(game, Game)]
        assert len(games) == 2
        assert [findings(game) for game in games] == [(), ()]
        assert all(explain(game) for game in games)


def test_the_elevator_is_drawn_as_the_readme_shows_it() -> None:
    (shown,) = re.findall(r"```\n( +2\.tv.*?)```", README, re.DOTALL)
    assert shown in explain(named("Elevator")[0]) + "\n"


def test_every_place_that_is_named_exists() -> None:
    folder = Path(engine.__file__).parent
    table = README.split("| room |")[1].split("\n\n")[0]
    named_places = re.findall(r"`([a-z_/*]+/)`", table)
    assert len(named_places) > 10
    assert [place for place in named_places if not list(folder.glob(place.rstrip("/")))] == []


# Every word of the language stands in the README of the engine, with all its fields and an example that is read.

SECTION = README.split("\n## The words\n")[1].split("\n## ")[0]
KINDS: dict[str, tuple[type[Any], ...]] = {
    "Steps": get_args(AnyStep),
    "Forced bets": get_args(Forced),
    "Limits": get_args(Limit),
    "Who opens": (*get_args(Opens), Openers),
    "Wild rules": get_args(AnyWildRule),
    "Effects": get_args(AnyEffect),
    "Layout and deck": (Layout, Deck),
    "Scales": get_args(AnyScale),
    "Claims": get_args(Claims),
    "Awards": (*get_args(AnyAward), HighestClosed, DealOff),
    "What a pot pays": (Kitty,),
    "Options": get_args(AnyOption),
}
# What the rules fill in, and what only a file says.
NOT_SAID, ABOUT = {"variation_of", "with_options"}, {"like", "options"}


# What stands for a value that a file must say, or may say without there being one else.
SAID = {
    "number": "1",
    "text": '"2"',
    "texts": '["2"]',
    "a scale": '{ type = "Poker" }',
    "a wild rule": '{ type = "SplitPairs" }',
    "Best or HighestClosed": '{ type = "HighestClosed", suit = "s" }',
    "Openers": '{ any_of = ["two Animals"] }',
} | {word: f'{{ type = "{word}" }}' for word in ("Best", "Low")}
FIELD = re.compile(r"(\*?)`(\w+)(?: = ([^`]+))?`\*? ?(.*)")


class Field(NamedTuple):
    """A field as its row tells of it: `may` be left out, what it is then, and what else it may be."""

    name: str
    may: bool
    without: str
    others: list[str]


def _rows(title: str) -> dict[str, list[str]]:
    """The rows of the table under a title, by their words."""
    part = SECTION.split(f"\n### {title}\n")[1].split("\n### ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines() if line[:3] == "| `"]
    return {re.split("[` ]", row[0])[1]: row for row in rows}


def _fields(cell: str) -> list[Field]:
    told = [FIELD.fullmatch(part) for part in cell.split("; ") if part]
    assert None not in told, cell
    return [Field(one[2], bool(one[1]), one[3] or "", _values(one[4])) for one in told if one]


def _values(text: str) -> list[str]:
    if text in SAID:
        return [SAID[text]]
    return [other.strip("`") for other in text.removeprefix("or ").split(" or ") if other[:1] == "`"]


def _read(word: type[Any], said: dict[str, str]) -> Any:
    file = "\n".join(f"{name} = {value}" for name, value in said.items())
    return msgspec.convert({"type": word.__name__} | tomllib.loads(file), word)


@pytest.mark.parametrize("title", KINDS)
def test_every_word_of_a_kind_has_its_row_and_no_row_is_left_over(title) -> None:
    assert sorted(_rows(title)) == sorted(word.__name__ for word in KINDS[title])


def test_no_kind_of_words_is_forgotten() -> None:
    """Every struct that a game can hold, however deep, has a row."""
    seen: set[type[Any]] = set()
    waiting: list[Any] = [Game, *get_args(AnyOption)]
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            if kind not in seen:
                seen.add(kind)
                waiting += [field.type for field in msgspec.structs.fields(kind)]
        else:
            waiting += get_args(kind)
    assert len(seen) > 50
    assert seen - {Game} == {word for words in KINDS.values() for word in words}


WORD_UNDER_TITLE = [(title, word) for title, words in KINDS.items() for word in words]


@pytest.mark.parametrize(("title", "word"), WORD_UNDER_TITLE)
def test_a_word_has_all_its_fields_and_each_is_what_its_row_says(title, word) -> None:
    _, cell, says = _rows(title)[word.__name__]
    told, known = _fields(cell), msgspec.structs.fields(word)
    assert says
    assert [(one.name, one.may) for one in told] == [(field.name, not field.required) for field in known]
    must = {one.name: one.others[0] for one in told if not one.may}
    plain = _read(word, must)
    assert _read(word, must | {one.name: one.without for one in told if one.without}) == plain
    for one, field in zip(told, known, strict=True):
        assert one.without or field.required or not getattr(plain, one.name), f"{one.name} is something if left out"
        for other in one.others:
            # How a file says “as many as play” is asked of whoever reads files.
            if other != '"players"':
                _read(word, must | {one.name: other})
        if get_origin(field.type) is Literal:
            values = {tomllib.loads(f"said = {text}")["said"] for text in (one.without, *one.others) if text}
            assert values == set(get_args(field.type))


def test_every_key_of_a_game_has_its_row() -> None:
    assert set(_rows("The keys of a game")) == {*Game.__struct_fields__} - NOT_SAID | ABOUT


def test_names_that_stand_in_texts_are_all_told() -> None:
    words, openers = _rows("Scales")["Words"][2], _rows("Who opens")["Openers"][2]
    assert set(WORD_KINDS) | set(WORD_TIES) <= set(re.findall(r"`([^`]+)`", words))
    assert all(f'"{holding}"' in openers for holding in HOLDINGS)
