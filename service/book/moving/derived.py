"""What follows from events and is kept beside them: the entry of a night, and the answers to requests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from engine.adjudicate import DOES_NOT_FIT, first_misfit
from engine.events import Recorded
from engine.folding import fold
from engine.speech import phrase
from engine.state import Night
from service.book.codec import recorded, recorded_at
from service.book.db import Database
from service.book.recording.night_list import listed
from service.book.store.asked import Asked
from service.book.store.chain import StoredEvent, envelope_of
from service.book.store.event_store import KEEP_REQUEST
from service.book.store.lists import ListedNight, list_night
from service.book.store.night_results import KeptResult, keep_results, results_of
from service.book.store.streams import Stream
from service.errors import NightDoesNotAddUp, NightDoesNotHold

_UNLIST_NIGHT = "DELETE FROM night WHERE club = ? AND night = ?"


class Answer(NamedTuple):
    """The answer to a request: the events that were recorded under its key."""

    club: str
    key: str
    digest: str
    stream: str
    first_version: int
    last_version: int


def entry_of(stream: Stream, events: Sequence[StoredEvent]) -> tuple[ListedNight, list[KeptResult]]:
    """The night's entry in the list, and what it came to for each player. Refuses events that make no night, or the night of another club."""
    records = [recorded(event) for event in events]
    night = folded(stream, records)
    if (night.terms.club, night.terms.night) != (stream.club, stream.night):
        raise NightDoesNotHold(
            stream.night,
            1,
            phrase("it opens the night {night} of {club}.", night=night.terms.night, club=night.terms.club),
        )
    entry = listed(night, records, recorded_at=recorded_at(events[0]))
    return entry, results_of(records, night)


def folded(stream: Stream, records: Sequence[Recorded]) -> Night:
    """The night that its records come to. Refuses records that make none (NightDoesNotAddUp)."""
    try:
        return fold(records)
    except DOES_NOT_FIT as fault:
        raise NightDoesNotAddUp(stream.night, first_misfit(records), type(fault).__name__) from fault


def answers_in(events: Sequence[StoredEvent]) -> Iterator[Answer]:
    """The answers that events of one stream were recorded with, the first event first.

    The first event of a request says its digest, and all of them say its key.
    """
    asked = Asked()
    for event in events:
        asked.note(event.version, envelope_of(event))
    for first, last in asked.requests():
        yield Answer(events[0].club, asked.keys[first], asked.digests[first], events[0].stream, first, last)


def keep_night(database: Database, cursor: Any, stream: Stream, events: Sequence[StoredEvent]) -> None:
    """Lists a night with its results as all its events leave it, and keeps the answers that they hold; in a transaction of the caller."""
    entry, results = entry_of(stream, events)
    cursor.execute(database.statement(_UNLIST_NIGHT), (stream.club, stream.night))
    list_night(database, cursor, entry)
    keep_results(database, cursor, stream.club, stream.night, results)
    keep_answers(database, cursor, answers_in(events))


def keep_answers(database: Database, cursor: Any, answers: Iterator[Answer]) -> None:
    """Keeps answers; a key that the club has already keeps its first one."""
    if rows := list(answers):
        cursor.executemany(database.statement(KEEP_REQUEST), rows)
