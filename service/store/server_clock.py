"""Compares the clock of this machine with the times that the book has recorded already."""

from __future__ import annotations

from datetime import datetime

from engine.speech import say
from service.db import Database
from service.errors import BookDamaged, EventUnreadable
from service.payload_limits import is_time
from service.store.chain import envelope_of
from service.store.event_store import EventStore
from service.store.lists import Lists
from service.store.streams import stream_of_night

# The clocks of two machines differ a little.
BEHIND_SECONDS = 120


def is_behind(database: Database, now: str) -> str:
    """A sentence if the clock shows an earlier time than that of the last event of the newest night; else empty."""
    lists = Lists(database)
    newest = lists.nights(limit=1)
    if not newest:
        return ""
    store, stream = EventStore(database), stream_of_night(newest[0].club, newest[0].night)
    last = store.version(stream)
    try:
        # More may have come since that was asked.
        stored = store.read(stream, after=last - 1)
        recorded_at = envelope_of(stored[-1]).recorded_at if stored else ""
    except (EventUnreadable, BookDamaged):
        # A damaged event is left for verification to report.
        return ""
    if not is_time(recorded_at):
        return ""
    behind = (datetime.fromisoformat(recorded_at) - datetime.fromisoformat(now)).total_seconds()
    if behind <= BEHIND_SECONDS:
        return ""
    return say(
        "The clock was set back: it shows {now}, but the last event of the newest night was recorded at {recorded_at}.",
        now=now,
        recorded_at=recorded_at,
    )
