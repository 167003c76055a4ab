"""The jobs of a book: claimed by one worker at a time, done once, given up after some attempts.

A claim is a lease. Whoever holds it renews it while they work; when it has run out, its holder has died and the job is
due again. Every change names the state and the claim that it expects, so that of two workers only one succeeds.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple, TypeVar

import msgspec
from sqlalchemy import ColumnElement, Row, Select, Update, and_, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from service.db import Database
from service.errors import JobUnreadable
from service.store.chain import canonical
from service.store.event_store import JobDraft
from service.store.raw import as_kept, text_of
from service.store.rows import JOB

Kind = TypeVar("Kind", str, int)

LEASE_SECONDS = 60
ATTEMPTS_MAX = 3

# No job is put off for nearly so long, so whatever lies further ahead was written by a clock that has gone back.
AHEAD_SECONDS = 3600
# A job that is due and not done for so long waits for somebody who does not come.
OVERDUE_SECONDS = 120

DIED = "The worker that had claimed the job ended without an answer, {attempts} times in all."


class Job(NamedTuple):
    """A job that this process has claimed; `claim` proves it. What it is to do may be `unreadable`, and why is said."""

    id: int
    key: str
    kind: str
    payload: Mapping[str, Any]
    attempts: int
    claim: str
    unreadable: str = ""

    @property
    def night(self) -> str:
        """The night that the job is about; refuses a job that names none."""
        return self._said("night", str)

    @property
    def version(self) -> int:
        """The version of the night that the job is about; refuses a job that names none."""
        return self._said("version", int)

    @property
    def plan(self) -> str:
        """The plan that is to be frozen; refuses a job that names none."""
        return self._said("plan", str)

    def _said(self, name: str, kind: type[Kind]) -> Kind:
        said = self.payload.get(name)
        if self.unreadable or not isinstance(said, kind):
            raise JobUnreadable(self.key, self.unreadable or f"it names no {name}")
        return said


class Backlog(NamedTuple):
    """How much work there is: jobs `due`, `claimed` and `failed`, and of the first two those that are `overdue`."""

    due: int
    claimed: int
    failed: int
    overdue: int


class JobTold(NamedTuple):
    """A job as it stands; `error` is the sentence of its last failure."""

    key: str
    kind: str
    state: str
    attempts: int
    due_at: str
    done_at: str | None
    error: str | None


def later(now: str, seconds: int) -> str:
    """The time so many seconds after another, as the book writes it."""
    return (datetime.fromisoformat(now) + timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%SZ")


class Jobs:
    """The job rows of one book."""

    def __init__(
        self, database: Database, *, lease_seconds: int = LEASE_SECONDS, attempts_max: int = ATTEMPTS_MAX
    ) -> None:
        self._database = database
        self.lease_seconds = lease_seconds
        self.attempts_max = attempts_max
        # A row that holds no text must not keep the others from being done.
        self._texts = [as_kept(database, JOB.c[name]) for name in ("key", "kind", "payload")]

    def ask(self, draft: JobDraft) -> bool:
        """Adds a job that follows from no event; whether it is new."""
        row = {
            "key": draft.key,
            "kind": draft.kind,
            "payload": canonical(dict(draft.payload)),
            "state": "due",
            "attempts": 0,
            "due_at": draft.due_at,
        }
        try:
            with self._database.writing() as connection:
                if connection.scalar(select(JOB.c.id).where(JOB.c.key == draft.key)) is not None:
                    return False
                connection.execute(insert(JOB), row)
        except IntegrityError:
            # Asked for by somebody else in between.
            return False
        return True

    def claim(self, key: str, *, by: str, now: str) -> Job | None:
        """The job of this key, if it is due and nobody has it."""
        return self._claim(_due(now).where(JOB.c.key == key), by, now)

    def claim_next(self, *, by: str, now: str) -> Job | None:
        """The job that has been due for the longest time; nothing when none is."""
        return self._claim(_due(now), by, now)

    def renew(self, job: Job, now: str) -> bool:
        """Keeps the claim for another lease; whether it was still ours."""
        return self._change(_held(job).values(claimed_at=now))

    def finish(self, job: Job, now: str) -> bool:
        """The job is done; whether the claim was still ours."""
        return self._change(_held(job).values(state="done", done_at=now, error=None))

    def fail(self, job: Job, sentence: str, *, retry_at: str = "") -> bool:
        """Keeps why it failed. With `retry_at` it is due again then, unless that was the last attempt."""
        if retry_at and job.attempts < self.attempts_max:
            return self._change(_held(job).values(state="due", due_at=retry_at, claimed_by=None, error=sentence))
        return self._change(_held(job).values(state="failed", error=sentence))

    def retry(self, key: str, now: str) -> bool:
        """A failed job is due again, with all its attempts; whether there was such a job."""
        failed = update(JOB).where(JOB.c.key == key, JOB.c.state == "failed")
        return self._change(failed.values(state="due", due_at=now, attempts=0))

    def release_expired(self, now: str) -> int:
        """Jobs whose holder has died are due again, or failed if it was the last attempt; how many there were."""
        expired = update(JOB).where(self._expired(now))
        last = expired.where(JOB.c.attempts >= self.attempts_max)
        sentence = DIED.format(attempts=self.attempts_max)
        with self._database.writing() as connection:
            given_up = connection.execute(last.values(state="failed", error=sentence))
            released = connection.execute(expired.values(state="due", due_at=now, claimed_by=None))
            return given_up.rowcount + released.rowcount

    def has_expired(self, now: str) -> bool:
        """Whether any holder has died; asked before the book is locked to release them."""
        expired = select(JOB.c.id).where(self._expired(now))
        with self._database.reading() as connection:
            return connection.scalar(expired.limit(1)) is not None

    def _expired(self, now: str) -> ColumnElement[bool]:
        """Claims whose lease has run out, that say no time, or a time that is still to come."""
        claimed_at = JOB.c.claimed_at
        run_out = or_(claimed_at.is_(None), claimed_at < later(now, -self.lease_seconds), claimed_at > _far_ahead(now))
        return and_(JOB.c.state == "claimed", run_out)

    def waiting(self, now: str) -> Backlog:
        """How many jobs wait, are being done, have failed, and wait for longer than anybody should let them."""
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
        """How many jobs were put down for a time that only a clock which has gone back since can have shown."""
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
            return [JobTold(*row) for row in connection.execute(query.order_by(JOB.c.due_at, JOB.c.id))]

    def _claim(self, wanted: Select[Any], by: str, now: str) -> Job | None:
        with self._database.reading() as connection:
            # Most looks find nothing, and a look locks nothing.
            if connection.execute(wanted.limit(1)).first() is None:
                return None
        claim = f"{by}/{secrets.token_hex(8)}"
        # On PostgreSQL another worker's choice is passed over rather than waited for; SQLite lets one writer in.
        chosen = wanted.order_by(JOB.c.due_at, JOB.c.id).limit(1).with_for_update(skip_locked=True).scalar_subquery()
        claimed = (
            update(JOB)
            .where(JOB.c.id == chosen, JOB.c.state == "due")
            .values(state="claimed", attempts=JOB.c.attempts + 1, claimed_at=now, claimed_by=claim)
            .returning(JOB.c.id, *self._texts, JOB.c.attempts)
        )
        with self._database.writing() as connection:
            row = connection.execute(claimed).one_or_none()
        return _job(row, claim) if row else None

    def _change(self, statement: Update) -> bool:
        with self._database.writing() as connection:
            return connection.execute(statement).rowcount == 1


def _job(row: Row[Any], claim: str) -> Job:
    """The job that was claimed; one that cannot be read is claimed all the same, so that it can fail with its reason."""
    payload, unreadable = {}, ""
    try:
        payload = msgspec.json.decode(text_of(row.payload), type=dict[str, Any])
    except msgspec.DecodeError as problem:
        unreadable = f"its payload is not JSON ({problem})"
    return Job(row.id, text_of(row.key), text_of(row.kind), payload, row.attempts, claim, unreadable)


def _due(now: str) -> Select[Any]:
    return select(JOB.c.id).where(_is_due(now))


def _is_due(now: str) -> ColumnElement[bool]:
    return and_(JOB.c.state == "due", or_(JOB.c.due_at <= now, JOB.c.due_at > _far_ahead(now)))


def _far_ahead(now: str) -> str:
    return later(now, AHEAD_SECONDS)


def _held(job: Job) -> Update:
    return update(JOB).where(JOB.c.id == job.id, JOB.c.state == "claimed", JOB.c.claimed_by == job.claim)


def _told_columns() -> Select[Any]:
    return select(*(JOB.c[name] for name in JobTold._fields))
