"""Copies of the state: worked out from what its parts hold, equal to what was copied, and never touching it."""

import random
from collections import deque
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import engine.state
from engine.folding import effective, evolve
from engine.library import GAMES
from engine.state import Held, Night, Part
from engine.state.part import names_in
from tests.engine.midnight_games import MIDNIGHT_GAMES
from tests.engine.table import announce, game, opened, snapshot
from tests.engine.walker import Walk

OF_TRICKS = tuple(each for each in GAMES if each.rulebook == "tarok")
OF_WORDS = tuple(each for each in GAMES if each.rulebook in ("scroker", "wordpoker"))
PARTS = [kind for kind in vars(engine.state).values() if isinstance(kind, type) and issubclass(kind, Part)]


def changeable(thing: Any) -> Iterator[Any]:
    """Everything in a state that can be changed in place."""
    if isinstance(thing, Part):
        yield thing
        for name in names_in(type(thing)):
            yield from changeable(getattr(thing, name))
    elif isinstance(thing, dict):
        yield thing
        for value in thing.values():
            yield from changeable(value)
    elif isinstance(thing, list | deque | set):
        yield thing
        for value in thing:
            yield from changeable(value)
    elif isinstance(thing, tuple):
        for value in thing:
            yield from changeable(value)
    elif isinstance(thing, msgspec.Struct) and not thing.__struct_config__.frozen:
        yield thing


@pytest.mark.parametrize(("seed", "games"), [(1, GAMES), (2, MIDNIGHT_GAMES), (3, OF_TRICKS), (4, OF_WORDS)])
def test_a_copy_is_equal_and_whatever_happens_to_it_the_night_stays_as_it_was(seed, games) -> None:
    chance = random.Random(seed)
    walk = Walk(chance, games)
    walk.run(120)
    events = [record.event for record in effective(walk.records)]
    places = sorted(chance.sample(range(len(events)), min(12, len(events))))
    night = Night()
    for place, event in enumerate(events):
        if place in places:
            twin, before = night.copy(), snapshot(night)
            assert snapshot(twin) == before
            mine = {id(thing) for thing in changeable(night)}
            assert not [thing for thing in changeable(twin) if id(thing) in mine]
            for later in events[place:]:
                evolve(twin, later)
            assert snapshot(night) == before
        evolve(night, event)
    assert snapshot(twin) == snapshot(night)


def test_a_card_that_is_listed_twice_is_one_card_in_the_copy_too() -> None:
    table = opened("ABC").do(announce(game()))
    cards = table.hand.cards
    cards.board.append(Held("As", up=True))
    cards.turned_up += [cards.own["A"][0], cards.board[0]]
    table.hand.rounds.opener_held = [cards.own["A"][0]]
    twin = table.hand.copy()
    assert twin.cards.turned_up[0] is twin.cards.own["A"][0] is twin.rounds.opener_held[0]
    assert twin.cards.turned_up[1] is twin.cards.board[0]
    assert twin.cards.own["A"][0] is not cards.own["A"][0]


def test_what_holds_the_state_holds_nothing_that_a_copy_would_miss() -> None:
    assert len(PARTS) > 10
    for kind in PARTS:
        names = [name for base in kind.__mro__[:-1] for name in names_in(base)]
        assert sorted(names) == sorted(names_in(kind)), f"{kind.__name__} has slots of another class"
        assert kind is Part or kind.__dictoffset__ == 0, f"{kind.__name__} can hold what its slots do not name"
