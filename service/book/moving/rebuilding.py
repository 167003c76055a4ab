"""What follows from the events of a club and is kept beside them: lists, answers to requests, jobs; dropped and made again.

Jobs that somebody asked for follow from no event, and stay: a plan to be frozen, a verification. So does what a
verification found, because it tells of a moment that is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, delete, exists, insert, select, update

from engine import commands
from engine.adjudicate import DOES_NOT_FIT, first_misfit
from engine.club.acts import RecordNight
from engine.events import Recorded
from engine.folding import fold
from engine.speech import phrase
from engine.state import Night
from service.book.codec import recorded, recorded_at
from service.book.db import Database, also_writing
from service.book.job_kinds import RECONCILE, RENDER
from service.book.moving.reader import History, Reader, history_of, nobody_else_writes, snapshot
from service.book.progress import Tick, counted_up, silently
from service.book.recording.outbox import settle_job
from service.book.recording.unit_of_work import changed, jobs_after, left_of_nights, listed
from service.book.store.chain import RequestKeys, StoredEvent, Stream, envelope_of, stream_of_club, stream_of_night
from service.book.store.credentials import drop_credentials_of_nameless
from service.book.store.event_store import JobDraft, KeptAnswer, keep_jobs
from service.book.store.lists import ListedNight, change_night, list_club, list_night
from service.book.store.names import drop_nameless
from service.book.store.night_results import KeptResult, keep_results, results_of
from service.book.store.rows import (
    CLUB,
    COUNTERSIGNATURE,
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
    keep,
)
from service.errors import ClubMissing, EventFromNewerVersion, EventUnreadable, NightDoesNotAddUp, NightDoesNotHold

# What is made again from the events of a club, and what follows from nothing if a club has none.
_DERIVED = (CLUB, NIGHT, NIGHT_RESULT, REQUEST)
_WITHOUT_EVENTS = (*_DERIVED, HANDLE, CREDENTIAL, RECEIVER, COUNTERSIGNATURE)


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
    if stream_of_club(club) not in streams:
        raise ClubMissing(club)
    with nobody_else_writes(database, club, streams) as reader:
        # A night may have been opened before the club was locked; none is opened from now on.
        for stream in set(reader.ends(club)) - streams:
            also_writing(reader.connection, stream.lock)
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
    stream: Stream, records: Sequence[Recorded], answers: Sequence[KeptAnswer], notes: Sequence[RecordNight], now: str
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


def answers_in(events: Sequence[StoredEvent]) -> Iterator[KeptAnswer]:
    """The answers that events of one stream were recorded with, the first event first.

    The first event of a request says its digest, and all of them say its key.
    """
    asked = RequestKeys()
    for event in events:
        asked.note(event.version, envelope_of(event))
    for first, last in asked.requests():
        yield KeptAnswer(events[0].club, asked.keys[first], asked.digests[first], events[0].stream, first, last)


def keep_night(connection: Connection, stream: Stream, events: Sequence[StoredEvent]) -> None:
    """Lists a night with its results as all its events leave it, and keeps the answers that they hold; in a transaction of the caller."""
    entry, results = entry_of(stream, events)
    connection.execute(delete(NIGHT).where(NIGHT.c.club == stream.club, NIGHT.c.night == stream.night))
    list_night(connection, entry)
    keep_results(connection, stream.club, stream.night, results)
    keep_answers(connection, answers_in(events))


def keep_answers(connection: Connection, answers: Iterable[KeptAnswer]) -> None:
    """Keeps answers; a key that the club has already keeps its first one."""
    keep(connection, REQUEST, [answer._asdict() for answer in answers])


# What a migration makes from the events of a book that an earlier program wrote, in its own transaction. A damaged night
# gets no rows, and its verification says what is wrong with it.


def make_results(connection: Connection, *, every_hour_is_known: bool = True) -> None:
    """Makes the results of every night that is over, for standings, anew.

    `every_hour_is_known`: the table has no room for hours that are not known, and has 0 for them.
    """
    for club, night, records in _nights_over(connection):
        connection.execute(delete(NIGHT_RESULT).where(NIGHT_RESULT.c.club == club, NIGHT_RESULT.c.night == night))
        for row in results_of(records, fold(records)) if records else ():
            made = {**row, "minutes": row["minutes"] or 0} if every_hour_is_known else row
            connection.execute(insert(NIGHT_RESULT), made)


def make_accounts(connection: Connection) -> None:
    """Makes what every night that is over came to for each player's account."""
    for club, night, records in _nights_over(connection):
        if records:
            mine = update(NIGHT).where(NIGHT.c.club == club, NIGHT.c.night == night)
            connection.execute(mine.values(accounts=changed(fold(records), records).accounts))


def _nights_over(connection: Connection) -> Iterator[tuple[str, str, list[Recorded]]]:
    """The club and id of every night that is over, and its events; none of a night that is damaged."""
    over = select(NIGHT.c.club, NIGHT.c.night).where(NIGHT.c.phase != "open").order_by(NIGHT.c.club, NIGHT.c.night)
    for club, night in connection.execute(over).all():
        try:
            records = [recorded(event) for event in Reader(connection).events(stream_of_night(club, night))]
            fold(records)
        except (EventUnreadable, EventFromNewerVersion, *DOES_NOT_FIT):
            records = []
        yield club, night, records
