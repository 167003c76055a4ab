"""Folds events into a night, ledger first; neither this module nor any it imports decides anything.

`evolve` copies one event and never refuses; `fold` copies a whole book; `effective` leaves out struck events.
"""

from collections.abc import Callable, Iterable
from typing import Any

from engine import events
from engine.events import Recorded
from engine.ledger.postings import Moves, Postings, two_sided
from engine.night.bank.counts import forget_counts
from engine.registry import FOLDS, HAND_FOLDS, MOVED
from engine.rooms import load
from engine.state import Night

load("facts")

MOVES: dict[type[Any], Callable[[Any], Moves]] = MOVED

Fold = Callable[[Night, Any], None]

EVOLVE: dict[type[Any], Fold] = FOLDS
# Of the night, its hand and the event; in a sound book there is a hand.
HandFold = Callable[[Night, Any, Any], None]

EVOLVE_HAND: dict[type[Any], HandFold] = HAND_FOLDS

# By the type of an event: what it moves, and its fold, of a hand or else of the night; looked up in one go.
_COPIED: dict[type[Any], tuple[Callable[[Any], Moves] | None, HandFold | None, Fold | None]] = {
    kind: (MOVES.get(kind), EVOLVE_HAND.get(kind), EVOLVE.get(kind)) for kind in (*EVOLVE, *EVOLVE_HAND)
}


def postings(event: events.Event) -> Postings:
    """The event's postings; empty for an event that moves neither chips nor money."""
    rule = MOVES.get(type(event))
    return two_sided(rule(event)) if rule else ()


# For each event type that moves something, the function that gives its postings.
POSTINGS: dict[type[Any], Callable[[Any], Postings]] = dict.fromkeys(MOVES, postings)


def evolve(night: Night, event: events.Event) -> None:
    """Copies one event into the state, ledger first; never refuses."""
    moves, in_hand, in_night = _COPIED[type(event)]
    if moves is not None:
        balance, counted = night.balance, night.counted
        for source, target, amount in moves(event):
            if amount:
                balance[source] = balance.get(source, 0) - amount
                balance[target] = balance.get(target, 0) + amount
                if counted and (source in counted or target in counted) and night.phase == "open":
                    forget_counts(night, source, target)
    if in_hand is not None:
        in_hand(night, night.hand, event)
    elif in_night is not None:
        in_night(night, event)


def effective(records: Iterable[Recorded]) -> list[Recorded]:
    """The events in force: without void ones, and with consequences right behind the primary event they follow from.

    The records come in the order of their numbers.
    """
    kept = list(records)
    void = voided(kept)
    if void:
        kept = [record for record in kept if record.version not in void]
        kept.sort(key=_primary)
    return kept


def _primary(record: Recorded) -> int:
    """The number of the primary event that the record follows from, or is."""
    return record.caused_by or record.version


def voided(records: Iterable[Recorded]) -> set[int]:
    """The numbers of the events that strikes among these make void."""
    struck = [record.event for record in records if type(record.event) is events.EventsStruck]
    return {version for event in struck for version in event.void}


def fold(records: Iterable[Recorded]) -> Night:
    """The night that the records come to."""
    return fold_in_force(effective(records))


def fold_in_force(records: Iterable[Recorded]) -> Night:
    """The night that these records come to; all of them must be in force. None is kept, so they may be read meanwhile."""
    night = Night()
    for record in records:
        evolve(night, record.event)
    return night
