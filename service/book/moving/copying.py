"""Copies a club into another book, with its chains: stream by stream, so that a copy that was stopped goes on later.

The club appears in the other book's list at the end, when everything else is there. This book stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager

import msgspec
from sqlalchemy import Connection, select

from engine.speech import phrase
from service.book.db import Database
from service.book.moving.reader import CHUNK, NOT_BEGUN, End, History, Reader, history_of, merge_names, snapshot
from service.book.moving.rebuilding import keep_night
from service.book.progress import Tick, counted_up, silently
from service.book.recording.unit_of_work import left_of_nights
from service.book.store.chain import Stream, stream_of_club
from service.book.store.countersignatures import keep_countersignatures
from service.book.store.event_store import insert_events
from service.book.store.lists import change_night, insist_it_is_nowhere_else, list_club
from service.book.store.names import bring_handles
from service.book.store.rows import JOB, JOB_TRY, OUTCOME, REQUEST, keep
from service.book.store.verify import verify_stream
from service.errors import (
    BrokenChain,
    ClubDiffers,
    ClubMissing,
    NameDiffers,
    PlayedOnThere,
    StreamExists,
    VersionConflict,
)

# Begins a transaction in the other book for those who write to a stream, and ends it.
Begin = Callable[[Stream], AbstractContextManager[Connection]]


# What is copied as it stands, because it cannot be made again from the events, or only by working again.
_BESIDE = (REQUEST, OUTCOME, JOB, JOB_TRY)
# A job that a worker of this book has claimed is due in the other one, which does not know that worker; how far it is, is not kept.
_OF_A_WORKER = ("claimed_at", "claimed_by", "steps_done", "steps")


class Copied(msgspec.Struct, frozen=True, kw_only=True):
    """A club as the other book has it now; `added`: how many of its `events` were not there before. `head`: of its stream."""

    club: str
    name: str
    nights: int
    events: int
    added: int
    names: int
    head: str


def copy_club(source: Database, target: Database, club: str, *, tick: Tick = silently, chunk: int = CHUNK) -> Copied:
    """Copies a club as it is at this moment, then checks it in the other book. Called again, it adds what is missing.

    Refuses, before anything is recorded, a club that has another history there (ClubDiffers, StreamExists), that was
    played on there (PlayedOnThere), or one of whose nights another club there has (NightExists).
    """
    with snapshot(source) as reader:
        ends = reader.ends(club)
        events = sum(end.version for end in ends.values())
        ticks = counted_up(tick, 2 * events)
        copied = copy_from(reader, target, club, ticks=ticks, chunk=chunk)
    insist_on_copies(target, ends, ticks=ticks)
    return copied


def copy_from(
    reader: Reader,
    target: Database,
    club: str,
    *,
    begin: Begin | None = None,
    ticks: Callable[[int], None] = lambda _: None,
    chunk: int = CHUNK,
) -> Copied:
    """Copies a club from a snapshot without checking the copy; `begin` is by default a transaction for each step."""
    begin = begin or (lambda stream: target.writing(stream.lock))
    own = stream_of_club(club)
    ends = reader.ends(club)
    if own not in ends:
        raise ClubMissing(club)
    history = vouched_history(reader, club)
    with begin(own) as connection:
        there = Reader(connection)
        ends_there = there.ends(club)
        already = {
            stream: _known(reader, stream, ends.get(stream, NOT_BEGUN), there, ends_there.get(stream, NOT_BEGUN))
            for stream in {**ends, **ends_there}
        }
        for stream in ends:
            if stream.night:
                insist_it_is_nowhere_else(connection, stream)
    for stream, end in ends.items():
        ticks(already[stream])
        for added in _added(reader, begin, stream, already[stream], end, chunk):
            ticks(added)
    with begin(own) as connection:
        names = _keep_the_rest(reader, connection, history)
    return Copied(
        club=club,
        name=history.club.name,
        nights=sum(1 for stream in ends if stream.night),
        events=sum(end.version for end in ends.values()),
        added=sum(end.version - already[stream] for stream, end in ends.items()),
        names=names,
        head=ends[own].head,
    )


def insist_on_copies(
    target: Database, ends: Mapping[Stream, End], *, ticks: Callable[[int], None] = lambda _: None
) -> None:
    """Refuses a copy in which a stream has another head, or a chain that does not hold (BrokenChain)."""
    for stream, end in ends.items():
        with snapshot(target) as there:
            match = there.hash_at(stream, end.version)
        if match != end.head:
            raise BrokenChain(
                stream.name,
                end.version,
                phrase("the copy at {place} does not have the event {head}.", place=target.place, head=end.head),
            )
        for finding in verify_stream(target, stream, expected_head=end.head):
            raise BrokenChain(finding.stream, finding.version, finding.sentence)
        ticks(end.version)


def _known(reader: Reader, stream: Stream, here: End, there: Reader, end_there: End) -> int:
    """How many events of the stream the other book has. Refuses a stream that is no beginning of the one here."""
    common = min(here.version, end_there.version)
    if common and there.hash_at(stream, common) != reader.hash_at(stream, common):
        pairs = zip(reader.hashes(stream, common), there.hashes(stream, common), strict=True)
        version = next(mine for (mine, one), (_, other) in pairs if one != other)
        raise StreamExists(stream.name, version) if stream.night else ClubDiffers(stream.club, version)
    if end_there.version > here.version:
        raise PlayedOnThere(stream.name, here.version, end_there.version)
    return end_there.version


def _added(reader: Reader, begin: Begin, stream: Stream, already: int, end: End, chunk: int) -> Iterator[int]:
    """Records the events that are missing, some at a time; yields how many they were.

    A night is listed with the last of them.
    """
    for after in range(already, end.version, chunk):
        events = reader.events(stream, after=after, most=min(chunk, end.version - after))
        with begin(stream) as connection:
            last, _ = Reader(connection).end(stream)
            if last != after:
                raise VersionConflict(stream.name, after, last)
            insert_events(connection, events)
            if stream.night and events[-1].version == end.version:
                keep_night(connection, stream, reader.events(stream))
        yield len(events)


def _keep_the_rest(reader: Reader, connection: Connection, history: History) -> int:
    """Lists the club with its names, payment handles, answers, outcomes, jobs and what phones signed by themselves.

    Returns how many names were added or changed.
    """
    club = history.club.id
    for table in _BESIDE:
        kept = [column for column in table.columns if column.name not in _OF_A_WORKER]
        rows = [row._asdict() for row in reader.rows(select(*kept).where(table.c.club == club))]
        keep(connection, table, [row | {"state": "due"} if row.get("state") == "claimed" else row for row in rows])
    list_club(connection, history.listed)
    bring_handles(connection, reader.handles(club))
    keep_countersignatures(connection, reader.countersignatures(club))
    for left in left_of_nights(history.club):
        change_night(connection, left)
    return merge_names(connection, history, Reader(connection).members(club), reader.members(club))


def vouched_history(reader: Reader, club: str) -> History:
    """The club's history. Refuses a name that the club does not vouch for: it was changed in the book (NameDiffers)."""
    history = history_of(reader.events(stream_of_club(club)))
    for member in reader.members(club):
        if not history.vouches_for(member):
            raise NameDiffers(club, member.id, member.name)
    return history
