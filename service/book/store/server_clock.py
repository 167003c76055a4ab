"""Compares the clock of this machine with the times that the book has recorded already, and goes on where it was set back."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime

from engine.speech import say
from service.book.db import Database
from service.book.store.chain import envelope_of
from service.book.store.credentials import latest_use
from service.book.store.event_store import EventStore
from service.book.store.lists import Lists
from service.book.store.streams import stream_of_night
from service.errors import BookDamaged, EventUnreadable
from service.language.payload_limits import is_time

# The clocks of two machines differ a little.
BEHIND_SECONDS = 120


class NeverBack:
    """The clock by which sessions, links and tokens expire: what has expired stays so when the machine's clock is set back.

    It shows the latest time that the machine has shown to this process, or that the book says a credential was made or used
    at. Until the machine's clock has come there again it stands still, and what is made meanwhile is good from there on.
    """

    def __init__(self, database: Database, now: Callable[[], str]) -> None:
        self._database = database
        self._now = now
        self._latest = ""
        self._lock = threading.Lock()

    def __call__(self) -> str:
        """The time as the book writes it."""
        now = self._now()
        if not self._latest:
            now = max(now, latest_use(self._database))
        with self._lock:
            self._latest = max(self._latest, now)
            return self._latest


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
