"""Reads all that a book has of a club, within a transaction that the caller holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from service.book.db import Database
from service.book.store.chain import COLUMN_INTEGER_MAX, StoredEvent
from service.book.store.names import Handle, Member, member_of
from service.book.store.streams import END_OF, Stream, stream_of_club

# So many events are read, and recorded in another book, at a time.
CHUNK = 1000

_CLUBS = "SELECT DISTINCT club FROM event ORDER BY club"
_VERSIONS = "SELECT stream, MAX(version) FROM event WHERE club = ? GROUP BY stream ORDER BY stream"
_HASH_AT = "SELECT hash FROM event WHERE club = ? AND stream = ? AND version = ?"
# In the order of the fields of `StoredEvent`.
_EVENTS = (
    "SELECT club, stream, version, type, schema, body, prev_hash, hash FROM event "
    "WHERE club = ? AND stream = ? AND version > ? ORDER BY version LIMIT ?"
)
_HASHES = "SELECT version, hash FROM event WHERE club = ? AND stream = ? ORDER BY version LIMIT ?"
_HANDLES = "SELECT club, player, kind, handle FROM handle WHERE club = ? ORDER BY player, kind"
_MEMBERS = "SELECT club, id, name, salt FROM player WHERE club = ? ORDER BY id"


class End(NamedTuple):
    """How far a stream goes: the version of its last event, and its hash in hex."""

    version: int
    head: str


NOT_BEGUN = End(0, "")


class Reader:
    """The rows of one book, as the transaction of the cursor sees them."""

    def __init__(self, database: Database, cursor: Any) -> None:
        self._database = database
        self._cursor = cursor

    def clubs(self) -> list[str]:
        """The id of every club that has events."""
        return [str(club) for (club,) in self.rows(_CLUBS)]

    def ends(self, club: str) -> dict[Stream, End]:
        """How far each stream of a club goes, the club's own first, then by name; empty if there is no such club."""
        own = stream_of_club(club)
        versions = {Stream(club, name): int(version) for name, version in self.rows(_VERSIONS, club)}
        ordered = sorted(versions, key=lambda stream: (stream != own, stream.name))
        return {stream: End(versions[stream], self.hash_at(stream, versions[stream])) for stream in ordered}

    def end(self, stream: Stream) -> End:
        """How far a stream goes; NOT_BEGUN if there is none."""
        return next((End(int(version), str(head)) for version, head in self.rows(END_OF, *stream)), NOT_BEGUN)

    def hash_at(self, stream: Stream, version: int) -> str:
        """The hash of the event of this number, in hex; empty if there is no such event."""
        ((found,),) = self.rows(_HASH_AT, *stream, version) or [("",)]
        return str(found)

    def hashes(self, stream: Stream, most: int) -> list[tuple[int, str]]:
        """The versions and hashes of the first events of a stream, at most so many."""
        return [(int(version), str(found)) for version, found in self.rows(_HASHES, *stream, most)]

    def events(self, stream: Stream, *, after: int = 0, most: int = COLUMN_INTEGER_MAX) -> list[StoredEvent]:
        """The events of a stream after a version, at most so many."""
        return list(map(StoredEvent._make, self.rows(_EVENTS, *stream, after, most)))

    def handles(self, club: str) -> list[Handle]:
        """How the members of a club want to be paid."""
        return [Handle._make(row) for row in self.rows(_HANDLES, club)]

    def members(self, club: str) -> list[Member]:
        """The members of a club who have a name in this book, by id."""
        return [member_of(row) for row in self.rows(_MEMBERS, club)]

    def rows(self, query: str, *values: Any) -> Sequence[Any]:
        """The rows that a query finds; it is written with ? for its values."""
        self._cursor.execute(self._database.statement(query), values)
        rows: Sequence[Any] = self._cursor.fetchall()
        return rows


@contextmanager
def snapshot(database: Database) -> Iterator[Reader]:
    """The book as it is at this moment, whatever others add to it while the block lasts."""
    with database.at_one_moment(), database.reading() as connection:
        yield Reader(database, connection.connection.cursor())
