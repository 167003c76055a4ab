"""Which nights are in the book? The newest first, a page at a time."""

from __future__ import annotations

import msgspec

from engine.commands import OpenNight
from service.command_handler import PREFIX
from service.problems import UnknownCursor
from service.store.event_store import EventStore, StreamSummary


class NightRow(msgspec.Struct, frozen=True, kw_only=True):
    """One night among others."""

    night: str
    name: str
    club: str
    opened_at: str
    zone: str
    events: int
    head: str


class NightPage(msgspec.Struct, frozen=True, kw_only=True):
    """Some nights, the newest first. `next` is the cursor of the following page, None after the last night."""

    nights: tuple[NightRow, ...]
    next: str | None


class _First(msgspec.Struct):
    """The first event of a night, as it stands in the book."""

    data: OpenNight
    occurred_at: str
    recorded_at: str


def night_page(store: EventStore, *, club: str | None, cursor: str | None, limit: int) -> NightPage:
    """The nights after the cursor, up to the limit; of one club or of all."""
    opened = [(_first(summary), summary) for summary in store.streams(PREFIX)]
    rows = [
        _row(first, summary)
        for first, summary in sorted(opened, key=lambda pair: (pair[0].recorded_at, pair[1].stream), reverse=True)
        if club in (None, first.data.club)
    ]
    start = _after(rows, cursor) if cursor else 0
    page = rows[start : start + limit]
    return NightPage(nights=tuple(page), next=page[-1].night if start + limit < len(rows) else None)


def _after(rows: list[NightRow], cursor: str) -> int:
    for place, row in enumerate(rows, start=1):
        if row.night == cursor:
            return place
    raise UnknownCursor(cursor=cursor)


def _first(summary: StreamSummary) -> _First:
    return msgspec.json.decode(summary.first_body, type=_First)


def _row(first: _First, summary: StreamSummary) -> NightRow:
    return NightRow(
        night=summary.stream.removeprefix(PREFIX),
        name=first.data.name,
        club=first.data.club,
        opened_at=first.occurred_at,
        zone=first.data.zone,
        events=summary.version,
        head=summary.head,
    )
