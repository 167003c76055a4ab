"""A dealer's-choice night through every single game there is, with the bank balanced after every event."""

from __future__ import annotations

from itertools import cycle

import pytest

from engine import commands, events
from engine.adjudicate import adjudicate
from engine.decider import decide, follow
from engine.events import Event, Recorded
from engine.folding import evolve
from engine.game.counts import is_for
from engine.ledger.invariants import broken
from engine.library import GAMES
from engine.reports.hand_history import hand_history
from engine.sample.dealer import Dealer
from engine.sample.table import play_hand
from engine.state import Night
from tests.engine.simulate.seeded import Seeded

PLAYERS = ("anna", "bo", "carl", "dora", "eva")
LOW = 150


class Book:
    """One night, and what must be true of it after every single event."""

    def __init__(self) -> None:
        self.night = Night()
        self.records: list[Recorded] = []

    def do(self, command: commands.Command) -> None:
        cause = len(self.records) + 1
        self._happen(decide(command, self.night), None)
        while drawn := follow(self.night):
            for event in drawn:
                self._happen(event, cause)

    def _happen(self, event: Event, cause: int | None) -> None:
        evolve(self.night, event)
        self.records.append(Recorded(len(self.records) + 1, event, cause))
        if not isinstance(event, events.EventsStruck):
            assert broken(self.night) == [], event


def _every_hand_adds_up(records: list[Recorded]) -> None:
    """What players and the hand before put in is what was won, taken back and carried; all else they paid each other."""
    hands = hand_history(records)
    assert len(hands) == len(GAMES)
    for hand in hands:
        put_in = sum(stake.put_in for stake in hand.stakes)
        taken_back = sum(stake.got for stake in hand.stakes) - sum(award.chips for award in hand.awards)
        won = sum(award.chips for award in hand.awards)
        assert put_in + hand.carried_in - hand.carried_out == won + taken_back, hand
        assert sum(stake.scored for stake in hand.stakes) == 0, hand
        assert hand.pot == put_in + hand.carried_in, hand
    carried = 0
    for hand in hands:
        assert hand.carried_in == carried, hand
        carried = hand.carried_out


@pytest.mark.parametrize("tells", [True, False], ids=["every card known", "no card known"])
def test_a_night_goes_through_every_game_of_all_rulebooks(tells: bool) -> None:  # noqa: FBT001
    chance, book = Seeded(7), Book()
    rules = commands.HouseRules(rulebook="enemaerke", auto="none" if tells else "closed")
    book.do(commands.OpenNight(night="night", club="club", banker="anna", rules=rules))
    for player in PLAYERS:
        book.do(commands.SeatPlayer(player=player))
    dealers = cycle(PLAYERS)
    for game in GAMES:
        # Some games are for four at most, some for five at least.
        people = next(PLAYERS[:number] for number in (5, 4, 3) if is_for(game, number))
        for player in people:
            if book.night.stack(player) < LOW:
                book.do(commands.GiveLoan(player=player, chips=2 * LOW))
        dealer = next(player for player in dealers if player in people)
        book.do(commands.AnnounceHand(game=game.name, rulebook=game.rulebook, dealer=dealer, players=people))
        hand = book.night.hand
        assert hand is not None
        for command in play_hand(book.night, hand, Dealer(hand, chance, tells=tells), chance):
            book.do(command)
        assert book.night.hand is None
    announced = [record.event for record in book.records if isinstance(record.event, commands.AnnounceHand)]
    assert [(event.rulebook, event.game) for event in announced] == [(game.rulebook, game.name) for game in GAMES]
    if carried := book.night.balance.get("carry", 0):
        move = commands.ChipMove("carry", "chips:bo", carried)
        book.do(commands.MakeRuling(text="the carried pot", moves=(move,), agreed_by=PLAYERS))
    for player in PLAYERS:
        book.do(commands.CountChips(player=player, chips=book.night.stack(player)))
    book.do(commands.CloseNight())
    book.do(commands.FreezePlan(kind="direct"))
    assert adjudicate(book.records).findings == ()
    _every_hand_adds_up(book.records)
    assert len({(game.rulebook, game.name) for game in GAMES}) >= 71 + 10
