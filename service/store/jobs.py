"""The jobs of a book: claimed by one worker at a time, done once, given up after some attempts.

A claim is a lease. Whoever holds it renews it while he works; when it has run out, its holder has died and the job is
due again. Every change names the state and the claim that it expects, so that of two workers only one succeeds.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Select, Update, insert, select, update
from sqlalchemy.exc import IntegrityError

from service.db import Database
from service.store.chain import canonical
from service.store.event_store import JobDraft
from service.store.rows import JOB

LEASE_SECONDS = 60
ATTEMPTS_MAX = 3

DIED = "The worker that had claimed the job ended without an answer, {attempts} times in all."


class Job(NamedTuple):
    """A job that this process has claimed; `claim` proves it."""

    id: int
    key: str
    kind: str
    payload: Mapping[str, Any]
    attempts: int
    claim: str


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
        expired = update(JOB).where(JOB.c.state == "claimed", JOB.c.claimed_at < later(now, -self.lease_seconds))
        last = expired.where(JOB.c.attempts >= self.attempts_max)
        sentence = DIED.format(attempts=self.attempts_max)
        with self._database.writing() as connection:
            given_up = connection.execute(last.values(state="failed", error=sentence))
            released = connection.execute(expired.values(state="due", due_at=now, claimed_by=None))
            return given_up.rowcount + released.rowcount

    def has_expired(self, now: str) -> bool:
        """Whether any holder has died; asked before the book is locked to release them."""
        expired = select(JOB.c.id).where(JOB.c.state == "claimed", JOB.c.claimed_at < later(now, -self.lease_seconds))
        with self._database.reading() as connection:
            return connection.scalar(expired.limit(1)) is not None

    def due(self, now: str) -> list[JobTold]:
        """The jobs that are due, the oldest first."""
        return self._told(_told_columns().where(JOB.c.state == "due", JOB.c.due_at <= now))

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
            .returning(JOB.c.id, JOB.c.key, JOB.c.kind, JOB.c.payload, JOB.c.attempts)
        )
        with self._database.writing() as connection:
            row = connection.execute(claimed).one_or_none()
        return Job(row.id, row.key, row.kind, json.loads(row.payload), row.attempts, claim) if row else None

    def _change(self, statement: Update) -> bool:
        with self._database.writing() as connection:
            return connection.execute(statement).rowcount == 1


def _due(now: str) -> Select[Any]:
    return select(JOB.c.id).where(JOB.c.state == "due", JOB.c.due_at <= now)


def _held(job: Job) -> Update:
    return update(JOB).where(JOB.c.id == job.id, JOB.c.state == "claimed", JOB.c.claimed_by == job.claim)


def _told_columns() -> Select[Any]:
    return select(*(JOB.c[name] for name in JobTold._fields))
