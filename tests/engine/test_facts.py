"""Facts stand in events: what was said beside what it came to, and what the rules decided."""

from collections.abc import Iterator
from functools import cache

import pytest
from msgspec.structs import replace

from engine import commands, errors, events
from engine.decider import accept, as_stated, decide, stated_in
from engine.game.counts import is_for
from engine.library import GAMES
from engine.play.betting.rule import command_behind
from engine.state import Night
from tests.engine.simulate.evening import Evening, Plan
from tests.engine.simulate.seeded import Seeded
from tests.engine.table import house, opened

PEOPLE = ("anna", "bo", "carl", "dora", "eva")
BOOKS = sorted({game.rulebook for game in GAMES})


def night_of(book: str) -> Plan:
    games = tuple(game for game in GAMES if game.rulebook == book and is_for(game, 4))
    return Plan(
        night="night", club="club", people=PEOPLE[:4], games=games, hands=len(games), depth="book", rulebook=book
    )


def said_and_happened(book: str, seed: int = 5) -> Iterator[tuple[Night, commands.Command, tuple[events.Event, ...]]]:
    """Every act of a night in which each game of the book is played, with the night before it."""
    night = Night()
    for command in Evening(night_of(book), Seeded(seed), lambda: night).said():
        before = night.copy()
        yield before, command, accept(night, command)


@cache
def whole_night(book: str) -> tuple[tuple[Night, commands.Command, tuple[events.Event, ...]], ...]:
    return tuple(said_and_happened(book))


@pytest.mark.parametrize("book", BOOKS)
def test_what_a_player_said_comes_to_the_same_again(book) -> None:
    for before, _, (primary, *_) in whole_night(book):
        if isinstance(primary, commands.Wager | commands.Check):
            assert decide(command_behind(primary), before) == primary


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("A 3", commands.PutIn(player="A", chips=3)),
        ("A b3", commands.Bet(player="A", chips=3)),
        ("A r3", commands.Raise(player="A", by=3)),
        ("A b3; B c", commands.Call(player="B")),
        ("A b3; B 3", commands.PutIn(player="B", chips=3)),
        ("A b3; B r2", commands.Raise(player="B", by=2)),
        ("A b3; B 5", commands.PutIn(player="B", chips=5)),
        ("A b3; B all-in", commands.GoAllIn(player="B")),
        ("A x", commands.Check(player="A")),
    ],
)
def test_what_was_said_stands_beside_what_it_came_to(line, said) -> None:
    table = opened("ABC", {"A": 100, "B": 8, "C": 100}, rules=house()).do("hand straight poker by C", line)
    (primary, *_) = table.happened
    assert isinstance(primary, commands.Wager | commands.Check)
    assert command_behind(primary) == said


@pytest.mark.parametrize(
    ("before", "command"),
    [
        ("A x", commands.Bet(player="B", chips=3, said="bluff")),
        ("A b3", commands.Call(player="B", said="bluff")),
        ("A b3", commands.Raise(player="B", by=3, said="bluff")),
        ("A x", commands.Check(player="B", said="bluff")),
    ],
)
def test_what_nobody_can_say_is_not_kept_as_said(before, command) -> None:
    table = opened("ABC", rules=house()).do("hand straight poker by C", before)
    refusal = table.refuses(command, errors.NothingIsSaidSo, said="bluff")
    assert "one of put_in, all_in, shadow, call, raise_by" in str(refusal)


@pytest.mark.parametrize("book", BOOKS)
def test_facts_are_the_rules_to_say_and_what_is_sent_with_a_command_counts_nothing(book) -> None:
    forged = {
        "common": True,
        "once": True,
        "freed": True,
        "least": 77,
        "draws": 9,
        "last": True,
        "trump": "x",
        "withdrawn": ("anna",),
    }
    for before, command, (primary, *_) in whole_night(book):
        lies = {name: value for name, value in forged.items() if name in type(command).__struct_fields__}
        if lies:
            assert decide(replace(command, **lies), before) == primary


def test_a_dealer_who_is_not_dealt_in_stays_the_one_with_the_button() -> None:
    """Beth deals and does not play: decided again from what was stated, the same players post and are dealt in."""
    night = opened("ABCD").night
    said = commands.AnnounceHand(game="Texas Hold'em", rulebook="standard", dealer="B", players=("A", "C", "D"))
    primary = decide(said, night)
    assert isinstance(primary, commands.AnnounceHand)
    assert primary.dealer is None
    assert stated_in(said, primary) == ("button", "game", "players", "rulebook")
    assert decide(as_stated(primary, stated_in(said, primary)), night) == primary
