"""What is disputed tonight? Each dispute with both sides' words, and how it ended."""

from __future__ import annotations

import msgspec

from engine.reports.disputes import DisputeTold, disputes
from service.reports.disputes import DisputeLine, dispute_lines
from service.reports.views.visible_night import VisibleNight

__all__ = ["DisputeLine", "Disputes", "disputes_so_far", "open_disputes"]


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
