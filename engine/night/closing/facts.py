"""Copies the close: chips back in the box, gaps and who bears them, the plan and its payments."""

from engine import commands, events
from engine.ids import PlayerId
from engine.ledger.postings import Moves, to_be_counted
from engine.night.bank.facts import forget_counts
from engine.night.requests.facts import approved
from engine.registry import folds, moves
from engine.resolved import resolved
from engine.state import Night


@folds(commands.CloseNight)
def closed(night: Night, event: commands.CloseNight) -> None:
    """Play is over: everybody's chips go back to the box, and what each counted is final."""
    night.phase = "closed"
    night.count_made = None
    night.closing.there = event.there
    night.closing.returning = [player for player in night.people if has_chips_or_gap(night, player)]


def has_chips_or_gap(night: Night, player: PlayerId) -> bool:
    """Whether the player has chips by the book, or counted another number than the book says."""
    result = night.counts.get(player)
    return bool(night.balance.get("chips:" + player)) or result not in (None, to_be_counted(night, player))


@folds(commands.CashOut)
def chips_returned(night: Night, event: commands.CashOut) -> None:
    """A player who goes home or is settled has handed in their chips."""
    night.newcomer = None
    if event.player in night.closing.returning:
        night.closing.returning.remove(event.player)
        if night.phase == "open":
            forget_counts(night, "chips:" + event.player, "chips:" + event.player)


@folds(events.GapFound)
def gap_found(night: Night, event: events.GapFound) -> None:
    """The difference is kept by player."""
    night.closing.gaps[event.player] = night.closing.gaps.get(event.player, 0) + event.counted - event.book
    if not night.balance.get("chips:" + event.player) and event.player in night.closing.returning:
        night.closing.returning.remove(event.player)


@folds(commands.ResolveGap)
def gap_resolved(night: Night, _: commands.ResolveGap) -> None:
    """The gap is resolved."""
    night.closing.gap_resolved = True


@folds(commands.FreezePlan)
def plan_frozen(night: Night, event: commands.FreezePlan) -> None:
    """The payments are fixed; none is made yet."""
    night.phase = "planned"
    night.closing.plan = event
    night.closing.paid = [0] * len(event.transfers or ())
    night.closing.confirmed = [0] * len(event.transfers or ())


@folds(commands.RecordPayment)
def payment_recorded(night: Night, event: commands.RecordPayment) -> None:
    """The payment counts towards its transfer."""
    cents = resolved(event.cents)
    night.closing.paid[event.transfer - 1] += cents
    if event.confirmed_by is not None:
        night.closing.confirmed[event.transfer - 1] += cents
    approved(night, event.request)


@moves(events.GapFound)
def gap_moves(event: events.GapFound) -> Moves:
    return (("gap", "chips:" + event.player, event.counted - event.book),)


@moves(commands.ResolveGap)
def resolved_moves(event: commands.ResolveGap) -> Moves:
    return tuple(("credit", "loan:" + charge.player, charge.cents) for charge in event.charges or ())
