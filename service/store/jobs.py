"""The jobs of a book: claimed by one worker at a time, done once, given up after some attempts.

A claim is a lease. Its holder renews it while working. When it has run out, its holder has died and the job is due again.
Every change names the state and the claim that it expects, so only one of two workers succeeds.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple, TypeVar

import msgspec
from sqlalchemy import ColumnElement, Row, Select, Update, and_, func, insert, or_, select, update

from service.db import Database, broken_rules
from service.errors import JobUnreadable
from service.store.chain import canonical
from service.store.event_store import JobDraft
from service.store.raw import as_kept, text_of
from service.store.rows import JOB

Kind = TypeVar("Kind", str, int)

LEASE_SECONDS = 60
ATTEMPTS_MAX = 3
# How many of the oldest jobs a worker looks at before it looks again.
CANDIDATES = 8

# No job is put off nearly as long, so a later time was written by a clock that has been set back since.
AHEAD_SECONDS = 3600
# A job that is still due after this time waits for a worker that does not come.
OVERDUE_SECONDS = 120

DIED = "The worker that had claimed the job ended without an answer, {attempts} times in all."


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
    def night(self) -> str:
        """The night that the job is about. Refuses a job that names none."""
        return self._said("night", str)

    @property
    def version(self) -> int:
        """The version of the night that the job is about. Refuses a job that names none."""
        return self._said("version", int)

    @property
    def plan(self) -> str:
        """The plan that is to be frozen. Refuses a job that names none."""
        return self._said("plan", str)

    @property
    def day(self) -> str:
        """The day of the reminders. Refuses a job that names none."""
        return self._said("day", str)

    @property
    def after_days(self) -> int:
        """After how many days a debt is in the reminders. Refuses a job that does not say it."""
        return self._said("after_days", int)

    def _said(self, name: str, kind: type[Kind]) -> Kind:
        said = self.payload.get(name)
        if self.unreadable or not isinstance(said, kind):
            raise JobUnreadable(self.key, self.unreadable or f"it names no {name}")
        return said


class Backlog(NamedTuple):
    """How much work there is: jobs `due`, `claimed` and `failed`, and how many of the first two are `overdue`."""

    due: int
    claimed: int
    failed: int
    overdue: int


class JobTold(NamedTuple):
    """A job as it stands; `error` is the sentence of its last failure."""

    club: str
    key: str
    kind: str
    state: str
    attempts: int
    due_at: str
    done_at: str | None
    error: str | None


def later(now: str, seconds: int) -> str:
    """The time this many seconds after another, as the book writes it."""
    return (datetime.fromisoformat(now) + timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%SZ")


class Jobs:
    """The job rows of one book."""

    def __init__(
        self, database: Database, *, lease_seconds: int = LEASE_SECONDS, attempts_max: int = ATTEMPTS_MAX
    ) -> None:
        self._database = database
        self.lease_seconds = lease_seconds
        self.attempts_max = attempts_max
        # A row that does not hold text must not keep the others from being done.
        self._texts = [as_kept(database, JOB.c[name]) for name in ("club", "key", "kind", "payload")]

    def ask(self, draft: JobDraft) -> bool:
        """Adds a job that follows from no event; True if it is new."""
        row = {
            "club": draft.club,
            "key": draft.key,
            "kind": draft.kind,
            "payload": canonical(dict(draft.payload)),
            "state": "due",
            "attempts": 0,
            "due_at": draft.due_at,
        }
        try:
            with self._database.writing() as connection:
                if connection.scalar(select(JOB.c.key).where(*_is(draft.club, draft.key))) is not None:
                    return False
                connection.execute(insert(JOB), row)
        except broken_rules():
            # Another process has asked for it in between.
            return False
        return True

    def claim(self, club: str, key: str, *, by: str, now: str) -> Job | None:
        """The job with this key of the club, or None if it is not due or somebody has it."""
        with self._database.reading() as connection:
            # Most lookups find nothing, and a lookup locks nothing.
            if connection.execute(select(JOB.c.key).where(*_is(club, key), _is_due(now))).first() is None:
                return None
        return self._claim(club, key, by, now)

    def claim_next(self, *, by: str, now: str) -> Job | None:
        """The job that has been due for the longest time in any club, or None."""
        while True:
            oldest = select(JOB.c.club, JOB.c.key).where(_is_due(now)).order_by(JOB.c.due_at, JOB.c.club, JOB.c.key)
            with self._database.reading() as connection:
                found = connection.execute(oldest.limit(CANDIDATES)).all()
            if not found:
                return None
            for club, key in found:
                if job := self._claim(text_of(club), text_of(key), by, now):
                    return job
            # Others have claimed all of these meanwhile, so they are due no longer.

    def renew(self, job: Job, now: str) -> bool:
        """Renews the claim for another lease; True if the claim was still ours."""
        return self._change(_held(job).values(claimed_at=now))

    def finish(self, job: Job, now: str) -> bool:
        """Marks the job as done; True if the claim was still ours."""
        return self._change(_held(job).values(state="done", done_at=now, error=None))

    def fail(self, job: Job, sentence: str, *, retry_at: str = "") -> bool:
        """Records why the job failed; True if the claim was still ours.

        With `retry_at` it is due again then, unless that was the last attempt.
        """
        if retry_at and job.attempts < self.attempts_max:
            return self._change(_held(job).values(state="due", due_at=retry_at, claimed_by=None, error=sentence))
        return self._change(_held(job).values(state="failed", error=sentence))

    def retry(self, club: str, key: str, now: str) -> bool:
        """Makes a failed job due again, with all its attempts; True if there was such a job."""
        failed = update(JOB).where(*_is(club, key), JOB.c.state == "failed")
        return self._change(failed.values(state="due", due_at=now, attempts=0))

    def release_expired(self, now: str) -> int:
        """Makes jobs whose holder has died due again, or failed after the last attempt. Returns how many there were."""
        expired = update(JOB).where(self._expired(now))
        last = expired.where(JOB.c.attempts >= self.attempts_max)
        sentence = DIED.format(attempts=self.attempts_max)
        with self._database.writing() as connection:
            given_up = connection.execute(last.values(state="failed", error=sentence))
            released = connection.execute(expired.values(state="due", due_at=now, claimed_by=None))
            return given_up.rowcount + released.rowcount

    def has_expired(self, now: str) -> bool:
        """True if any holder has died; checked before the book is locked to release their jobs."""
        expired = select(JOB.c.key).where(self._expired(now))
        with self._database.reading() as connection:
            return connection.scalar(expired.limit(1)) is not None

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
        with self._database.reading() as connection:
            rows = connection.execute(select(JOB.c.state, func.count()).group_by(JOB.c.state)).all()
            late = connection.scalar(select(func.count()).where(overdue))
        states = {str(state): int(count) for state, count in rows}
        return Backlog(states.get("due", 0), states.get("claimed", 0), states.get("failed", 0), late or 0)

    def put_ahead(self, now: str) -> int:
        """The number of jobs put off to a time that only a clock set back since can have shown."""
        ahead = or_(
            and_(JOB.c.state == "due", JOB.c.due_at > _far_ahead(now)),
            and_(JOB.c.state == "claimed", JOB.c.claimed_at > _far_ahead(now)),
        )
        with self._database.reading() as connection:
            return connection.scalar(select(func.count()).where(ahead)) or 0

    def due(self, now: str) -> list[JobTold]:
        """The jobs that are due, the oldest first."""
        return self._told(_told_columns().where(_is_due(now)))

    def listed(self, states: Sequence[str] = ("due", "claimed", "done", "failed")) -> list[JobTold]:
        """The jobs in these states, the oldest first."""
        return self._told(_told_columns().where(JOB.c.state.in_(states)))

    def _told(self, query: Select[Any]) -> list[JobTold]:
        with self._database.reading() as connection:
            return [JobTold(*row) for row in connection.execute(query.order_by(JOB.c.due_at, JOB.c.club, JOB.c.key))]

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

    def _change(self, statement: Update) -> bool:
        with self._database.writing() as connection:
            return connection.execute(statement).rowcount == 1


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


def _told_columns() -> Select[Any]:
    return select(*(JOB.c[name] for name in JobTold._fields))
