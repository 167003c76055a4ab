"""Drops what follows from the events of a club, and makes it again: lists, answers to requests, and jobs.

Jobs that somebody asked for follow from no event, and stay: a plan to be frozen, a verification. So does what a
verification found, because it tells of a moment that is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import delete, exists, select

from engine import commands
from engine.club.acts import RecordNight
from engine.events import Recorded
from service.book.codec import recorded
from service.book.db import Database, also_writing
from service.book.moving.derived import Answer, answers_in, folded, keep_answers, keep_night
from service.book.moving.history import History, history_of
from service.book.moving.reader import Reader, snapshot
from service.book.progress import Tick, counted_up, silently
from service.book.recording.outbox import RECONCILE, RENDER, jobs_after, settle_job
from service.book.recording.unit_of_work import left_of_nights
from service.book.store.chain import Stream, stream_of_club
from service.book.store.credentials import drop_credentials_of_nameless
from service.book.store.event_store import JobDraft, keep_jobs
from service.book.store.lists import change_night, list_club
from service.book.store.names import drop_nameless
from service.book.store.rows import (
    CLUB,
    CREDENTIAL,
    EVENT,
    HANDLE,
    JOB,
    JOB_TRY,
    NIGHT,
    NIGHT_RESULT,
    OUTCOME,
    RECEIVER,
    REQUEST,
)
from service.errors import ClubMissing

# What is made again from the events of a club, and what follows from nothing if a club has none.
_DERIVED = (CLUB, NIGHT, NIGHT_RESULT, REQUEST)
_WITHOUT_EVENTS = (*_DERIVED, HANDLE, CREDENTIAL, RECEIVER)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebuilt:
    """What was made again of a club: `nights` in the list, `answers` to requests, `jobs` that are due.

    `answers_dropped`: answers that follow from no event, because their requests changed nothing.
    """

    club: str
    name: str
    nights: int
    answers: int
    answers_dropped: int
    jobs: int


def rebuild_book(database: Database, now: str, *, tick: Tick = silently) -> list[Rebuilt]:
    """Rebuilds every club, each in a transaction of its own, and drops what belongs to no club. Ticks for every stream."""
    with snapshot(database) as reader:
        streams = {club: len(reader.ends(club)) for club in reader.clubs()}
    ticks = counted_up(tick, sum(streams.values()))
    done = [rebuild_club(database, club, now, ticks=ticks) for club in streams]
    with database.writing("rebuild") as connection:
        for table in _WITHOUT_EVENTS:
            connection.execute(delete(table).where(~exists().where(EVENT.c.club == table.c.club)))
    return done


def rebuild_club(database: Database, club: str, now: str, *, ticks: Callable[[int], None] = lambda _: None) -> Rebuilt:
    """Drops what follows from the events of a club and makes it again, while nobody else writes to the club.

    The jobs that follow from the events are due `now`, and their outcomes are made by doing them.
    """
    with snapshot(database) as reader:
        streams = set(reader.ends(club))
    own = stream_of_club(club)
    if own not in streams:
        raise ClubMissing(club)
    # Nights before their club: the order in which every writer takes the locks.
    first, *others = [*sorted(streams - {own}), own]
    with database.writing(first.lock) as connection:
        for stream in others:
            also_writing(connection, stream.lock)
        reader = Reader(connection)
        # A night may have been opened before the club was locked; none is opened from now on.
        for stream in set(reader.ends(club)) - streams:
            also_writing(connection, stream.lock)
        return _rebuild(reader, club, now, ticks)


def _rebuild(reader: Reader, club: str, now: str, ticks: Callable[[int], None]) -> Rebuilt:
    connection, own = reader.connection, stream_of_club(club)
    answered = {str(key) for (key,) in reader.rows(select(REQUEST.c.key).where(REQUEST.c.club == club))}
    for table in _DERIVED:
        connection.execute(delete(table).where(table.c.club == club))
    events = reader.events(own)
    history = history_of(events)
    drop_nameless(connection, club)
    drop_credentials_of_nameless(connection, club)
    list_club(connection, history.listed)
    answers = list(answers_in(events))
    keep_answers(connection, answers)
    ticks(1)
    noted = _noted(history)
    jobs: list[JobDraft] = []
    nights = [stream for stream in reader.ends(club) if stream.night]
    for stream in nights:
        of_the_night = reader.events(stream)
        keep_night(connection, stream, of_the_night)
        results = list(answers_in(of_the_night))
        answers += results
        records = [recorded(event) for event in of_the_night]
        jobs += _jobs_of(stream, records, results, noted.get(stream.night, ()), now)
        ticks(1)
    for left in left_of_nights(history.club):
        change_night(connection, left)
    _replace_jobs(reader, club, jobs)
    made = {answer.key for answer in answers}
    return Rebuilt(
        club=club,
        name=history.club.name,
        nights=len(nights),
        answers=len(made),
        answers_dropped=len(answered - made),
        jobs=len(jobs),
    )


def _noted(history: History) -> dict[str, list[RecordNight]]:
    """What the club's stream says about each night, by its id."""
    noted: dict[str, list[RecordNight]] = {}
    for record in history.records:
        if isinstance(record.act, RecordNight):
            noted.setdefault(record.act.night, []).append(record.act)
    return noted


def _jobs_of(
    stream: Stream, records: Sequence[Recorded], answers: Sequence[Answer], notes: Sequence[RecordNight], now: str
) -> Iterator[JobDraft]:
    """The jobs that followed each append to the night while it was over, and plans that somebody asked a worker for.

    `notes`: the club's stream says how far the night had come after each append.
    """
    before = 0
    by_itself: set[str] = set()
    for noted in notes:
        if noted.phase != "open":
            night = folded(stream, records[: noted.version])
            for job in jobs_after(stream, night, records[: noted.version], before, now):
                by_itself.add(job.key)
                yield job
        before = noted.version
    for record in records:
        if isinstance(record.event, commands.FreezePlan):
            # A worker freezes a plan under the key of its job, at the version that the job named.
            asked = settle_job(stream, record.version - 1, record.event.kind, now)
            if asked.key not in by_itself and any(
                answer.key == asked.key and answer.first_version == record.version for answer in answers
            ):
                yield asked


def _replace_jobs(reader: Reader, club: str, jobs: Sequence[JobDraft]) -> None:
    """Puts these jobs in the place of those that follow from events, and drops their outcomes."""
    made = {job.key for job in jobs}
    here = reader.rows(select(JOB.c.key, JOB.c.kind).where(JOB.c.club == club))
    dropped = {str(key) for key, kind in here if kind in (RECONCILE, RENDER) or str(key) in made}
    outcomes = [str(key) for (key,) in reader.rows(select(OUTCOME.c.key).where(OUTCOME.c.club == club))]
    replaced = {key for key in outcomes if key in dropped or key.startswith(("reconcile:", "render:"))}
    for table, keys in ((JOB, dropped), (JOB_TRY, dropped), (OUTCOME, replaced)):
        for key in sorted(keys):
            reader.connection.execute(delete(table).where(table.c.club == club, table.c.key == key))
    keep_jobs(reader.connection, jobs)
