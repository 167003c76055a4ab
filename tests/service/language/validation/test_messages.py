"""What is accepted is said of everything that can be sent, in words and not in the signs of a program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import inspect

from engine.commands import ALL
from engine.judge import Case
from service.language.validation.messages import expected, received, unknown_field


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


@pytest.mark.parametrize("kind", [*ALL, Case], ids=lambda kind: kind.__name__)
def test_every_place_of_what_can_be_sent_has_words_for_what_it_takes(kind: Any) -> None:
    for place in fields_in(inspect.type_info(kind)):
        said = expected(place)
        assert "something else" not in said
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
def test_a_value_is_told_as_its_sender_knows_it_and_a_long_one_by_its_length(value: Any, said: str) -> None:
    assert received(value) == said


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
def test_a_field_that_is_not_known_is_told_with_the_nearest_that_are(name: str, fields: list[str], known: str) -> None:
    assert unknown_field(name, fields) == f"There is no field {name} here; {known}"
