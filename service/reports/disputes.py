"""A dispute with the event that it is about in words, for reports and answers alike."""

from collections.abc import Iterable, Mapping

import msgspec

from engine.reports.disputes import DisputeTold
from engine.speech import say_as
from engine.state import DisputeState


class DisputeLine(DisputeTold, frozen=True, kw_only=True):
    """A dispute; `about` is the sentence of the event that it names, empty if it is about the night as a whole."""

    about: str


def dispute_state_told(state: DisputeState) -> str:
    """The state of a dispute in one word."""
    match state:
        case "open":
            return say_as("a dispute", "open")
        case "resolved":
            return say_as("a dispute", "resolved")
        case "withdrawn":
            return say_as("a dispute", "withdrawn")


def dispute_lines(told: Iterable[DisputeTold], said: Mapping[int, str]) -> tuple[DisputeLine, ...]:
    """The disputes with the sentences of their events; `said` are sentences by the number of the event."""
    return tuple(
        DisputeLine(about=said.get(dispute.event or 0, ""), **msgspec.structs.asdict(dispute)) for dispute in told
    )
