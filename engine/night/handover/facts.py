"""Copies who keeps the bank, and the gaps that were found in the box when it changed hands."""

from engine import commands, events
from engine.ledger.postings import Moves
from engine.night.bank.facts import forget_counts
from engine.registry import copies_nothing, folds, moves
from engine.resolved import resolved
from engine.state import Night


@folds(commands.PassBank)
def passed(night: Night, event: commands.PassBank) -> None:
    """The bank is on its way; nobody is due a first loan or the word on an earlier count because of it."""
    night.handover = event
    night.newcomer = None
    night.count_made = None


@folds(events.BoxGapFound)
def box_gap_found(night: Night, event: events.BoxGapFound) -> None:
    """The missing chips are kept with the banker who handed the box over."""
    night.box_gaps[event.banker] = night.box_gaps.get(event.banker, 0) + event.book - event.counted


@folds(events.BankTaken)
def bank_taken(night: Night, event: events.BankTaken) -> None:
    """Somebody else keeps the bank. Counts that held the box, or hold it now, count no more."""
    handed_over = resolved(resolved(night.handover).banker)
    night.handover = None
    night.bankers.append(event.banker)
    if night.from_box is not None:
        night.from_box = event.banker
        forget_counts(night, "box", "chips:" + handed_over)
        forget_counts(night, "box", "chips:" + event.banker)


@moves(events.BoxGapFound)
def box_gap_moves(event: events.BoxGapFound) -> Moves:
    return (("gap", "box", event.counted - event.book), ("loan:" + event.banker, "credit", event.cents))


@moves(events.TillGapFound)
def till_gap_moves(event: events.TillGapFound) -> Moves:
    missing = event.book - event.counted
    return (("till", "cash:" + event.banker, missing), ("loan:" + event.banker, "credit", missing))


@moves(events.RuledChipsCharged)
def ruled_moves(event: events.RuledChipsCharged) -> Moves:
    return (("loan:" + event.banker, "credit", event.cents),)


folds(events.TillGapFound, events.RuledChipsCharged)(copies_nothing)
