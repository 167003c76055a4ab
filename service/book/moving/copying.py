"""Copies a club into another book, with its chains: stream by stream, so that a copy that was stopped goes on later.

The club appears in the other book's list at the end, when everything else is there. This book stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.speech import phrase
from service.book.db import Database
from service.book.moving.derived import keep_night
from service.book.moving.history import History, history_of
from service.book.moving.lines import insert_events
from service.book.moving.naming import merge_names
from service.book.moving.reader import CHUNK, NOT_BEGUN, End, Reader, snapshot
from service.book.progress import Tick, counted_up, silently
from service.book.recording.night_list import left_of_nights
from service.book.store.lists import insist_it_is_nowhere_else, leave_unpaid, list_club
from service.book.store.names import bring_handles
from service.book.store.streams import Stream, stream_of_club
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
Begin = Callable[[Stream], AbstractContextManager[Any]]


class _Beside(NamedTuple):
    """A table that is copied as it stands, because it cannot be made again from the events, or only by working again."""

    table: str
    columns: str
    key: str = "club, key"


# A job that a worker of this book has claimed is due in the other one, which does not know that worker.
_BESIDE = (
    _Beside("request", "club, key, digest, stream, first_version, last_version"),
    _Beside("outcome", "club, key, digest, stream, body"),
    _Beside("job", "club, key, kind, payload, state, attempts, due_at, done_at, error"),
    _Beside(
        "job_try",
        "club, key, number, at, worker, result, sentence, took_ms",
        key="club, key, number",
    ),
)
_STATE = "CASE state WHEN 'claimed' THEN 'due' ELSE state END"
_OF_CLUB = "SELECT {columns} FROM {table} WHERE club = ?"
_KEEP = "INSERT INTO {table} ({columns}) VALUES ({marks}) ON CONFLICT ({key}) DO NOTHING"


@dataclass(frozen=True, slots=True, kw_only=True)
class Copied:
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
    begin = begin or (lambda stream: target.writing_directly(stream.lock))
    own = stream_of_club(club)
    ends = reader.ends(club)
    if own not in ends:
        raise ClubMissing(club)
    history = vouched_history(reader, club)
    with begin(own) as cursor:
        there = Reader(target, cursor)
        ends_there = there.ends(club)
        already = {
            stream: _known(reader, stream, ends.get(stream, NOT_BEGUN), there, ends_there.get(stream, NOT_BEGUN))
            for stream in {**ends, **ends_there}
        }
        for stream in ends:
            if stream.night:
                insist_it_is_nowhere_else(target, cursor, stream)
    for stream, end in ends.items():
        ticks(already[stream])
        for added in _added(reader, target, begin, stream, already[stream], end, chunk):
            ticks(added)
    with begin(own) as cursor:
        names = _keep_the_rest(reader, target, cursor, history)
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
            found = there.hash_at(stream, end.version)
        if found != end.head:
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


def _added(
    reader: Reader, target: Database, begin: Begin, stream: Stream, already: int, end: End, chunk: int
) -> Iterator[int]:
    """Records the events that are missing, some at a time; yields how many they were.

    A night is listed with the last of them.
    """
    for after in range(already, end.version, chunk):
        events = reader.events(stream, after=after, most=min(chunk, end.version - after))
        with begin(stream) as cursor:
            last, _ = Reader(target, cursor).end(stream)
            if last != after:
                raise VersionConflict(stream.name, after, last)
            insert_events(target, cursor, events)
            if stream.night and events[-1].version == end.version:
                keep_night(target, cursor, stream, reader.events(stream))
        yield len(events)


def _keep_the_rest(reader: Reader, target: Database, cursor: Any, history: History) -> int:
    """Lists the club with its names, payment handles, answers, outcomes and jobs. Returns how many names were added or changed."""
    club = history.club.id
    for beside in _BESIDE:
        table, columns = beside.table, beside.columns
        query = _OF_CLUB.format(table=table, columns=columns.replace("state", _STATE) if table == "job" else columns)
        if rows := reader.rows(query, club):
            marks = ", ".join("?" for _ in columns.split(", "))
            keep = _KEEP.format(table=table, columns=columns, marks=marks, key=beside.key)
            cursor.executemany(target.statement(keep), rows)
    list_club(target, cursor, history.listed)
    bring_handles(target, cursor, reader.handles(club))
    leave_unpaid(target, cursor, left_of_nights(history.club))
    return merge_names(target, cursor, history, Reader(target, cursor).members(club), reader.members(club))


def vouched_history(reader: Reader, club: str) -> History:
    """The club's history. Refuses a name that the club does not vouch for: it was changed in the book (NameDiffers)."""
    history = history_of(reader.events(stream_of_club(club)))
    for member in reader.members(club):
        if not history.vouches_for(member):
            raise NameDiffers(club, member.id, member.name)
    return history
