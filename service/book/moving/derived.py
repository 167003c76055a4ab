"""What follows from events and is kept beside them: the entry of a night, and the answers to requests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete

from engine.adjudicate import DOES_NOT_FIT, first_misfit
from engine.events import Recorded
from engine.folding import fold
from engine.speech import phrase
from engine.state import Night
from service.book.codec import recorded, recorded_at
from service.book.recording.unit_of_work import listed
from service.book.store.chain import Asked, StoredEvent, Stream, envelope_of
from service.book.store.lists import ListedNight, list_night
from service.book.store.night_results import KeptResult, keep_results, results_of
from service.book.store.rows import NIGHT, REQUEST, keep
from service.errors import NightDoesNotAddUp, NightDoesNotHold


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


def keep_night(connection: Connection, stream: Stream, events: Sequence[StoredEvent]) -> None:
    """Lists a night with its results as all its events leave it, and keeps the answers that they hold; in a transaction of the caller."""
    entry, results = entry_of(stream, events)
    connection.execute(delete(NIGHT).where(NIGHT.c.club == stream.club, NIGHT.c.night == stream.night))
    list_night(connection, entry)
    keep_results(connection, stream.club, stream.night, results)
    keep_answers(connection, answers_in(events))


def keep_answers(connection: Connection, answers: Iterable[Answer]) -> None:
    """Keeps answers; a key that the club has already keeps its first one."""
    keep(connection, REQUEST, [answer._asdict() for answer in answers])
