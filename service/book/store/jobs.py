"""The rows of the jobs: asked for, claimed, done or tried again; how tries ended, and what came of them."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeVar

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    Update,
    and_,
    case,
    delete,
    func,
    insert,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.exc import IntegrityError

from service.book.db import Database
from service.book.job_kinds import JOB_KINDS, KIND_NAMED, SETTLE, TRIES, WAITS
from service.book.store.event_store import JobDraft, row_of
from service.book.store.raw import as_kept, text_of
from service.book.store.rows import JOB, JOB_TRY, NIGHT, OUTCOME
from service.errors import JobUnreadable, KeyReused
from service.language.local_time import later

# A job that is tried again and again by hand keeps its newest tries.
KEPT_MAX = 50

Result = Literal["done", "again", "failed", "died"]


class Effort(NamedTuple):
    """What one try took: milliseconds, and a sentence about it."""

    sentence: str = ""
    took_ms: int | None = None


AT_ONCE = Effort()


class JobTry(NamedTuple):
    """How a try ended, when, and in which process; `again` is tried later, and of `died` nobody knows more.

    `number`: from 1, once it is kept.
    """

    at: str
    worker: str
    result: Result
    sentence: str = ""
    took_ms: int | None = None
    number: int = 0


def keep_try(connection: Connection, club: str, key: str, ended: JobTry) -> None:
    """Keeps a try in a transaction that has changed the row of its job, so that nobody else numbers one."""
    mine = (JOB_TRY.c.club == club, JOB_TRY.c.key == key)
    number = (connection.scalar(select(func.max(JOB_TRY.c.number)).where(*mine)) or 0) + 1
    connection.execute(insert(JOB_TRY), {"club": club, "key": key, **ended._replace(number=number)._asdict()})
    if number > KEPT_MAX:
        connection.execute(delete(JOB_TRY).where(*mine, JOB_TRY.c.number <= number - KEPT_MAX))


def tries_of(database: Database, club: str, key: str) -> list[JobTry]:
    """The tries of a job that are kept, the first one first."""
    columns = [JOB_TRY.c[name] for name in JobTry._fields]
    query = select(*columns).where(JOB_TRY.c.club == club, JOB_TRY.c.key == key).order_by(JOB_TRY.c.number)
    return list(map(JobTry._make, database.rows(query)))


def record_outcome(database: Database, *, club: str, key: str, digest: str, stream: str, body: str) -> str:
    """Records the outcome and returns the recorded one: the first, if the job was done twice.

    `digest` is the SHA-256 of what was asked. Another digest under the same key is refused (KeyReused).
    """
    row = {"club": club, "key": key, "digest": digest, "stream": stream, "body": body}
    try:
        with database.writing() as connection:
            first = _recorded(connection, club, key, digest)
            if first is None:
                connection.execute(insert(OUTCOME), row)
    except IntegrityError:
        # Another worker recorded it first.
        with database.reading() as connection:
            first = _recorded(connection, club, key, digest)
        if first is None:
            raise
    return body if first is None else first


def outcome_of(database: Database, club: str, key: str) -> str | None:
    """The recorded outcome of the job with this key; None before the job is done."""
    return next((str(row.body) for row in database.rows(_query(club, key))), None)


def _recorded(connection: Connection, club: str, key: str, digest: str) -> str | None:
    row = connection.execute(_query(club, key)).one_or_none()
    if row is None:
        return None
    if row.digest != digest:
        raise KeyReused(club, key)
    return str(row.body)


def _query(club: str, key: str) -> Select[tuple[str, str]]:
    return select(OUTCOME.c.digest, OUTCOME.c.body).where(OUTCOME.c.club == club, OUTCOME.c.key == key)


Kind = TypeVar("Kind", str, int)

LEASE_SECONDS = 60
# How many of the oldest jobs a worker looks at before it looks again.
CANDIDATES = 8
# How many jobs a sweeper announces at a time, and how many a page holds at most.
DUE_MAX = 1000

# No job is put off nearly as long, so a later time was written by a clock that has been set back since.
AHEAD_SECONDS = 2 * max(WAITS)
# A job that is still due after this time waits for a worker that does not come.
OVERDUE_SECONDS = 120

DIED = "The worker that had claimed the job ended without an answer, {attempts} times in all."
DIED_ONCE = "The worker that had claimed the job ended without an answer."

# A job of a kind that this program does not know comes first: it costs no time, and its failure is seen early.
_URGENCY = case({kind.name: place for place, kind in enumerate(JOB_KINDS)}, value=JOB.c.kind, else_=-1)


class Job(NamedTuple):
    """A job that this process has claimed; `claim` proves it. If its payload cannot be read, `unreadable` says why."""

    club: str
    key: str
    kind: str
    payload: Mapping[str, Any]
    attempts: int
    claim: str
    unreadable: str = ""

    @property
    def named_night(self) -> str | None:
        """The night that the job is about, for the log; None if it names none."""
        named = self.payload.get("night")
        return named if isinstance(named, str) else None

    @property
    def worker(self) -> str:
        """Which process has claimed the job: its machine and its number."""
        return _worker_of(self.claim)

    @property
    def night(self) -> str:
        """The night that the job is about. Refuses a job that names none."""
        return self._field("night", str)

    @property
    def version(self) -> int:
        """The version of the night that the job is about. Refuses a job that names none."""
        return self._field("version", int)

    @property
    def plan(self) -> str:
        """The plan that is to be frozen. Refuses a job that names none."""
        return self._field("plan", str)

    @property
    def is_last_try(self) -> bool:
        """True if the job has failed for good when this try fails."""
        return self.attempts >= TRIES

    @property
    def day(self) -> str:
        """The day of the reminders. Refuses a job that names none."""
        return self._field("day", str)

    @property
    def upload(self) -> str:
        """The files that somebody brings in. Refuses a job that names none."""
        return self._field("upload", str)

    @property
    def receiver(self) -> str:
        """Who is to be told. Refuses a job that names nobody."""
        return self._field("receiver", str)

    @property
    def after_days(self) -> int:
        """After how many days a debt is in the reminders. Refuses a job that does not say it."""
        return self._field("after_days", int)

    def _field(self, name: str, kind: type[Kind]) -> Kind:
        stated = self.payload.get(name)
        if self.unreadable or not isinstance(stated, kind):
            raise JobUnreadable(self.key, self.unreadable or f"it names no {name}")
        return stated


class Backlog(NamedTuple):
    """How much work there is: jobs `due`, `claimed` and `failed`, and how many of the first two are `overdue`."""

    due: int
    claimed: int
    failed: int
    overdue: int


class JobReport(NamedTuple):
    """A job as it stands; `error` is the sentence of its last failure, `steps` are 0 of one that does not say how far it is."""

    club: str
    key: str
    kind: str
    state: str
    attempts: int
    due_at: str
    done_at: str | None
    error: str | None
    steps_done: int = 0
    steps: int = 0


class Waiting(NamedTuple):
    """How many jobs of one kind are in one state, and when the first of them was due."""

    kind: str
    state: str
    number: int
    oldest_due_at: str


class Place(NamedTuple):
    """Where a page of jobs goes on: after this job, in the order of the page."""

    due_at: str
    club: str
    key: str


class Jobs:
    """The job rows of one book."""

    def __init__(self, database: Database, *, lease_seconds: int = LEASE_SECONDS) -> None:
        self._database = database
        self.lease_seconds = lease_seconds
        # A row that does not hold text must not keep the others from being done.
        self._texts = [as_kept(database, JOB.c[name]) for name in ("club", "key", "kind", "payload")]

    def ask(self, draft: JobDraft) -> bool:
        """Adds a job that follows from no event; True if it is new."""
        try:
            with self._database.writing() as connection:
                if connection.scalar(select(JOB.c.key).where(*_is(draft.club, draft.key))) is not None:
                    return False
                connection.execute(insert(JOB), row_of(draft))
        except IntegrityError:
            # Another process has asked for it in between.
            return False
        return True

    def claim(self, club: str, key: str, *, by: str, now: str) -> Job | None:
        """The job with this key of the club, or None if it is not due or somebody has it."""
        # Most lookups find nothing, and a lookup locks nothing.
        is_due = self._database.rows(select(JOB.c.key).where(*_is(club, key), _is_due(now)))
        return self._claim(club, key, by, now) if is_due else None

    def claim_next(
        self, *, by: str, now: str, kinds: Collection[str] | None = None, but_not: Collection[str] = ()
    ) -> Job | None:
        """The most urgent job that is due in any club, or None; of those, the one that has been due for the longest time.

        Only of these kinds, if they are named, and of none in `but_not`.
        """
        wanted = [] if kinds is None else [JOB.c.kind.in_(kinds)]
        if but_not:
            wanted.append(JOB.c.kind.not_in(but_not))
        oldest = (
            select(JOB.c.club, JOB.c.key)
            .where(_is_due(now), *wanted)
            .order_by(_URGENCY, JOB.c.due_at, JOB.c.club, JOB.c.key)
        )
        while True:
            result = self._database.rows(oldest.limit(CANDIDATES))
            if not result:
                return None
            for club, key in result:
                if job := self._claim(text_of(club), text_of(key), by, now):
                    return job
            # Others have claimed all of these meanwhile, so they are due no longer.

    def renew(self, job: Job, now: str) -> bool:
        """Renews the claim for another lease; True if the claim was still ours."""
        return self._change(_held(job).values(claimed_at=now))

    def note_progress(self, job: Job, done: int, steps: int) -> None:
        """Notes how far the job is, if the claim is still ours."""
        self._change(_held(job).values(steps_done=done, steps=steps))

    def finish(self, job: Job, now: str, effort: Effort = AT_ONCE) -> bool:
        """Marks the job as done; True if the claim was still ours."""
        done = _held(job).values(state="done", done_at=now, error=None)
        return self._end(job, done, JobTry(now, job.worker, "done", effort.sentence, effort.took_ms))

    def fail(self, job: Job, now: str, effort: Effort, *, retry_at: str = "") -> bool:
        """Records why the job failed, which is the sentence of the effort; True if the claim was still ours.

        With `retry_at` it is due again then, unless that was the last try.
        """
        again = bool(retry_at) and not job.is_last_try
        error = effort.sentence
        ended = JobTry(now, job.worker, "again" if again else "failed", error, effort.took_ms)
        if again:
            return self._end(job, _held(job).values(state="due", due_at=retry_at, claimed_by=None, error=error), ended)
        return self._end(job, _held(job).values(state="failed", error=error), ended)

    def retry(self, club: str, key: str, now: str) -> bool:
        """Makes a failed job due again, with all its tries; True if there was such a job."""
        failed = update(JOB).where(*_is(club, key), JOB.c.state == "failed")
        return self._change(failed.values(state="due", due_at=now, attempts=0))

    def release_expired(self, now: str) -> int:
        """Makes jobs whose holder has died due again, or failed after the last try. Returns how many there were."""
        expired = self._expired(now)
        held = select(JOB.c.club, JOB.c.key, JOB.c.attempts, JOB.c.claimed_by).where(expired)
        with self._database.writing() as connection:
            # Of two workers that look at once, one gets each job; on SQLite there is one writer at a time.
            result = connection.execute(held.with_for_update(skip_locked=True)).all()
            for club, key, attempts, holder in result:
                values = (
                    {"state": "failed", "error": DIED.format(attempts=attempts)}
                    if attempts >= TRIES
                    else {"state": "due", "due_at": now, "claimed_by": None}
                )
                connection.execute(update(JOB).where(*_is(club, key), expired).values(**values))
                keep_try(connection, club, key, JobTry(now, _worker_of(text_of(holder)), "died", DIED_ONCE))
        return len(result)

    def has_expired(self, now: str) -> bool:
        """True if any holder has died; checked before the book is locked to release their jobs."""
        return bool(self._database.rows(select(JOB.c.key).where(self._expired(now)).limit(1)))

    def _expired(self, now: str) -> ColumnElement[bool]:
        """Claims whose lease has run out, without a time, or with a time too far ahead."""
        claimed_at = JOB.c.claimed_at
        run_out = or_(claimed_at.is_(None), claimed_at < later(now, -self.lease_seconds), claimed_at > _far_ahead(now))
        return and_(JOB.c.state == "claimed", run_out)

    def waiting(self, now: str) -> Backlog:
        """How many jobs are waiting, are being done, have failed, and are overdue."""
        since = later(now, -OVERDUE_SECONDS)
        overdue = or_(
            and_(JOB.c.state == "due", JOB.c.due_at < since),
            and_(JOB.c.state == "claimed", or_(JOB.c.claimed_at.is_(None), JOB.c.claimed_at < since)),
        )
        rows = self._database.rows(select(JOB.c.state, func.count()).group_by(JOB.c.state))
        states = {str(state): int(count) for state, count in rows}
        return Backlog(states.get("due", 0), states.get("claimed", 0), states.get("failed", 0), self._number(overdue))

    def put_ahead(self, now: str) -> int:
        """The number of jobs put off to a time that only a clock set back since can have shown."""
        ahead = or_(
            and_(JOB.c.state == "due", JOB.c.due_at > _far_ahead(now)),
            and_(JOB.c.state == "claimed", JOB.c.claimed_at > _far_ahead(now)),
        )
        return self._number(ahead)

    def by_kind(self) -> list[Waiting]:
        """The jobs that are not done, counted by kind and state."""
        query = (
            select(JOB.c.kind, JOB.c.state, func.count(), func.min(JOB.c.due_at))
            .where(JOB.c.state.in_(("due", "claimed", "failed")))
            .group_by(JOB.c.kind, JOB.c.state)
            .order_by(JOB.c.kind, JOB.c.state)
        )
        return list(map(Waiting._make, self._database.rows(query)))

    def nights_without_plan(self) -> int:
        """How many nights are closed and wait for their plan."""
        return self._number(NIGHT.c.phase == "closed")

    def settlements_late(self, now: str) -> int:
        """How many plans have failed, or should be frozen by now."""
        late = or_(JOB.c.state == "failed", JOB.c.due_at < later(now, -OVERDUE_SECONDS))
        return self._number(and_(JOB.c.state.in_(("due", "claimed", "failed")), JOB.c.kind == SETTLE, late))

    def due(self, now: str, *, kinds: Collection[str] | None = None) -> list[JobReport]:
        """The jobs that are due, the oldest first, at most `DUE_MAX`; of these kinds and of kinds that nobody knows."""
        wanted = [] if kinds is None else [or_(JOB.c.kind.in_(kinds), JOB.c.kind.not_in(KIND_NAMED))]
        return self._reports(_report_columns().where(_is_due(now), *wanted).limit(DUE_MAX))

    def page(
        self, states: Sequence[str], *, kind: str = "", club: str = "", after: Place | None = None, most: int = DUE_MAX
    ) -> list[JobReport]:
        """Jobs in these states, of one kind and one club if they are named, the newest first, from after a place on."""
        place = tuple_(JOB.c.due_at, JOB.c.club, JOB.c.key)
        query = _report_columns().where(JOB.c.state.in_(states))
        if kind:
            query = query.where(JOB.c.kind == kind)
        if club:
            query = query.where(JOB.c.club == club)
        if after:
            query = query.where(place < tuple_(*after))
        newest_first = query.order_by(JOB.c.due_at.desc(), JOB.c.club.desc(), JOB.c.key.desc())
        return list(map(JobReport._make, self._database.rows(newest_first.limit(most))))

    def one(self, club: str, key: str) -> JobReport | None:
        """The job with this key of the club, whatever its state; None if there is none."""
        return next(iter(self._reports(_report_columns().where(*_is(club, key)))), None)

    def look(self, club: str, key: str) -> Job | None:
        """The job with this key as a worker would have it, without a claim; None if there is none."""
        rows = self._database.rows(select(*self._texts, JOB.c.attempts).where(*_is(club, key)))
        return next((_job(row, "") for row in rows), None)

    def clubs_with(self, key: str) -> list[str]:
        """The clubs that have a job with this key."""
        return [str(club) for (club,) in self._database.rows(select(JOB.c.club).where(JOB.c.key == key))]

    def listed(self, states: Sequence[str] = ("due", "claimed", "done", "failed")) -> list[JobReport]:
        """The jobs in these states, the oldest first."""
        return self._reports(_report_columns().where(JOB.c.state.in_(states)))

    def _number(self, condition: ColumnElement[bool]) -> int:
        """How many rows are so."""
        ((number,),) = self._database.rows(select(func.count()).where(condition))
        return int(number)

    def _reports(self, query: Select[Any]) -> list[JobReport]:
        oldest_first = query.order_by(JOB.c.due_at, JOB.c.club, JOB.c.key)
        return list(map(JobReport._make, self._database.rows(oldest_first)))

    def _claim(self, club: str, key: str, by: str, now: str) -> Job | None:
        claim = f"{by}/{secrets.token_hex(8)}"
        # PostgreSQL skips a row that another worker has locked and does not wait for it; SQLite allows one writer at a
        # time.
        free = select(JOB.c.key).where(*_is(club, key), _is_due(now)).with_for_update(skip_locked=True)
        claimed = (
            update(JOB)
            .where(JOB.c.club == club, JOB.c.key.in_(free.scalar_subquery()), JOB.c.state == "due")
            .values(state="claimed", attempts=JOB.c.attempts + 1, claimed_at=now, claimed_by=claim)
            .returning(*self._texts, JOB.c.attempts)
        )
        with self._database.writing() as connection:
            row = connection.execute(claimed).one_or_none()
        return _job(row, claim) if row else None

    def _end(self, job: Job, statement: Update, ended: JobTry) -> bool:
        """Ends a try, and keeps how it ended; False if the claim was lost, and then nothing is kept."""
        with self._database.writing() as connection:
            if connection.execute(statement).rowcount != 1:
                return False
            keep_try(connection, job.club, job.key, ended)
        return True

    def _change(self, statement: Update) -> bool:
        with self._database.writing() as connection:
            return connection.execute(statement).rowcount == 1


def _worker_of(claim: str) -> str:
    return claim.rpartition("/")[0] or claim


def _job(row: Row[Any], claim: str) -> Job:
    """The job that was claimed. One that cannot be read is claimed too, so that it can fail with its reason."""
    payload, unreadable = {}, ""
    try:
        payload = msgspec.json.decode(text_of(row.payload), type=dict[str, Any])
    except msgspec.DecodeError as problem:
        unreadable = f"its payload is not JSON ({problem})"
    return Job(text_of(row.club), text_of(row.key), text_of(row.kind), payload, row.attempts, claim, unreadable)


def _is(club: str, key: str) -> tuple[ColumnElement[bool], ...]:
    return JOB.c.club == club, JOB.c.key == key


def _is_due(now: str) -> ColumnElement[bool]:
    return and_(JOB.c.state == "due", or_(JOB.c.due_at <= now, JOB.c.due_at > _far_ahead(now)))


def _far_ahead(now: str) -> str:
    return later(now, AHEAD_SECONDS)


def _held(job: Job) -> Update:
    return update(JOB).where(*_is(job.club, job.key), JOB.c.state == "claimed", JOB.c.claimed_by == job.claim)


def _report_columns() -> Select[Any]:
    return select(*(JOB.c[name] for name in JobReport._fields))
