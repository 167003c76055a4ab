"""Reads all that a book has of a club, within a transaction that the caller holds, and what its own stream says of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, Executable, bindparam, func, select

from engine.adjudicate import DOES_NOT_FIT
from engine.club import acts
from engine.club.facts import evolve
from engine.club.state import Club
from engine.speech import phrase
from service.book.club_handler import RecordedAct, recorded_act
from service.book.db import Database, also_writing
from service.book.store.chain import COLUMN_INTEGER_MAX, StoredEvent, Stream, stream_of_club
from service.book.store.countersignatures import COUNTERSIGNATURES_OF_A_CLUB, Countersignature
from service.book.store.credentials import drop_credentials_of_nameless
from service.book.store.event_store import EVENTS_OF
from service.book.store.lists import END_OF, ListedClub, in_the_list
from service.book.store.names import HANDLES_OF_A_CLUB, Forgotten, Handle, Member, drop_nameless, vouches, write_names
from service.book.store.rows import EVENT, PLAYER, columns_of
from service.errors import BrokenChain

# So many events are read, and recorded in another book, at a time.
CHUNK = 1000

_CLUBS = select(EVENT.c.club).distinct().order_by(EVENT.c.club)
_VERSIONS = (
    select(EVENT.c.stream, func.max(EVENT.c.version))
    .where(EVENT.c.club == bindparam("club"))
    .group_by(EVENT.c.stream)
    .order_by(EVENT.c.stream)
)
_OF_STREAM = (EVENT.c.club == bindparam("club"), EVENT.c.stream == bindparam("name"))
_HASH_AT = select(EVENT.c.hash).where(*_OF_STREAM, EVENT.c.version == bindparam("version"))
_HASHES = select(EVENT.c.version, EVENT.c.hash).where(*_OF_STREAM).order_by(EVENT.c.version).limit(bindparam("most"))
_MEMBERS = select(*columns_of(PLAYER, Member)).where(PLAYER.c.club == bindparam("club")).order_by(PLAYER.c.id)


class End(NamedTuple):
    """How far a stream goes: the version of its last event, and its hash in hex."""

    version: int
    head: str


NOT_BEGUN = End(0, "")


class Reader:
    """The rows of one book, as the transaction of the connection sees them."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def clubs(self) -> list[str]:
        """The id of every club that has events."""
        return [str(club) for (club,) in self.rows(_CLUBS)]

    def ends(self, club: str) -> dict[Stream, End]:
        """How far each stream of a club goes, the club's own first, then by name; empty if there is no such club."""
        own = stream_of_club(club)
        versions = {Stream(club, name): int(version) for name, version in self.rows(_VERSIONS, club=club)}
        ordered = sorted(versions, key=lambda stream: (stream != own, stream.name))
        return {stream: End(versions[stream], self.hash_at(stream, versions[stream])) for stream in ordered}

    def end(self, stream: Stream) -> End:
        """How far a stream goes; NOT_BEGUN if there is none."""
        return next(
            (End(int(version), str(head)) for version, head in self.rows(END_OF, **stream._asdict())), NOT_BEGUN
        )

    def hash_at(self, stream: Stream, version: int) -> str:
        """The hash of the event of this number, in hex; empty if there is no such event."""
        ((result,),) = self.rows(_HASH_AT, **stream._asdict(), version=version) or [("",)]
        return str(result)

    def hashes(self, stream: Stream, most: int) -> list[tuple[int, str]]:
        """The versions and hashes of the first events of a stream, at most so many."""
        return [(int(version), str(digest)) for version, digest in self.rows(_HASHES, **stream._asdict(), most=most)]

    def events(self, stream: Stream, *, after: int = 0, most: int = COLUMN_INTEGER_MAX) -> list[StoredEvent]:
        """The events of a stream after a version, at most so many."""
        return list(map(StoredEvent._make, self.rows(EVENTS_OF, **stream._asdict(), after=after, most=most)))

    def handles(self, club: str) -> list[Handle]:
        """How the members of a club want to be paid."""
        return list(map(Handle._make, self.rows(HANDLES_OF_A_CLUB, club=club)))

    def countersignatures(self, club: str) -> list[Countersignature]:
        """What phones signed by themselves of the nights of a club."""
        return list(map(Countersignature._make, self.rows(COUNTERSIGNATURES_OF_A_CLUB, club=club)))

    def members(self, club: str) -> list[Member]:
        """The members of a club who have a name in this book, by id."""
        return list(map(Member._make, self.rows(_MEMBERS, club=club)))

    def rows(self, query: Executable, **values: Any) -> Sequence[Any]:
        """The rows that a query finds."""
        return self.connection.execute(query, values).all()


