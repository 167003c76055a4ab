"""What does not fit a declaration is found by walking it, and agrees with what the library converts."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

import marshmallow as ma
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import inspect

from engine import commands
from engine.game.definition import Game
from engine.judge import Case
from engine.library import GAMES
from service.api.http.extensions import Schema
from service.language.dictionaries.deck_file import LettersWritten, PackWritten
from service.language.validation.flaws import Missing, Unknown, Wrong, WrongName, WrongTag, flaws, is_closed
from service.language.validation.of_values import validation_message
from tests.service.language.validation.test_messages import fields_in

KINDS: list[Any] = [*commands.ALL, reduce(or_, commands.ALL), Case, Game, PackWritten, LettersWritten]
ODD = st.sampled_from(
    [None, True, 0, 1, -1, 10**13, 10**30, 1.0, 1.5, "", "a", "å b", "Ks", "x" * 600, [], [1], ["a"] * 300, {}, {"": 1}]
)


def fitting(info: inspect.Type) -> st.SearchStrategy[Any]:
    """Values that mostly fit a type; now and then odd ones stand where others should."""
    return st.one_of(*[_right(info)] * 6, ODD)


def _right(info: inspect.Type) -> st.SearchStrategy[Any]:
    match info:
        case inspect.Metadata():
            return fitting(info.type)
        case inspect.UnionType():
            return st.sampled_from(info.types).flatmap(fitting)
        case inspect.StructType():
            return _object(info)
        case inspect.VarTupleType():
            return st.lists(fitting(info.item_type), max_size=3)
        case inspect.TupleType():
            return st.tuples(*map(fitting, info.item_types)).map(list)
        case inspect.DictType():
            return st.dictionaries(st.sampled_from(["", "a", "x" * 90]), fitting(info.value_type), max_size=2)
        case inspect.LiteralType():
            return st.sampled_from(info.values)
        case inspect.IntType():
            return st.integers(min_value=(info.ge or 0) - 1, max_value=(info.le or 10**6) + 1)
        case inspect.StrType():
            return st.sampled_from(["a", "Ks", "EUR", "As Kd", "give_loan", ""])
        case inspect.BoolType():
            return st.booleans()
        case _:
            return st.none()


def _object(info: inspect.StructType) -> st.SearchStrategy[Any]:
    said = {field.encode_name: fitting(field.type) for field in info.fields if field.required}
    extra = {field.encode_name: fitting(field.type) for field in info.fields if not field.required}
    if info.tag is not None:
        said["type"] = st.sampled_from([info.tag] * 8 + ["nothing", 3])
    made = st.fixed_dictionaries(said, optional=extra)
    left_out = st.tuples(made, st.sampled_from([*said, *extra, "stranger"]), st.integers(0, 9)).map(_spoilt)
    return st.one_of(made, left_out)


def _spoilt(drawn: tuple[dict[str, Any], str, int]) -> dict[str, Any]:
    made, name, chance = drawn
    if chance == 0:
        return {key: value for key, value in made.items() if key != name}
    return made | {"stranger": 1} if chance == 1 else made


def _refused(raw: Any, kind: Any) -> str | None:
    """What the library says of a value, or None if it takes it."""
    try:
        msgspec.convert(raw, kind)
    except msgspec.ValidationError as problem:
        return str(problem)
    return None


@given(st.data())
def test_a_flaw_is_found_in_exactly_what_the_library_refuses_and_none_of_its_words_is_told(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(KINDS), label="kind")
    raw = data.draw(fitting(inspect.type_info(kind)), label="raw")
    refused = _refused(raw, kind)
    assert (next(flaws(raw, kind), None) is not None) == (refused is not None), refused
    if refused is not None:
        told = validation_message(raw, kind, "It").sentence
        assert refused.split(" - at ")[0] not in told


@pytest.mark.parametrize("game", GAMES[::9], ids=lambda game: game.name)
def test_a_game_of_the_catalogue_has_no_flaw(game: Game) -> None:
    assert list(flaws(msgspec.to_builtins(game), Game, closed=True)) == []


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_the_walk_knows_every_limit_that_a_declaration_sets(kind: Any) -> None:
    known = inspect.IntType | inspect.StrType | inspect.BoolType | inspect.NoneType | inspect.LiteralType
    rooms = inspect.StructType | inspect.VarTupleType | inspect.TupleType | inspect.DictType
    for place in fields_in(inspect.type_info(kind)):
        assert isinstance(place, known | rooms | inspect.UnionType | inspect.Metadata)


class Guest(msgspec.Struct):
    name: Annotated[str, msgspec.Meta(max_length=5)]
    seat: int = 0


class Round(msgspec.Struct, tag="round", forbid_unknown_fields=True):
    guests: tuple[Guest, ...]
    price: dict[Annotated[str, msgspec.Meta(min_length=1)], int] = msgspec.field(default_factory=dict)
    drink: Literal["beer", "wine"] = "beer"


def test_every_flaw_is_found_in_the_order_of_the_data() -> None:
    raw = {
        "guests": [{"name": "Anna", "seat": "first"}, {"seat": 2, "hat": 1}, {"name": "Benedicte"}],
        "drink": "milk",
        "price": {"": 1, "a": None},
        "tip": 3,
    }
    found = [(type(flaw), flaw.path) for flaw in flaws(raw, Round, closed=True)]
    assert found == [
        (Wrong, ("guests", 0, "seat")),
        (Unknown, ("guests", 1)),
        (Missing, ("guests", 1)),
        (Wrong, ("guests", 2, "name")),
        (Wrong, ("drink",)),
        (WrongName, ("price",)),
        (Wrong, ("price", "a")),
        (Unknown, ()),
    ]
    assert [flaw.beyond for flaw in flaws(raw, Round) if isinstance(flaw, Wrong)] == [False, True, False, False]


def test_a_tag_may_be_left_out_only_where_there_is_one() -> None:
    assert not list(flaws({"guests": []}, Round))
    assert [type(flaw) for flaw in flaws({"guests": [], "type": "lap"}, Round)] == [WrongTag]


def test_a_struct_that_overlooks_unknown_fields_is_open_however_deep_it_stands() -> None:
    assert not is_closed(Round)
    assert is_closed(PackWritten)
    raw = {"guests": [{"name": "Bo", "hat": 1}]}
    assert not list(flaws(raw, Round))
    assert [flaw.path for flaw in flaws(raw, Round, closed=True)] == [("guests", 0)]


class Loud(ma.Schema):
    """A schema of the library alone, which says what it says."""

    name = ma.fields.String(required=True, validate=ma.validate.Length(min=1, max=5))
    all = ma.fields.List(ma.fields.String(), validate=ma.validate.Length(max=1))


class Quiet(Schema):
    """The same with our sentences."""

    name = ma.fields.String(required=True, validate=ma.validate.Length(min=1, max=5))
    all = ma.fields.List(ma.fields.String(), validate=ma.validate.Length(max=1))


@pytest.mark.parametrize(
    "raw",
    [
        {},
        {"name": None},
        {"name": 3},
        {"name": ""},
        {"name": "too long"},
        {"name": "a", "all": 3},
        {"name": "a", "all": ["b", "c"]},
        {"name": "a", "more": 1},
    ],
)
def test_nothing_of_what_marshmallow_says_of_a_field_is_told(raw: dict[str, Any]) -> None:
    theirs, ours = Loud().validate(raw), Quiet().validate(raw)
    assert theirs.keys() == ours.keys() != set()
    for name, (sentence,) in theirs.items():
        assert sentence not in ours[name][0]
