"""What every guard is given, and what it raises."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine import errors
from engine.events import Event, EventsStruck, Recorded
from engine.folding import voided
from engine.state import Night


class Doubt(errors.AgainstTheRules):
    """An act that may be a slip; the code begins with `looks_like_` (`engine.waiving.ASKED_BACK`)."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The night as it stands before the act, all of its events, and the service's clock."""

    night: Night
    records: Sequence[Recorded]
    # How many of the records are in the book already; the rest are acts of the same batch.
    booked: int
    now: str
    # When an event of the book was recorded, by its version.
    recorded_at: Callable[[int], str]

    def in_force(self, kinds: Sequence[type[Event]], *, last: int | None = None) -> list[Recorded]:
        """The events of these kinds that are in force, in the order of their numbers, among all or the `last` so many."""
        wanted = {*kinds, EventsStruck}
        records = self.records if last is None else self.records[-last:]
        found = [record for record in records if type(record.event) in wanted]
        void = voided(found)
        return [record for record in found if record.version not in void and not isinstance(record.event, EventsStruck)]
