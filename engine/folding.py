"""Folds events into a night, ledger first; neither this module nor any it imports decides anything.

`evolve` copies one event and never refuses; `fold` copies a whole book; `effective` leaves out struck events and puts
corrected ones in their place.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from msgspec.structs import replace

from engine import events
from engine.events import Recorded
from engine.ledger.postings import Moves, Postings, two_sided
from engine.night.bank.facts import COUNTED_ON, count_on, forget_counts
from engine.registry import BESIDE_THE_TABLE, FOLDS, HAND_FOLDS, MOVED, load
from engine.state import Checkpoint, Night

load("facts")

MOVES: Final[dict[type[Any], Callable[[Any], Moves]]] = MOVED

# The number of an act; of one put in after another, also its own number, below zero so that the last one put in is first.
Place = tuple[int, ...]

Fold = Callable[[Night, Any], None]

EVOLVE: Final[dict[type[Any], Fold]] = FOLDS
# Of the night, its hand and the event; in a sound book there is a hand.
HandFold = Callable[[Night, Any, Any], None]

EVOLVE_HAND: Final[dict[type[Any], HandFold]] = HAND_FOLDS

# By the type of an event: what it moves, and its fold, of a hand or else of the night; looked up in one go.
_COPIED: Final[dict[type[Any], tuple[Callable[[Any], Moves] | None, HandFold | None, Fold | None]]] = {
    kind: (MOVES.get(kind), EVOLVE_HAND.get(kind), EVOLVE.get(kind)) for kind in (*EVOLVE, *EVOLVE_HAND)
}


def postings(event: events.Event) -> Postings:
    """The event's postings; empty for an event that moves neither chips nor money."""
    rule = MOVES.get(type(event))
    return two_sided(rule(event)) if rule else ()


# For each event type that moves something, the function that gives its postings.
POSTINGS: Final[dict[type[Any], Callable[[Any], Postings]]] = dict.fromkeys(MOVES, postings)


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
                    if type(event) in COUNTED_ON:
                        count_on(night, source, target, amount)
                    else:
                        forget_counts(night, source, target)
    if in_hand is not None:
        in_hand(night, night.hand, event)
    elif in_night is not None:
        in_night(night, event)


class Places:
    """Where each act stands in the order of the night, by what the strikes and corrections among these records say.

    An act in the place of another has its place; one right after another comes before everything that was put there
    earlier. What has become void keeps its place, because others may stand beside it.
    """

    def __init__(self, records: Iterable[Recorded]) -> None:
        self._places: dict[int, Place] = {}
        self._roots: dict[int, int] = {}
        self._instead_of: dict[int, int] = {}
        for record in records:
            if type(record.event) is events.EventsStruck:
                for placed in record.event.placed:
                    beside = self.of_act(placed.at)
                    self._places[placed.version] = (*beside, -placed.version) if placed.after else beside
                    self._roots[placed.version] = self.root(placed.at)
                    if not placed.after:
                        self._instead_of[placed.version] = self.first_recorded(placed.at)

    def act_of(self, record: Recorded) -> int:
        """The number of the act that the record follows from, or is."""
        return record.version if record.version in self._places else record.caused_by or record.version

    def of_act(self, version: int) -> Place:
        """The place of the act with this number; places compare like the order of the night."""
        return self._places.get(version) or (version,)

    def of(self, record: Recorded) -> Place:
        """The place of the act that the record follows from, or is."""
        return self.of_act(self.act_of(record))

    def root(self, version: int) -> int:
        """The act as first recorded in whose place this one stands, or after which it was put; itself if neither."""
        return self._roots.get(version, version)

    def first_recorded(self, version: int) -> int:
        """The number of the event that was recorded first at the place of this one; its own if it replaced nothing."""
        return self._instead_of.get(version, version)

    def in_order(self, record: Recorded) -> tuple[Place, int]:
        """What records compare by in the order of the night: the place of the act, then their own number."""
        version, places = record.version, self._places
        act = version if version in places else record.caused_by or version
        return places.get(act) or (act,), version

    def is_placed(self, version: int) -> bool:
        """Whether a correction put the event in its place."""
        return version in self._places


def instead_of(records: Sequence[Recorded], version: int) -> int | None:
    """The number of the act in force that a correction put in the place of this one; None if none did."""
    places, void = Places(records), voided(records)
    placed = (one.version for one in records if places.is_placed(one.version) and one.version not in void)
    return next((one for one in placed if one != version and places.of_act(one) == places.of_act(version)), None)


def effective(records: Iterable[Recorded]) -> list[Recorded]:
    """The events in force, in the order of the table: without void ones, each act where corrections put it, and
    consequences right behind the act they follow from.

    The records come in the order of their numbers. A corrected act has no cause here, and happened when the act in whose
    place it stands did.
    """
    kept = list(records)
    struck = [record for record in kept if type(record.event) is events.EventsStruck]
    if not struck:
        return kept
    void, places = voided(struck), Places(struck)
    standing: list[Recorded] = []
    moved: list[Recorded] = []
    act = 0
    for record in kept:
        version, cause = record.version, record.caused_by
        if cause is None:
            act = version
        if version not in void:
            # Recorded with its act, it stands where it was recorded; what a correction brought stands elsewhere.
            in_place = cause is None or (cause == act and not places.is_placed(version))
            (standing if in_place else moved).append(record)
    if not moved:
        return standing
    numbered = {record.version: record for record in kept}
    standing += [_as_it_stands(record, places, numbered) for record in moved]
    standing.sort(key=places.in_order)
    return standing


def _as_it_stands(record: Recorded, places: Places, numbered: Mapping[int, Recorded]) -> Recorded:
    """The record with the cause and the time that it has at its place."""
    act = places.act_of(record)
    first = numbered.get(places.root(act), record)
    cause = None if act == record.version else act
    if cause == record.caused_by and first.occurred_at == record.occurred_at:
        return record
    return replace(record, caused_by=cause, occurred_at=first.occurred_at, recorded_at=first.recorded_at)


def voided(records: Iterable[Recorded]) -> set[int]:
    """The numbers of the events that strikes and corrections among these make void; one that is void makes nothing void."""
    return {*voided_by(records)}


def voided_by(records: Iterable[Recorded]) -> dict[int, int]:
    """For every event that is made void, the number of the strike or correction that does it; the last one, if several do.

    A strike or correction that is void makes nothing void.
    """
    void: dict[int, int] = {}
    struck = [(one, one.event) for one in records if type(one.event) is events.EventsStruck]
    for record, event in reversed(struck):
        if record.version not in void:
            for version in event.void:
                void.setdefault(version, record.caused_by or record.version)
    return void


def fold(records: Iterable[Recorded], *, since: Checkpoint | None = None) -> Night:
    """The night that the records come to. `since` saves folding those before it, which no later one may concern."""
    night = Night() if since is None else since.night.copy()
    for record in effective(islice(records, since.records if since is not None else 0, None)):
        evolve(night, record.event)
    return night


def only_beside_the_table(records: Iterable[Recorded]) -> bool:
    """Whether these events leave the table as it was, so that an act decided before them means the same after them."""
    return all(type(record.event) in BESIDE_THE_TABLE for record in records)
