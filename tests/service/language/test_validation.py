"""What does not fit a declaration is found by walking it, agrees with what the library converts, and is told in words."""

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import inspect

import service.web.wsgi
from engine import commands
from engine.events import TYPE_NAMED
from engine.game.definition import Game
from engine.library import GAMES
from service.api.routes import TAKEN
from service.book.receipts.form import Receipt
from service.book.store.chain import Envelope
from service.language.dictionaries.deck_file import LettersWritten, PackWritten
from service.language.validation import expected, flaws, received, unknown_field, validation_message

assert service.web.wsgi, "It declares what every route takes."
# Whatever comes from outside: what is sent, what is read back from a book, a receipt, and files.
READ: list[Any] = list(
    dict.fromkeys(
        [
            *TYPE_NAMED.values(),
            *sorted(TAKEN, key=lambda kind: kind.__name__),
            *(Envelope, Receipt, Game, PackWritten, LettersWritten),
        ]
    )
)
KINDS = [*READ, reduce(or_, commands.ALL)]


def fields_in(kind: inspect.Type) -> Iterator[inspect.Type]:
    """Every place of a declaration, however deep."""
    yield kind
    match kind:
        case inspect.StructType():
            inner = [field.type for field in kind.fields]
        case inspect.UnionType():
            inner = list(kind.types)
        case inspect.Metadata():
            inner = [kind.type]
        case inspect.TupleType():
            inner = list(kind.item_types)
        case inspect.VarTupleType():
            inner = [kind.item_type]
        case inspect.DictType():
            inner = [kind.key_type, kind.value_type]
        case _:
            inner = []
    for one in inner:
        yield from fields_in(one)


@pytest.mark.parametrize("kind", READ, ids=lambda kind: kind.__name__)
def test_every_place_of_what_comes_from_outside_has_words_for_what_it_takes(kind) -> None:
    for place in fields_in(inspect.type_info(kind)):
        said = expected(place)
        assert (said == "anything") == isinstance(place, inspect.RawType)
        if isinstance(place, inspect.StrType) and place.pattern:
            assert not said.startswith("a text") or said.endswith(" without control characters"), place.pattern


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("five", "“five”"),
        ("x" * 61, "a text of 61 characters"),
        (None, "null"),
        (True, "true"),
        (1.5, "1.5"),
        (10**80, "a number of 81 digits"),
        ([1, 2], "a list of 2"),
        ((1,), "a list of 1"),
        ({"a": 1}, "an object with 1 entry"),
        ({}, "an object with 0 entries"),
    ],
)
def test_a_value_is_told_as_its_sender_knows_it_and_a_long_one_by_its_length(value, said) -> None:
    assert received(value) == said


@pytest.mark.parametrize(
    ("sign", "named"),
    [
        ("\u202e", "U+202E (right-to-left override)"),
        ("\u2066", "U+2066 (left-to-right isolate)"),
        ("\ufeff", "U+FEFF (zero width no-break space)"),
        ("\x00", "U+0000 (a control character)"),
        ("\x1b", "U+001B (a control character)"),
        ("\n", "U+000A (a control character)"),
    ],
)
def test_a_character_that_nobody_sees_is_named_and_not_repeated(sign, named) -> None:
    paid = {"player": "p1", "cents": 900, "purpose": f"piz{sign}za"}
    said = validation_message(paid, commands.PayExpense, "The body")
    assert said == f"purpose holds {named}, which nobody sees; leave it out."
    assert sign not in said


def test_a_repeated_value_loses_what_a_terminal_obeys_and_what_turns_the_sentence_around() -> None:
    assert received("a\u202eb\x1b[2Jc\x00") == "“a?b?[2Jc?”"
    assert unknown_field("a\u202eb", []) == "There is no field a?b here; none is taken."
    # A space that keeps a number together, and what joins pictures to one, are seen.
    assert received("1\u00a0000 👨\u200d👩") == "“1\u00a0000 👨\u200d👩”"


def test_what_is_no_object_is_told_the_fields_that_must_be_sent_and_not_the_type_that_the_route_says() -> None:
    said = validation_message("x", commands.GiveLoan, "The body")
    assert said == "The body must be an object with player and chips; “x” is not."


