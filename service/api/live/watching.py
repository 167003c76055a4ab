"""Polls the book for what other processes have written: SQLite counts changes of its file, PostgreSQL is asked for versions."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import ExitStack

from sqlalchemy import Connection

from service.book.db import Database, translated
from service.book.store.event_store import EventStore
from service.book.store.lists import Lists
from service.book.store.streams import Stream, stream_of_night
from service.errors import BookError

# How often a server is asked for versions while Redis brings the news: only for messages that were lost.
RELYING_SECONDS = 2.0

_log = logging.getLogger("chipbook.live")


class Watching:
    """A thread that looks at the nights that somebody listens to, and ends when nobody listens any more.

    `nights` answers which they are; `tell` is called with each that has changed since it was last looked at.
    """

    def __init__(
        self, database: Database, nights: Callable[[], set[str]], tell: Callable[[str], None], look_seconds: float
    ) -> None:
        self._database = database
        self._store = EventStore(database)
        self._lists = Lists(database)
        self._nights = nights
        self._tell = tell
        self._look_seconds = look_seconds
        self._relies_on_others = False
        # A night never changes its club.
        self._clubs_of: dict[str, str] = {}
        self._versions: dict[str, int] = {}
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None
        self._wanted = threading.Event()
        self._closed = False

    def start(self) -> None:
        """Starts looking, unless the thread is at it."""
        with self._starting:
            if self._thread is None and not self._closed:
                self._thread = threading.Thread(target=self._look, name="chipbook-live", daemon=True)
                self._thread.start()

    def rely_on_others(self) -> None:
        """Others bring the news from now on. Looks at once, because news may have been lost before, and then seldom."""
        self._relies_on_others = True
        self._wanted.set()

    def rely_on_itself(self) -> None:
        """Nobody else brings the news from now on. Looks at once, and often."""
        self._relies_on_others = False
        self._wanted.set()

    def close(self) -> None:
        """Stops looking."""
        with self._starting:
            self._closed = True
            thread = self._thread
        self._wanted.set()
        if thread is not None:
            thread.join()

    @property
    def _seconds(self) -> float:
        # To ask SQLite whether its file has changed costs next to nothing.
        if self._relies_on_others and self._database.dialect != "sqlite":
            return max(RELYING_SECONDS, self._look_seconds)
        return self._look_seconds

    def _look(self) -> None:
        changes = _Changes(self._database)
        try:
            while not self._closed:
                if self._wanted.wait(self._seconds):
                    self._wanted.clear()
                with self._starting:
                    nights = self._nights()
                    if not nights:
                        self._versions.clear()
                        self._thread = None
                        return
                self._look_once(changes, nights)
        finally:
            changes.close()

    def _look_once(self, changes: _Changes, nights: set[str]) -> None:
        try:
            if not changes.any(nights):
                return
            for night in nights:
                version = self._store.version(self._stream(night))
                if self._versions.get(night) != version:
                    self._versions[night] = version
                    self._tell(night)
        except BookError as refusal:
            # Locked by another process, or out of reach for a while: the next look may succeed.
            changes.forget()
            _log.warning("live_look_failed", extra={"code": refusal.code})

    def _stream(self, night: str) -> Stream:
        club = self._clubs_of.get(night)
        if club is None:
            club = self._clubs_of[night] = self._lists.club_of(night)
        return stream_of_night(club, night)


class _Changes:
    """Tells whether the book may have changed since the last look. For one thread, with a connection of its own."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._open = ExitStack()
        self._connection: Connection | None = None
        self._counted: int | None = None
        self._nights: set[str] = set()

    def any(self, nights: set[str]) -> bool:
        """True on PostgreSQL, where versions are cheap to query; on SQLite, True if its `data_version` changed."""
        if self._database.dialect != "sqlite":
            return True
        counted = self._data_version()
        # A new listener may have missed what was written in between.
        changed = counted != self._counted or not nights <= self._nights
        self._counted, self._nights = counted, set(nights)
        return changed

    def forget(self) -> None:
        """The last look was not finished, so the next one finds a change."""
        self._counted = None

    def _data_version(self) -> int:
        # The number counts the commits of all other connections, as seen by one and the same connection.
        if self._connection is None:
            self._connection = self._open.enter_context(self._database.connect())
        with translated(self._database.place), self._connection.begin():
            return int(self._connection.exec_driver_sql("PRAGMA data_version").scalar_one())

    def close(self) -> None:
        self._open.close()
