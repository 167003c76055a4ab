"""The table as it stood at any event: the drawn chips are those of the ledger, and nobody's closed card is shown to others."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from uuid import uuid4

import pytest

from engine import commands, errors
from engine.events import HandEnded, Recorded
from engine.folding import effective, fold
from engine.reports.corrections import MISSING, _lying
from engine.state import UNKNOWN
from service.reports.views.table import MovesOnFelt, Table, end_of_writing, moves_on_felt, table_of, table_view
from service.reports.views.visible_night import VisibleNight
from tests.engine.mistyped import Written, evening
from tests.engine.reports.evening import Evening, opened, table
from tests.engine.reports.test_movements import NIGHTS, random_night
from tests.engine.test_corrections import change_something
from tests.engine.test_corrections import table as at_the_table
from tests.soak import rounds

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
def test_at_every_event_of_a_random_night_the_drawn_chips_are_those_of_the_ledger(seed) -> None:
    records = random_night(seed)
    told = seen(records)
    for at in range(1, len(records) + 1, 1 if len(records) < 60 else 3):
        night = fold(records[: end_of_writing(records, at)])
        agrees(table_of(told, night, is_fresh=True), night.balance)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_player_sees_no_closed_card_of_others_at_any_event(seed) -> None:
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


class Device:
    """A page that shows the table, and the chips of a table that does what this page alone asks for, each time once."""

    def __init__(self, written: Written, chance: random.Random, *, says_they_lie_right: float) -> None:
        self.written, self.chance, self.often = written, chance, says_they_lie_right
        self.moved, self.shown, self.asked = 0, MovesOnFelt(), 0
        self.chips = Counter(_lying(written.night))

    def after(self, before: Counter[str], *, corrected: bool) -> None:
        """The page after an act or a correction; `before` are the chips of the book before it."""
        now = Counter(_lying(self.written.night))
        last, self.shown = self.shown, moves_on_felt(seen(self.written.records), self.moved)
        if not corrected:
            # What is played moves chips without being asked.
            self.chips.update({place: now[place] - before[place] for place in {*now, *before}})
        elif self.shown != last:
            self.asked += 1
            for one in self.shown.now:
                self.chips[one.giver] -= one.chips
                self.chips[one.taker] += one.chips
        if now[MISSING] != before[MISSING]:
            self.chips = Counter(now)
        assert {at: chips for at, chips in self.chips.items() if chips} == {at: n for at, n in now.items() if n}
        if self.chance.random() < self.often:
            self.moved = self.written.last
            self.shown = moves_on_felt(seen(self.written.records), self.moved)
            assert self.shown == MovesOnFelt()


def put_something_right(written: Written, chance: random.Random) -> None:
    """Changes any act in force, or takes back one of the last, which mostly can be."""
    if chance.random() < 0.5:
        change_something(written, chance)
        return
    acts = [one.version for one in effective(written.records) if one.caused_by is None]
    with suppress(errors.Refusal):
        written.strikes(chance.choice(acts[-3:]))


def test_whoever_moves_what_each_page_asks_for_has_the_chips_of_the_book() -> None:
    asked = 0
    for seed in range(rounds(8)):
        chance = random.Random(seed)
        said = evening(seed, hands=2)
        ends = next((at for at, one in enumerate(said) if isinstance(one, commands.CloseNight)), len(said))
        cut = chance.randint(ends // 3, ends - 1)
        written, to_come = Written(said[:cut]), said[cut:ends]
        devices = [Device(written, chance, says_they_lie_right=often) for often in (0, 0.3, 1)]
        for _ in range(30):
            before, first = Counter(_lying(written.night)), written.last
            if corrected := chance.random() < 0.5:
                put_something_right(written, chance)
            else:
                loan = commands.GiveLoan(player=chance.choice(tuple(written.night.people)), chips=10)
                try:
                    written.do(loan if chance.random() < 0.5 or not to_come else to_come.pop(0))
                except errors.Refusal:
                    continue
            if written.last > first:
                for device in devices:
                    device.after(before, corrected=corrected)
        asked += sum(device.asked for device in devices)
    assert asked > rounds(8) * 5, "nothing of this has been put to the test"


def test_moves_of_an_earlier_correction_are_remembered_apart_until_somebody_says_that_the_chips_lie_right() -> None:
    written = at_the_table()
    first = written.strikes(written.do(commands.GiveLoan(player="anna", chips=50)))
    written.strikes(written.do(commands.GiveLoan(player="bo", chips=20)))
    felt = moves_on_felt(seen(written.records), 0)
    assert [one.sentence for one in felt.now] == ["Bo gives the bank 20 chips."]
    assert [one.sentence for one in felt.before] == ["Anna gives the bank 50 chips."]
    felt = moves_on_felt(seen(written.records), first + 1)
    assert [one.sentence for one in felt.now] == ["Bo gives the bank 20 chips."]
    assert felt.before == ()
    assert moves_on_felt(seen(written.records), written.last) == MovesOnFelt()
