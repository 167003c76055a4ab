"""Records a club, or a night of it, from its export: what the book does not have yet, all of it or nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from service.book.db import Database
from service.book.moving.derived import answers_in, keep_answers, keep_night
from service.book.moving.history import history_of
from service.book.moving.lines import Export
from service.book.moving.naming import merge_names
from service.book.moving.reader import Reader
from service.book.recording.night_list import left_of_nights
from service.book.store.chain import StoredEvent
from service.book.store.event_store import INSERT_EVENT
from service.book.store.lists import leave_unpaid, list_club
from service.book.store.streams import Stream, stream_of_club
from service.errors import ClubDiffers, StreamExists


@dataclass(frozen=True, slots=True)
class Imported:
    """The result of an import: by stream, how many events were `already` here and were `added`; how many `names` came."""

    already: Mapping[Stream, int]
    added: Mapping[Stream, int]
    names: int


def import_club(database: Database, export: Export) -> Imported:
    """Records what an export holds and the book does not: events of the club, of nights, and names, in one transaction.

    Refuses a club with another history (ClubDiffers) and a night with other events (StreamExists); one of the two may be
    the beginning of the other. Whether the nights could be recorded by the rules is for the caller to ask.
    """
    own = stream_of_club(export.club)
    # Nights before their club: the order in which every writer takes the locks.
    first, *others = [*sorted(stream for stream in export.streams if stream != own), own]
    with database.writing_directly(first.lock) as cursor:
        for stream in others:
            database.also_writing(cursor, stream.lock)
        reader = Reader(database, cursor)
        already = {stream: _known(reader, stream, events) for stream, events in export.streams.items()}
        added = {stream: events[already[stream] :] for stream, events in export.streams.items()}
        for events in added.values():
            insert_events(database, cursor, events)
        for stream, events in export.streams.items():
            if stream != own and not reader.hash_at(stream, len(events) + 1):
                keep_night(database, cursor, stream, events)
        names = _keep_club(database, cursor, reader, export)
    return Imported(already, {stream: len(events) for stream, events in added.items()}, names)


def insert_events(database: Database, cursor: Any, events: Sequence[StoredEvent]) -> None:
    """Records events as they stand in another book, in a transaction of the caller, who has checked where they belong."""
    if events:
        cursor.executemany(database.statement(INSERT_EVENT), events)


def _known(reader: Reader, stream: Stream, events: Sequence[StoredEvent]) -> int:
    """How many of the events the book has already. Refuses a stream that has others in their place."""
    found = reader.hashes(stream, len(events))
    for (version, this_hash), event in zip(found, events, strict=False):
        if (version, this_hash) != (event.version, event.hash):
            raise (
                ClubDiffers(stream.club, event.version)
                if not stream.night
                else StreamExists(stream.name, event.version)
            )
    return len(found)


def _keep_club(database: Database, cursor: Any, reader: Reader, export: Export) -> int:
    """Lists the club, keeps the answers that its stream holds, and its names. Returns how many names are new."""
    events = reader.events(stream_of_club(export.club))
    history = history_of(events)
    list_club(database, cursor, history.listed)
    leave_unpaid(database, cursor, left_of_nights(history.club))
    keep_answers(database, cursor, answers_in(events))
    return merge_names(database, cursor, history, reader.members(export.club), export.members)
