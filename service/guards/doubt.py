"""What every guard is given, and what it raises."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine import errors
from engine.events import Recorded
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