@contextmanager
def snapshot(database: Database) -> Iterator[Reader]:
    """The book as it is at this moment, whatever others add to it while the block lasts."""
    with database.at_one_moment() as connection:
        yield Reader(connection)


@contextmanager
def nobody_else_writes(database: Database, club: str, streams: Iterable[Stream]) -> Iterator[Reader]:
    """A transaction in which nobody else writes to the club, nor to these streams of it."""
    own = stream_of_club(club)
    # Nights before their club: the order in which every writer takes the locks.
    first, *others = [*sorted({*streams} - {own}), own]
    with database.writing(first.lock) as connection:
        for stream in others:
            also_writing(connection, stream.lock)
        yield Reader(connection)


@dataclass(frozen=True, slots=True)
class History:
    """The acts of a club, the first of its stream first, and the club that they come to."""

    records: tuple[RecordedAct, ...]
    club: Club

    @property
    def listed(self) -> ListedClub:
        """The club's entry in the list of clubs."""
        club = self.club
        return ListedClub(club.id, club.name, self.records[0].recorded_at, in_the_list(club.published))

    def vouches_for(self, member: Member) -> bool:
        """True if this is the name that the club recorded last for the member, who was not forgotten."""
        known = self.club.member(member.id)
        return known is not None and not known.forgotten and vouches(known.name_commitment, member.salt, member.name)

    def once_vouched_for(self, member: Member) -> bool:
        """True if the club recorded this name for the member at any time."""
        return any(
            vouches(record.act.name_commitment, member.salt, member.name)
            for record in self.records
            if isinstance(record.act, acts.AdmitMember | acts.RenameMember) and record.act.player == member.id
        )


def history_of(events: Sequence[StoredEvent]) -> History:
    """The history in a club's own stream, whose chain holds. Refuses events that cannot follow one another (BrokenChain)."""
    club, records = Club(), []
    for event in events:
        record = recorded_act(event)
        founds = isinstance(record.act, acts.FoundClub)
        if founds != (event.version == 1):
            raise BrokenChain(event.stream, event.version, phrase("a club is founded once, by its first event."))
        try:
            evolve(club, record.act)
        except DOES_NOT_FIT as fault:
            raise BrokenChain(
                event.stream, event.version, phrase("it cannot follow what is recorded before it.")
            ) from fault
        records.append(record)
    if events and club.id != events[0].club:
        raise BrokenChain(events[0].stream, 1, phrase("it founds the club {id}.", id=club.id))
    return History(tuple(records), club)


def merge_names(connection: Connection, history: History, here: Sequence[Member], brought: Sequence[Member]) -> int:
    """Brings the names of a club up to its history, in a transaction of the caller. Returns how many were added or changed.

    A name that is here stays if the club vouches for it. Else the name that was brought takes its place. A name that was
    given up, or whose member was forgotten, goes. A name that the club never vouched for is left for verification to find.
    How to pay somebody goes with their name.
    """
    kept = {member.id: member for member in here}
    new = [
        member
        for member in brought
        if history.vouches_for(member) and not (member.id in kept and history.vouches_for(kept[member.id]))
    ]
    replaced = {member.id for member in new}
    gone = [
        Forgotten(member.club, member.id)
        for member in here
        if member.id in replaced or (not history.vouches_for(member) and history.once_vouched_for(member))
    ]
    write_names(connection, forgotten=gone)
    write_names(connection, new)
    drop_nameless(connection, history.club.id)
    drop_credentials_of_nameless(connection, history.club.id)
    return len(new)