@pytest.mark.parametrize(
    ("name", "fields", "known"),
    [
        ("chps", ["player", "chips", "cents"], "nearest to it is chips."),
        ("play", ["player", "plays", "cents"], "nearest to it are plays and player."),
        ("qqq", ["player", "chips", "cents"], "there are player, chips and cents."),
        ("qqq", ["player"], "there is player."),
        ("qqq", [], "none is taken."),
    ],
)
def test_a_field_that_is_not_known_is_told_with_the_nearest_that_are(name, fields, known) -> None:
    assert unknown_field(name, fields) == f"There is no field {name} here; {known}"


ODD = st.sampled_from(
    [None, True, 0, 1, -1, 10**13, 10**30, 1.0, 1.5, "", "a", "å b", "Ks", "x" * 600, [], [1], ["a"] * 300, {}, {"": 1}]
)


def fitting(info: inspect.Type) -> st.SearchStrategy[Any]:
    """Values that mostly fit a type; now and then odd ones stand where others should."""
    if isinstance(info, inspect.RawType):
        # What is read later comes as it was sent, whatever it is.
        return st.just(msgspec.Raw(b"null"))
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
def test_a_flaw_is_found_in_exactly_what_the_library_refuses_and_none_of_its_words_is_told(data) -> None:
    kind = data.draw(st.sampled_from(KINDS), label="kind")
    raw = data.draw(fitting(inspect.type_info(kind)), label="raw")
    refused = _refused(raw, kind)
    assert (next(flaws(raw, kind), None) is not None) == (refused is not None), refused
    if refused is not None:
        told = validation_message(raw, kind, "It")
        assert refused.split(" - at ")[0] not in told


@pytest.mark.parametrize("game", GAMES[::9], ids=lambda game: game.name)
def test_a_game_of_the_catalogue_has_no_flaw(game) -> None:
    assert list(flaws(msgspec.to_builtins(game), Game, closed=True)) == []


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_the_walk_knows_every_limit_that_a_declaration_sets(kind) -> None:
    known = (
        inspect.IntType | inspect.StrType | inspect.BoolType | inspect.NoneType | inspect.LiteralType | inspect.RawType
    )
    rooms = inspect.StructType | inspect.VarTupleType | inspect.TupleType | inspect.DictType
    for place in fields_in(inspect.type_info(kind)):
        assert isinstance(place, known | rooms | inspect.UnionType | inspect.Metadata)


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("^([A-Za-z]{3})?$", "3 letters or “”"),
        ("^([A-Za-z0-9_-]{1,40})?$", "1 to 40 letters, digits, _ or - or “”"),
        ("^04[0-9a-f]{128}$", "04 and 128 hexadecimal digits, small letters"),
        ("^[a-z0-9][a-z0-9-]{0,31}$", "1 to 32 small letters, digits or -, a letter or digit first"),
    ],
)
def test_a_text_of_a_form_is_told_with_its_form(pattern, said) -> None:
    assert expected(inspect.StrType(pattern=pattern)) == said


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
    found = [(flaw.kind, flaw.path) for flaw in flaws(raw, Round, closed=True)]
    assert found == [
        ("wrong", ("guests", 0, "seat")),
        ("unknown", ("guests", 1, "hat")),
        ("missing", ("guests", 1, "name")),
        ("beyond", ("guests", 2, "name")),
        ("wrong", ("drink",)),
        ("key", ("price", "")),
        ("wrong", ("price", "a")),
        ("unknown", ("tip",)),
    ]


def test_a_tag_may_be_left_out_only_where_there_is_one() -> None:
    assert not list(flaws({"guests": []}, Round))
    assert [flaw.kind for flaw in flaws({"guests": [], "type": "lap"}, Round)] == ["tag"]


def test_a_struct_that_overlooks_unknown_fields_is_read_closed_however_deep_it_stands() -> None:
    raw = {"guests": [{"name": "Bo", "hat": 1}]}
    assert not list(flaws(raw, Round))
    assert [flaw.path for flaw in flaws(raw, Round, closed=True)] == [("guests", 0, "hat")]
