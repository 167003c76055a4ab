"""The table as it stood at any event: the drawn chips are those of the ledger, and nobody's closed card is shown to others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import uuid4

import pytest

from engine import commands
from engine.events import HandEnded, Recorded
from engine.folding import fold
from engine.state import UNKNOWN
from service.errors.problems import UnknownVersion
from service.reports.views.table import Table, end_of_writing, table_of, table_view
from service.reports.views.visible_night import VisibleNight
from tests.engine.reports.evening import Evening, opened, table
from tests.engine.reports.test_movements import NIGHTS, random_night

SEEDS = range(0, 240, 1 if NIGHTS > 1000 else 24)
NAMES = {player: player.capitalize() for player in ("anna", "bo", "carl", "dora", "eva", "finn")}


def seen(
    records: Sequence[Recorded],
    *,
    viewer: str | None = None,
    sees_cards: bool = True,
    names: Mapping[str, str] = NAMES,
) -> VisibleNight:
    """The night as this player, or somebody who is not the banker, may see it."""
    return VisibleNight(
        night_id="n",
        # What a player may see is kept by the head.
        head=uuid4().hex,
        night=fold(records),
        records=records,
        names=names,
        sees_cards=sees_cards and viewer is None,
        viewer=viewer,
    )


def agrees(now: Table, balance: dict[str, int]) -> None:
    """The drawn chips, one by one and together, are those of the ledger."""
    for seat in now.seats:
        assert seat.chips == balance.get("chips:" + seat.id, 0)
        assert seat.owes_pot == -balance.get("owed:" + seat.id, 0)
    assert sum(layer.chips for layer in now.pots) == now.pot
    assert now.pot - now.markers - now.owed == balance.get("pot", 0)
    box = balance.get("box", 0) + balance.get("inventory", 0)
    assert sum(seat.chips for seat in now.seats) + now.pot - now.owed + now.carry + now.set_aside + now.missing == -box
    assert now.given_out == -box


@pytest.mark.parametrize("seed", SEEDS)
def test_at_every_event_of_a_random_night_the_drawn_chips_are_those_of_the_ledger(seed: int) -> None:
    records = random_night(seed)
    told = seen(records)
    for at in range(1, len(records) + 1, 1 if len(records) < 60 else 3):
        night = fold(records[: end_of_writing(records, at)])
        agrees(table_of(told, night, is_fresh=True), night.balance)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_player_sees_no_closed_card_of_others_at_any_event(seed: int) -> None:
    records = random_night(seed)
    as_anna = seen(records, viewer="anna")
    for at in range(1, len(records) + 1, 5):
        night = fold(records[:at])
        hand = night.hand or night.last_hand
        drawn = table_of(as_anna, night, is_fresh=True)
        for seat in drawn.seats:
            if hand is None or seat.id == "anna" or seat.id in hand.showdown.shown:
                continue
            lying = hand.cards.own.get(seat.id, [])
            assert seat.cards == tuple(held.card if held.up else UNKNOWN for held in lying)


BOS = ("Kh", "Kd", "Ks", "2c", "3c")
ANNAS = ("Ah", "Ad", "As", "4c", "5c")


def dealt() -> Evening:
    """A hand of Straight Poker in which the book knows all cards."""
    evening = opened("anna", "bo", rules=commands.HouseRules(auto="none", initial_loan=40))
    evening.do(commands.AnnounceHand(game="Straight Poker", dealer="anna"))
    evening.do(commands.Deal(cards=tuple(card for pair in zip(BOS, ANNAS, strict=True) for card in pair)))
    return evening


def test_a_player_sees_their_own_closed_cards_and_the_banker_sees_all() -> None:
    evening = dealt()
    at = evening.last
    mine = {seat.id: seat.cards for seat in table_view(seen(evening.records, viewer="anna"), at).table.seats}
    assert mine == {"anna": ANNAS, "bo": (UNKNOWN,) * 5}
    assert {seat.id for seat in table_view(seen(evening.records), at).table.seats if UNKNOWN in seat.cards} == set()
    everybody = table_view(seen(evening.records, sees_cards=False), at).table
    assert {card for seat in everybody.seats for card in seat.cards} == {UNKNOWN}


def test_it_says_whose_turn_it_is_and_what_staying_in_costs() -> None:
    evening = table()
    evening.do(commands.AnnounceHand(game="Straight Poker", dealer="eva"), commands.Bet(player="bo", chips=5))
    turn = {
        seat.id: seat.to_call for seat in table_view(seen(evening.records), evening.last).table.seats if seat.to_act
    }
    assert turn == {"carl": 5}


def test_the_cards_of_a_hand_lie_until_the_next_act() -> None:
    evening = table()
    evening.do(commands.AnnounceHand(game="Straight Poker", dealer="eva"), commands.Bet(player="bo", chips=5))
    evening.do(commands.Fold(player="carl"), commands.Fold(player="eva"))
    assert isinstance(evening.records[-1].event, HandEnded)
    last = table_view(seen(evening.records), evening.last).table.hand
    assert last is not None
    assert last.over
    evening.do(commands.GiveLoan(player="bo", chips=1))
    assert table_view(seen(evening.records), evening.last).table.hand is None


def test_at_a_void_event_the_table_is_as_it_stood_then_and_the_event_says_since_when_it_is_void() -> None:
    evening = table()
    given = evening.do(commands.GiveLoan(player="bo", chips=10))
    strike = evening.strike(given, reason="twice")
    then = table_view(seen(evening.records), given)
    assert then.event.void_since == strike
    assert {seat.id: seat.chips for seat in then.table.seats}["bo"] == 50
    for part in (strike, strike + 1):
        after = table_view(seen(evening.records), part)
        assert after.whole_correction
        assert {seat.id: seat.chips for seat in after.table.seats}["bo"] == 40


def test_an_event_that_the_night_has_not_is_refused() -> None:
    evening = table()
    with pytest.raises(UnknownVersion):
        table_view(seen(evening.records), evening.last + 1)
