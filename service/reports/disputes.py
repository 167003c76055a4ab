"""What is disputed? Each dispute with both sides' words, and how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from engine.reports.disputes import DisputeTold, disputes
from engine.speech import say_as
from engine.state import DisputeState
from service.reports.views.visible_night import VisibleNight

__all__ = ["DisputeLine", "Disputes", "disputes_so_far", "open_disputes"]


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


class Disputes(msgspec.Struct, frozen=True, kw_only=True):
    """Every dispute in the order in which they were raised; `open` says how many are neither resolved nor withdrawn."""

    night: str
    version: int
    open: int
    disputes: tuple[DisputeLine, ...]


def disputes_so_far(seen: VisibleNight) -> Disputes:
    """All the disputes of the night."""
    told = _lines(seen, disputes(seen.records))
    return Disputes(night=seen.night_id, version=seen.version, open=len(seen.night.open_disputes), disputes=told)


def open_disputes(seen: VisibleNight) -> tuple[DisputeLine, ...]:
    """The disputes that are still open."""
    if not seen.night.open_disputes:
        return ()
    return _lines(seen, tuple(one for one in disputes(seen.records) if one.state == "open"))


def _lines(seen: VisibleNight, told: tuple[DisputeTold, ...]) -> tuple[DisputeLine, ...]:
    # Most looks at a night see no dispute, and the sentences of events need the words of every room.
    from service.reports.views.events import events_told  # noqa: PLC0415

    events = sorted({one.event for one in told if one.event})
    said = events_told(seen, [seen.told[version - 1] for version in events])
    return dispute_lines(told, {one.version: one.sentence for one in said})
