"""Reading from a replica of the book, which may be behind: nobody gets less than they have seen or written before.

What counts is the version of a stream. This process knows what it has written, read from the primary and been told of; a
request says which version its sender knows.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from service.app.book import Book
from service.db import Database
from service.errors import BookError
from service.languages import in_english
from service.store.event_store import EventStore
from service.store.seen import SeenVersions
from service.store.streams import CLUB, NIGHT, Stream, stream_of_club

# How long a replica that could not be read is left alone.
AWAY_SECONDS = 5.0
# How many streams are asked for at most before a list of them is read, or to see whether they may be dropped.
ASKED_MAX = 20
# Beyond this many streams, some are looked at with every read.
KEPT_MAX = 1000

_log = logging.getLogger("chipbook.replica")


class Replica:
    """The book as a replica has it, and whether it may be read there."""

    def __init__(self, primary: Book, database: Database) -> None:
        self.book = Book.on(
            database,
            home=primary.home,
            zone=primary.zone,
            remind_after_days=primary.remind_after_days,
            now=primary.now,
            keys=primary.keys,
        )
        self.seen = SeenVersions()
        primary.database.saw = self.seen.note
        self._store = EventStore(database)
        self._away_until = 0.0

    def has_night(self, night: str, known: int) -> bool:
        """True if the replica has the night, and its club, as far as it was seen here and `known` to who asks."""

        def has() -> bool:
            stream = self._stream_of(NIGHT + night)
            return self._reaches(stream, known) and self._reaches(stream_of_club(stream.club))

        return self._answers(has)

    def has_club(self, club: str) -> bool:
        """True if the replica has the club, and all that its own stream says of its nights, as far as it was seen here."""
        return self._answers(lambda: self._reaches(stream_of_club(club)))

    def has_all(self) -> bool:
        """True if the replica has every stream as far as it was seen here."""
        return self._answers(lambda: self._all_reach(ASKED_MAX) and not self.seen)

    def _answers(self, has: Callable[[], bool]) -> bool:
        if time.monotonic() < self._away_until:
            return False
        try:
            if len(self.seen) > KEPT_MAX:
                # What nobody reads any more is dropped too.
                self._all_reach(ASKED_MAX)
            return has()
        except BookError as refusal:
            self.failed(refusal)
            return False

    def failed(self, refusal: BookError) -> None:
        """Leaves the replica alone for a while if it cannot be read. What it does not have yet is no failure."""
        if "place" in refusal.details:
            self._away_until = time.monotonic() + AWAY_SECONDS
            _log.warning("replica_away", extra={"code": refusal.code, "sentence": in_english(refusal)})

    def _all_reach(self, most: int) -> bool:
        # All are looked at, so that those it has are dropped.
        reached = [self._reaches(self._stream_of(name)) for name in self.seen.oldest(most)]
        return all(reached)

    def _reaches(self, stream: Stream, known: int = 0) -> bool:
        wanted = max(known, self.seen.of(stream.name))
        if not wanted:
            return True
        version = self._store.version(stream)
        self.seen.is_reached(stream.name, version)
        return version >= wanted

    def _stream_of(self, name: str) -> Stream:
        if name.startswith(CLUB):
            return stream_of_club(name.removeprefix(CLUB))
        with self.book.handler() as handler:
            return handler.stream(name.removeprefix(NIGHT))
