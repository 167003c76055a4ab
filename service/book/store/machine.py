"""The machine under a book: the room on its disk, and its clock."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable
from datetime import datetime

from sqlalchemy import func, select

from engine.speech import say
from service.book.db import Database
from service.book.db.file import why_not_written as why_file_is_not_written
from service.book.store.chain import envelope_of, stream_of_night
from service.book.store.credentials import latest_use
from service.book.store.event_store import EventStore
from service.book.store.lists import Lists
from service.errors import BookDamaged, EventUnreadable
from service.language.payload_limits import is_time

# Where less is free, a host wants to know before the disk is full. A long night takes less than one mebibyte.
LOW_BYTES = 100 * 1024**2
_MAY_WRITE = select(func.pg_is_in_recovery(), func.current_setting("default_transaction_read_only") == "on")


def why_not_written(database: Database) -> str:
    """A sentence for readers outside if nothing can be recorded; else empty. Refuses a server that does not answer."""
    if database.path:
        why = database.refuses or why_file_is_not_written(database.path)
        return say(why.outside) if why else ""
    ((is_replica, is_closed),) = database.rows(_MAY_WRITE)
    if is_replica:
        return say("The book can be read but not written to: its server is a replica.")
    return say("The book can be read but not written to: its server accepts no changes.") if is_closed else ""


def free_bytes(database: Database) -> int | None:
    """How much room the disk of a book in a file has left; None for a book on a server."""
    return shutil.disk_usage(database.path.parent).free if database.path else None


def little_room(database: Database) -> str:
    """A sentence if the disk of a book in a file is nearly full; else empty."""
    free = free_bytes(database)
    if free is None or free >= LOW_BYTES:
        return ""
    return say("The disk of the book has {free} MiB left.", free=free // 1024**2)


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
