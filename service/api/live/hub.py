"""Tells the listeners of a night that it has gone on, whether this process, another one or the command line wrote.

The hub says only that something has happened; streams read the book. It learns of commits of this process at once, of those
of others through Redis if there is one, and of all by polling the book.
"""

from __future__ import annotations

import itertools
import logging
import threading
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress

from sqlalchemy import Connection

from engine.speech import phrase
from service.api.live.between import Between
from service.api.live.feed import Feeds
from service.book.db import Database, translated
from service.book.store.chain import Stream, stream_of_night
from service.book.store.event_store import EventStore
from service.book.store.lists import Lists
from service.errors import BookError
from service.errors.problems import TooManyStreams

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


LOOK_SECONDS = 0.5
# One in this many streams is reserved for clients with a token, and one address may have one in this many of the others.
KEPT_FOR_A_TOKEN = 4
FOR_ONE_ADDRESS = 2
# A table has this many phones behind one address, however few streams there are.
OF_ONE_ADDRESS_LEAST = 2
# A person has a few devices with a few pages each; one night leaves streams to the others.
FOR_ONE_PERSON = 8
FOR_ONE_NIGHT = 500


class Listener:
    """The place of one stream of one night. The first to close it, stream or client, closes it for good.

    `guest` is the person or the address whose stream it is; None for whoever runs the bank. `wake` is called when there is news.
    """

    def __init__(self, hub: Hub, night: str, guest: str | None, close: Callable[[Listener], bool]) -> None:
        self.night = night
        self.guest = guest
        self.wake: Callable[[], object] = lambda: None
        self._hub = hub
        self._close = close

    @property
    def news(self) -> int:
        """The number of the last news of the night: another one says that something may have happened."""
        return self._hub.news(self.night)

    def wait(self, known: int, seconds: float) -> bool:
        """Waits at most this many seconds; True if there has been more news of the night than is known."""
        return self._hub.wait(self.night, known, seconds)

    @property
    def ended(self) -> bool:
        """True if the process is stopping."""
        return self._hub.closed

    def close(self) -> bool:
        """Gives the place back. True the first time."""
        return self._close(self)


class Hub:
    """All listeners of one process."""

    def __init__(
        self, database: Database, *, streams_max: int, look_seconds: float = LOOK_SECONDS, redis_url: str = ""
    ) -> None:
        self._streams_max = streams_max
        self._changed = threading.Condition()
        # How many listen to each night, how many of them do not run the bank, and whose these are.
        self._listeners: set[Listener] = set()
        self._nights: Counter[str] = Counter()
        self._audiences: Counter[str] = Counter()
        self._guests: Counter[str] = Counter()
        # By night the number of its last news; no two news have one number, also when everybody leaves and comes back.
        self._news: dict[str, int] = {}
        self._numbers = itertools.count(1)
        self._closed = threading.Event()
        self.feeds = Feeds()
        self._watching = watching = Watching(database, self._listened_to, self.hear, look_seconds)
        self._between: Between | None = None
        if redis_url:
            there, away = watching.rely_on_others, watching.rely_on_itself
            self._between = Between(redis_url, hear=self.hear, there=there, away=away)

    def listen(self, night: str, *, person: str = "", address: str | None = None) -> Listener:
        """A new listener. Refuses one if there are too many.

        One who does not run the bank is the `person` who signed in, or else comes from an `address`.
        """
        guest = person or address
        with self._changed:
            self._refuse_too_many(night, person, address)
            listener = Listener(self, night, guest, self._leave)
            self._listeners.add(listener)
            self._nights[night] += 1
            if guest is not None:
                self._audiences[night] += 1
                self._guests[guest] += 1
        # After the listener is there, because what watches ends when it finds none.
        self._watching.start()
        if self._between is not None:
            self._between.start_hearing()
        return listener

    def _listened_to(self) -> set[str]:
        with self._changed:
            return set(self._nights)

    def _refuse_too_many(self, night: str, person: str, address: str | None) -> None:
        if len(self._listeners) >= self._streams_max:
            raise TooManyStreams(most=self._streams_max)
        if person and self._guests[person] >= FOR_ONE_PERSON:
            raise TooManyStreams(most=FOR_ONE_PERSON, whose=phrase(" that one person may have"))
        if not (person or address):
            return
        if self._audiences[night] >= FOR_ONE_NIGHT:
            raise TooManyStreams(most=FOR_ONE_NIGHT, whose=phrase(" that may follow one night"))
        most = self._streams_max - self._streams_max // KEPT_FOR_A_TOKEN
        most_of_one = max(OF_ONE_ADDRESS_LEAST, most // FOR_ONE_ADDRESS)
        if not person and self._guests[address or ""] >= most_of_one:
            raise TooManyStreams(most=most_of_one, whose=phrase(" that one address may have without a token"))
        if self._guests.total() >= most:
            raise TooManyStreams(most=most, whose=phrase(" that need no token"))

    @property
    def listening(self) -> int:
        """The number of open streams."""
        return len(self._listeners)

    def announce(self, night: str, version: int) -> None:
        """Tells the listeners here and in other processes that the night has reached this version. Never waits."""
        self.hear(night)
        if self._between is not None:
            self._between.say(night, version)

    def hear(self, night: str) -> None:
        """Tells the listeners of this process that something may have happened to the night."""
        with self._changed:
            if not self._nights[night]:
                return
            self._news[night] = next(self._numbers)
            self._changed.notify_all()
            listening = [one for one in self._listeners if one.night == night]
        _wake(listening)

    def news(self, night: str) -> int:
        """The number of the last news of the night, 0 before the first; it never comes again."""
        return self._news.get(night, 0)

    def wait(self, night: str, known: int, seconds: float) -> bool:
        """Waits until there is more news of the night than is known, the time is over or the hub closes; True in the first case."""
        with self._changed:
            self._changed.wait_for(lambda: self.news(night) > known or self.closed, seconds)
            return self.news(night) > known

    def close(self) -> None:
        """Ends every stream and stops looking."""
        with self._changed:
            self._closed.set()
            self._changed.notify_all()
            listening = list(self._listeners)
        _wake(listening)
        self._watching.close()
        if self._between is not None:
            self._between.close()

    @property
    def closed(self) -> bool:
        return self._closed.is_set()

    def _leave(self, listener: Listener) -> bool:
        with self._changed:
            if listener not in self._listeners:
                return False
            self._listeners.discard(listener)
            _one_less(self._nights, listener.night)
            if listener.night not in self._nights:
                self._news.pop(listener.night, None)
            if listener.guest is not None:
                _one_less(self._audiences, listener.night)
                _one_less(self._guests, listener.guest)
            return True


def _wake(listeners: Iterable[Listener]) -> None:
    for one in listeners:
        # The server of a stream may have ended before it.
        with suppress(RuntimeError):
            one.wake()


def _one_less(counted: Counter[str], key: str) -> None:
    counted[key] -= 1
    if not counted[key]:
        del counted[key]
