"""The smallest fold of the same poker nights: stacks, the pot, who is in and whose turn it is. A bare reference.

It knows no games, cards, limits, shadows or accounts. What chipbook takes longer is the price of knowing them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from engine import commands, events
from engine.events import Recorded


class Smallest:
    """A night on which only chips and turns are kept."""

    __slots__ = ("all_in", "pot", "stacks", "still_in", "waiting")

    def __init__(self) -> None:
        self.stacks: dict[str, int] = {}
        self.pot = 0
        # In order from the dealer's left, and those of them who have yet to answer, the next one first.
        self.still_in: list[str] = []
        self.all_in: set[str] = set()
        self.waiting: list[str] = []


def folded(records: Iterable[Recorded]) -> Smallest:
    """The night as these events tell it, none of them struck."""
    night = Smallest()
    for record in records:
        evolve(night, record.event)
    return night


def evolve(night: Smallest, event: events.Event) -> None:
    """Copies one event into the night."""
    fold = _FOLDS.get(type(event))
    if fold is not None:
        fold(night, event)


def _got_chips(night: Smallest, event: commands.GiveLoan | commands.BuyChips) -> None:
    night.stacks[event.player] = night.stacks.get(event.player, 0) + event.chips


def _cashed_out(night: Smallest, event: commands.CashOut) -> None:
    assert event.chips is not None
    night.stacks[event.player] -= event.chips


def _announced(night: Smallest, event: commands.AnnounceHand) -> None:
    assert event.players is not None
    night.still_in = list(event.players)
    night.all_in = set()


def _put_in(night: Smallest, event: commands.Wager | events.ForcedBetPosted) -> None:
    assert event.chips is not None
    night.stacks[event.player] -= event.chips
    night.pot += event.chips


def _opened(night: Smallest, event: events.RoundOpened) -> None:
    night.waiting = list(event.asked)


def _led(night: Smallest, event: commands.Wager) -> None:
    _put_in(night, event)
    seat = night.still_in.index(event.player)
    others = night.still_in[seat + 1 :] + night.still_in[:seat]
    night.waiting = [player for player in others if player not in night.all_in]


def _called(night: Smallest, event: commands.Call) -> None:
    _put_in(night, event)
    night.waiting.remove(event.player)


def _checked(night: Smallest, event: commands.Check) -> None:
    night.waiting.remove(event.player)


def _folded(night: Smallest, event: commands.Fold) -> None:
    night.waiting.remove(event.player)
    night.still_in.remove(event.player)


def _went_all_in(night: Smallest, event: events.WentAllIn) -> None:
    night.all_in.add(event.player)


def _not_asked(night: Smallest, event: events.NotAsked) -> None:
    night.waiting = [player for player in night.waiting if player not in event.players]


def _closed(night: Smallest, _: events.RoundClosed) -> None:
    night.waiting = []


def _returned(night: Smallest, event: events.UncalledReturned) -> None:
    night.stacks[event.player] += event.chips
    night.pot -= event.chips


def _awarded(night: Smallest, event: events.PotAwarded) -> None:
    for share in event.shares:
        night.stacks[share.player] += share.chips
        night.pot -= share.chips


_FOLDS: Final[dict[type[Any], Callable[[Smallest, Any], None]]] = {
    commands.GiveLoan: _got_chips,
    commands.BuyChips: _got_chips,
    commands.CashOut: _cashed_out,
    commands.AnnounceHand: _announced,
    events.ForcedBetPosted: _put_in,
    events.RoundOpened: _opened,
    commands.Bet: _led,
    commands.Raise: _led,
    commands.Call: _called,
    commands.Check: _checked,
    commands.Fold: _folded,
    events.WentAllIn: _went_all_in,
    events.NotAsked: _not_asked,
    events.RoundClosed: _closed,
    events.UncalledReturned: _returned,
    events.PotAwarded: _awarded,
}
