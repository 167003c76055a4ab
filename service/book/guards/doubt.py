"""What every guard is given, and what it raises."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

import msgspec

from engine import errors
from engine.events import Event, EventsStruck, Recorded
from engine.state import Night


class Doubt(errors.AgainstTheRules):
    """An act that may be a slip; the code begins with `looks_like_` (`engine.waiving.ASKED_BACK`)."""


class Asked(msgspec.Struct, frozen=True):
    """The night as it stands before the act, all of its events, and the service's clock."""

    night: Night
    records: Sequence[Recorded]
    # How many of the records are in the book already; the rest are acts of the same batch.
    booked: int
    now: str
    # When an event of the book was recorded, by its version.
    recorded_at: Callable[[int], str]

    def in_force(self, kinds: Sequence[type[Event]], *, last: int | None = None) -> Iterator[Recorded]:
        """The events of these kinds that are in force, the latest first, among all or the `last` so many."""
        wanted, void = {*kinds}, set[int]()
        for record in islice(reversed(self.records), last):
            event = record.event
            if type(event) in wanted:
                if record.version not in void:
                    yield record
            elif type(event) is EventsStruck and record.version not in void:
                # A strike comes after what it makes void.
                void.update(event.void)
