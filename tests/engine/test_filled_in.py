"""What the rules fill in of an act: nobody may state it, or what is stated is heeded."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine import commands, errors
from engine.decider import decide, in_the_book, optional_fields
from engine.library import GAMES
from engine.state import UNKNOWN
from tests.engine.table import opened
from tests.engine.walker import Cost, Walk
from tests.soak import rounds

# What the rules fill in if it is left out, and what the table may say all the same, by who knows better than the rules.
SAID_OR_FILLED_IN = {
    (commands.AnnounceHand, "button"): "a dead button lies where the table saw it",
    (commands.AnnounceHand, "dealer"): "the table knows who deals",
    (commands.AnnounceHand, "players"): "somebody at the table may sit out",
    (commands.AnnounceHand, "posts"): "the table saw what was put in",
    (commands.OpenNight, "rules_version"): "the book refuses every other version",
    (commands.RecordPayment, "cents"): "a payment may be a part",
    (commands.SayPayment, "cents"): "a payment may be a part",
    (commands.SeatPlayer, "seat"): "a player chooses a free seat",
    (commands.SitBack, "seat"): "a player chooses a free seat",
}


@cache
def open_fields(kind: type[commands.Command]) -> dict[str, Any]:
    """The fields that whoever sends the act may state and may leave out, each with its value then."""
    _, schemas = msgspec.json.schema_components((kind,))
    properties = schemas[kind.__name__]["properties"]
    return {name: default for name, default in optional_fields(kind) if not properties[name].get("readOnly")}


def other_values(value: Any) -> tuple[Any, ...]:
    """What else could be stated in place of this."""
    match value:
        case bool():
            return (not value,)
        case int():
            return (value + 1, max(0, value - 1))
        case str():
            return (UNKNOWN, "bo" if value != "bo" else "anna")
        # A card that nobody knows is none, whether it is said or not.
        case tuple() if value and UNKNOWN not in value:
            return (value[1:],)
        case _:
            return ()


class Restating(Walk):
    """A night that is asked about each act what it would come to if one field more were stated, otherwise."""

    def __init__(self, seed: int) -> None:
        chance = random.Random(seed)
        super().__init__(chance, tuple(chance.sample(GAMES, 6)))
        self.outcomes: Counter[tuple[type[commands.Command], str, str]] = Counter()

    def strike(self, versions: tuple[int, ...]) -> None:
        """Takes nothing back: what a strike leaves is decided from what was stated, by whoever stated it."""

    def happen(self, primary: Any, stated: tuple[str, ...] | None = None, costs: Cost | None = None) -> None:
        command = self.said[-1]
        if type(command) is type(primary):
            for name in self._left_out(command):
                came_to = getattr(primary, name)
                self.outcomes += Counter((type(command), name, one) for one in self._outcomes(command, name, came_to))
        super().happen(primary, stated, costs)

    def _left_out(self, command: commands.Command) -> list[str]:
        return [name for name, default in open_fields(type(command)).items() if getattr(command, name) == default]

    def _outcomes(self, command: commands.Command, name: str, came_to: Any) -> Iterator[str]:
        default = open_fields(type(command))[name]
        for value in other_values(came_to):
            if value in (came_to, default):
                continue
            try:
                again = decide(in_the_book(self.records, replace(command, **{name: value})), self.night)
            except errors.Refusal:
                yield "refused"
                continue
            if getattr(again, name, value) == came_to:
                yield "ignored"
            elif came_to != default:
                yield "taken in place of what the rules fill in"
            else:
                yield "taken"


@pytest.fixture(scope="module")
def outcomes() -> Counter[tuple[type[commands.Command], str, str]]:
    results: Counter[tuple[type[commands.Command], str, str]] = Counter()
    for seed in range(rounds(4, 400)):
        walk = Restating(seed)
        walk.run(120)
        results += walk.outcomes
    return results


def test_what_is_stated_of_an_act_is_refused_or_counts_and_is_never_overlooked(outcomes) -> None:
    assert {(kind.__name__, name) for kind, name, what in outcomes if what == "ignored"} == set()
    assert {what for *_, what in outcomes} >= {"refused", "taken"}


def test_what_the_rules_fill_in_is_taken_from_nobody_unless_the_table_knows_better(outcomes) -> None:
    found = {(kind, name) for kind, name, what in outcomes if what.endswith("fill in")}
    assert found
    assert {(kind.__name__, name) for kind, name in found - set(SAID_OR_FILLED_IN)} == set()


def test_a_button_beside_the_dealer_s_own_seat_is_refused() -> None:
    table = opened("ABC")
    seat = table.night.people["B"].seat
    hand = commands.AnnounceHand(game="Straight Poker", dealer="B", button=seat % 3 + 1)
    table.refuses(hand, errors.ButtonIsElsewhere, player="B", seat=seat)
    assert decide(replace(hand, button=seat), table.night) == decide(replace(hand, button=0), table.night)
