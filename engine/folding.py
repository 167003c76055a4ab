"""Folds events into a night, ledger first; neither this module nor any it imports decides anything.

`evolve` copies one event and never refuses; `fold` copies a whole book; `effective` leaves out struck events.
"""

from collections.abc import Callable, Iterable
from typing import Any, cast

from engine import events
from engine.events import Recorded
from engine.ledger.postings import Moves, Postings, two_sided
from engine.night.bank.counts import forget_count
from engine.registry import FOLDS, HAND_FOLDS, MOVED
from engine.rooms import load
from engine.state import Hand, Night

load("facts")

MOVES: dict[type[Any], Callable[[Any], Moves]] = MOVED

Fold = Callable[[Night, Any], None]

EVOLVE: dict[type[Any], Fold] = FOLDS
HandFold = Callable[[Night, Hand, Any], None]

EVOLVE_HAND: dict[type[Any], HandFold] = HAND_FOLDS


def postings(event: events.Event) -> Postings:
    """The event's postings; empty for an event that moves neither chips nor money."""
    rule = MOVES.get(type(event))
    return two_sided(rule(event)) if rule else ()


# For each event type that moves something, the function that gives its postings.
POSTINGS: dict[type[Any], Callable[[Any], Postings]] = dict.fromkeys(MOVES, postings)


def evolve(night: Night, event: events.Event) -> None:
    """Copies one event into the state, ledger first; never refuses."""
    kind = type(event)
    moves = MOVES.get(kind)
    if moves is not None:
        balance = night.balance
        for source, target, amount in moves(event):
            if amount:
                balance[source] = balance.get(source, 0) - amount
                balance[target] = balance.get(target, 0) + amount
                if night.counts and night.phase == "open":
                    forget_count(night, source)
                    forget_count(night, target)
    of_the_hand = EVOLVE_HAND.get(kind)
    if of_the_hand is None:
        EVOLVE[kind](night, event)
    else:
        of_the_hand(night, cast("Hand", night.hand), event)


def effective(records: Iterable[Recorded]) -> list[Recorded]:
    """The events in force: without void ones, and with consequences right behind the primary event they follow from."""
    kept = list(records)
    void = voided(kept)
    if void:
        kept = [record for record in kept if record.version not in void]
        kept.sort(key=lambda record: (record.caused_by or record.version, record.version))
    return kept


def voided(records: Iterable[Recorded]) -> set[int]:
    """The numbers of the events that strikes among these make void."""
    struck = [record.event for record in records if type(record.event) is events.EventsStruck]
    return {version for event in struck for version in event.void}


def fold(records: Iterable[Recorded]) -> Night:
    """The night that the records come to."""
    night = Night()
    for record in effective(records):
        evolve(night, record.event)
    return night
