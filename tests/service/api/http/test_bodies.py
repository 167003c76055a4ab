"""A body that is too deep, or full of brackets, is refused at the limit and not after it."""

from __future__ import annotations

import json
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.api.bodies import DEPTH_MAX, read_json
from service.errors.problems import NotJson, TooDeep

MILLION = 1_000_000
NESTED = st.recursive(
    st.none() | st.integers(0, 9) | st.text('[]{}"\\,', max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text('[]{}"\\,', max_size=3), inner, max_size=3),
)


def depth_of(value: object) -> int:
    if isinstance(value, dict | list):
        return 1 + max(map(depth_of, value.values() if isinstance(value, dict) else value), default=0)
    return 0


@given(NESTED, st.integers(0, DEPTH_MAX + 2))
def test_what_is_refused_as_too_deep_is_exactly_what_lies_deeper_than_the_most(value, around) -> None:
    for level in range(around):
        value = [value] if level % 2 else {"]": value}
    body = json.dumps(value).encode()
    if depth_of(value) > DEPTH_MAX:
        with pytest.raises(TooDeep):
            read_json(body)
    else:
        assert read_json(body) == value


@pytest.mark.parametrize(
    ("body", "refusal"),
    [
        (b"[" * MILLION, TooDeep),
        (b'{"a":' * (MILLION // 5), TooDeep),
        (b"[" * 900 + b"]" * 900, TooDeep),
        (b"[]" * (MILLION // 2), NotJson),
        (b'"' + b'\\"' * (MILLION // 2), NotJson),
        (b"[" + b"[]," * (MILLION // 3) + b"[]]", None),
        (b'["",' + b'"",' * (MILLION // 3) + b'""]', None),
    ],
    ids=["arrays never closed", "objects never closed", "closed", "one after another", "a text", "wide", "texts"],
)
def test_a_megabyte_of_brackets_is_read_or_refused_in_a_moment(body: bytes, refusal) -> None:
    began = process_time()
    if refusal:
        with pytest.raises(refusal):
            read_json(body)
    else:
        read_json(body)
    # Going through the brackets one by one took a second and more.
    assert process_time() - began < 0.5


def test_the_refusal_names_the_most() -> None:
    with pytest.raises(TooDeep) as refused:
        read_json(b"[" * 25 + b"]" * 25)
    assert str(refused.value) == "The JSON of the body is nested more than 24 levels deep, which is the most."
