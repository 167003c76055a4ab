"""A body that is too deep, or full of brackets, is refused at the limit and not after it; what is offered is taken as it is."""

import json
import random
from collections.abc import Callable
from time import process_time

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.library import GAMES
from engine.play.script.offers import offers, offers_beside
from service.api.bodies import DEPTH_MAX, command_from, read_json
from service.errors.problems import NotJson, TooDeep
from tests.engine.walker import Walk
from tests.soak import rounds

MILLION = 1_000_000
NESTED = st.recursive(
    st.none() | st.integers(0, 9) | st.text('[]{}"\\,', max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text('[]{}"\\,', max_size=3), inner, max_size=3),
)


def quickest(act: Callable[[], object]) -> float:
    """The processor time of the quickest of three: whatever else the machine does only adds to it."""
    times = []
    for _ in range(3):
        began = process_time()
        act()
        times.append(process_time() - began)
    return min(times)


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
def test_a_megabyte_of_brackets_is_read_or_refused_in_a_moment(body, refusal) -> None:
    def reads() -> None:
        if refusal:
            with pytest.raises(refusal):
                read_json(body)
        else:
            read_json(body)

    # Going through the brackets one by one took more than ten times as long as the standard library takes to read as many.
    assert quickest(reads) < 5 * quickest(lambda: json.loads(b"[" + b"[]," * (MILLION // 3) + b"[]]"))


def test_the_refusal_names_the_most() -> None:
    with pytest.raises(TooDeep) as refused:
        read_json(b"[" * 25 + b"]" * 25)
    assert str(refused.value) == "The JSON of the body is nested more than 24 levels deep, which is the most."


class Offering(Walk):
    """A night that keeps what was offered in it."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.offered = []

    def happen(self, primary, stated=None, costs=None) -> None:
        super().happen(primary, stated, costs)
        self.offered += [offer.command for offer in (*offers(self.night), *offers_beside(self.night))]

    def strike(self, versions) -> None:
        """Takes nothing back: of what is offered afterwards there is enough."""


def test_whatever_is_offered_may_be_sent_as_it_is_and_states_nothing_that_only_the_rules_fill_in() -> None:
    for seed in range(rounds(3, 200)):
        chance = random.Random(seed)
        walk = Offering(chance, tuple(chance.sample(GAMES, 6)))
        walk.run(80)
        assert len(walk.offered) > 80
        assert [command_from(msgspec.to_builtins(command)) for command in walk.offered] == walk.offered
