"""Tells the listeners of a night that it has gone on, whether this process, another one or the command line wrote.

The hub only says which version a night has reached; listeners read the events from the book. It learns of commits of this
process at once. For all others it polls: SQLite counts changes of its file, PostgreSQL is asked for versions.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any

from service.db import Database, translated
from service.errors import BookError
from service.problems import TooManyStreams
from service.store.event_store import EventStore
from service.store.lists import Lists
from service.store.streams import Stream, stream_of_night

LOOK_SECONDS = 0.5
# One in this many streams is reserved for clients with a token, and one address may have one in this many of the others.
KEPT_FOR_A_TOKEN = 4
FOR_ONE_ADDRESS = 2
# A table has this many phones behind one address, however few streams there are.
OF_ONE_ADDRESS_LEAST = 2

_log = logging.getLogger("chipbook.live")


class Listener:
    """One stream of one night. The first to close it, stream or client, closes it for good.

    `address` is the address of a client without a token; empty for one with a token.
    """

    def __init__(self, hub: Hub, night: str, address: str | None, close: Callable[[Listener], None]) -> None:
        self.night = night
        self.address = address
        self._hub = hub
        self._close = close

    def wait(self, after: int, seconds: float) -> bool:
        """Waits at most this many seconds; True if the night has gone beyond this version."""
        return self._hub.wait(self.night, after, seconds)

    @property
    def ended(self) -> bool:
        """True if the process is stopping."""
        return self._hub.closed

    def close(self) -> None:
        self._close(self)


class Hub:
    """All listeners of one process."""

    def __init__(self, database: Database, *, streams_max: int, look_seconds: float = LOOK_SECONDS) -> None:
        self._database = database
        self._store = EventStore(database)
        self._lists = Lists(database)
        # A night never changes its club.
        self._clubs_of: dict[str, str] = {}
        self._streams_max = streams_max
        self._look_seconds = look_seconds
        self._changed = threading.Condition()
        self._listeners: set[Listener] = set()
        self._versions: dict[str, int] = {}
        self._looking: threading.Thread | None = None
        self._closed = threading.Event()

    def listen(self, night: str, *, address: str | None = None) -> Listener:
        """A new listener. Refuses one if there are too many. A listener without a token gives the `address` it comes from."""
        with self._changed:
            self._refuse_too_many(address)
            listener = Listener(self, night, address, self._leave)
            self._listeners.add(listener)
            if self._looking is None and not self._closed.is_set():
                self._looking = threading.Thread(target=self._look, name="chipbook-live", daemon=True)
                self._looking.start()
        return listener

    def _refuse_too_many(self, address: str | None) -> None:
        if len(self._listeners) >= self._streams_max:
            raise TooManyStreams(most=self._streams_max)
        if address is None:
            return
        most = self._streams_max - self._streams_max // KEPT_FOR_A_TOKEN
        most_of_one = max(OF_ONE_ADDRESS_LEAST, most // FOR_ONE_ADDRESS)
        addresses = [listener.address for listener in self._listeners if listener.address is not None]
        if addresses.count(address) >= most_of_one:
            raise TooManyStreams(most=most_of_one, whose=" that one address may have without a token")
        if len(addresses) >= most:
            raise TooManyStreams(most=most, whose=" that need no token")

    @property
    def listening(self) -> int:
        """The number of open streams."""
        return len(self._listeners)

    def announce(self, night: str, version: int) -> None:
        """Tells the listeners that the night has reached this version."""
        with self._changed:
            if version > self._versions.get(night, 0) and any(one.night == night for one in self._listeners):
                self._versions[night] = version
                self._changed.notify_all()

    def wait(self, night: str, after: int, seconds: float) -> bool:
        """Waits until the night is beyond the version, the time is over or the hub closes; True if it is beyond."""
        with self._changed:
            self._changed.wait_for(lambda: self._versions.get(night, 0) > after or self._closed.is_set(), seconds)
            return self._versions.get(night, 0) > after

    def close(self) -> None:
        """Ends every stream and stops looking."""
        with self._changed:
            self._closed.set()
            self._changed.notify_all()
            looking = self._looking
        if looking is not None:
            looking.join()

    @property
    def closed(self) -> bool:
        return self._closed.is_set()

    def _leave(self, listener: Listener) -> None:
        with self._changed:
            self._listeners.discard(listener)
            if not any(one.night == listener.night for one in self._listeners):
                self._versions.pop(listener.night, None)

    def _look(self) -> None:
        """Polls for what others have written, while anybody listens."""
        changes = _Changes(self._database)
        try:
            while not self._closed.wait(self._look_seconds):
                with self._changed:
                    nights = {listener.night for listener in self._listeners}
                    if not nights:
                        self._looking = None
                        return
                self._look_once(changes, nights)
        finally:
            changes.close()

    def _stream(self, night: str) -> Stream:
        club = self._clubs_of.get(night)
        if club is None:
            club = self._clubs_of[night] = self._lists.club_of(night)
        return stream_of_night(club, night)

    def _look_once(self, changes: _Changes, nights: set[str]) -> None:
        try:
            if changes.any(nights):
                for night in nights:
                    self.announce(night, self._store.version(self._stream(night)))
        except BookError as refusal:
            # Locked by another process, or out of reach for a while: the next look may succeed.
            _log.warning("live_look_failed", extra={"code": refusal.code})


class _Changes:
    """Tells whether the book may have changed since the last look. For one thread, with a connection of its own."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: Any = None
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

    def _data_version(self) -> int:
        # The number counts the commits of all other connections, as seen by one and the same connection.
        with translated(self._database.place):
            if self._connection is None:
                self._connection = self._database.connect()
            cursor = self._connection.cursor()
            cursor.execute("PRAGMA data_version")
            (counted,) = cursor.fetchall()[0]
            cursor.close()
        return int(counted)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
