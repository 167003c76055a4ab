"""Claims jobs and does them: the same for a Celery worker, for the thread inside the program and for a test."""

from __future__ import annotations

import logging
import os
import socket
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from engine.errors import Refusal
from service.app.remind import ask_for_reminders
from service.errors import (
    BookError,
    BrokenChain,
    ClubMissing,
    JobUnreadable,
    KeyReused,
    NightIsDamaged,
    NightMissing,
    VersionConflict,
)
from service.outbox import RECONCILE, REMIND, RENDER, SETTLE, VERIFY
from service.store.jobs import Job, Jobs, later
from service.tasks.context import Act, JobContext
from service.tasks.reconciling import reconcile_night
from service.tasks.reminding import remind_club
from service.tasks.rendering import render_report
from service.tasks.settling import settle_night
from service.tasks.verifying import verify_club

ACTS: Mapping[str, Act] = {
    RECONCILE: reconcile_night,
    SETTLE: settle_night,
    RENDER: render_report,
    VERIFY: verify_club,
    REMIND: remind_club,
}

# The waits before the second and the third attempt, in seconds.
WAIT_SECONDS = (10, 60)
# Another attempt would bring the same answer.
FINAL = (Refusal, VersionConflict, KeyReused, ClubMissing, NightMissing, BrokenChain, NightIsDamaged, JobUnreadable)

_log = logging.getLogger("chipbook.tasks")


class UnknownKind(Exception):
    """Refusal of a job that another version of the program has left."""

    def __init__(self, kind: str, known: Sequence[str]) -> None:
        super().__init__(f"This program has no job of the kind {kind}; it knows {', '.join(known)}.")


class Worker:
    """Does the jobs of one book. Shared by threads."""

    def __init__(
        self,
        context: JobContext,
        jobs: Jobs,
        *,
        acts: Mapping[str, Act] = ACTS,
        wait_seconds: Sequence[int] = WAIT_SECONDS,
    ) -> None:
        self.context = context
        self.jobs = jobs
        self._acts = acts
        self._wait_seconds = wait_seconds
        self._told_of_clock = False
        self._name = f"{socket.gethostname()}:{os.getpid()}"

    def run(self, club: str, key: str) -> bool:
        """Does this job of the club if it is due and free; True if this worker did it."""
        return self._take(self.jobs.claim(club, key, by=self._name, now=self.context.now()))

    def run_next(self) -> bool:
        """Does the job that has been due for the longest time; True if there was one."""
        return self._take(self.jobs.claim_next(by=self._name, now=self.context.now()))

    def run_due(self, may_go_on: Callable[[], bool] = lambda: True) -> int:
        """Does every job that is due, one after the other. Returns how many there were."""
        self.release_expired()
        done = 0
        while may_go_on() and self.run_next():
            done += 1
        return done

    def release_expired(self) -> None:
        """Makes jobs of a worker that died due again, and jobs put off to a time that a wrong clock showed."""
        now = self.context.now()
        ahead = self.jobs.put_ahead(now)
        if ahead and not self._told_of_clock:
            told = f"{ahead} jobs were put down for later than any job is: the clock has gone back to {now}. They are done now."
            _log.warning("clock_went_back", extra={"sentence": told})
        self._told_of_clock = bool(ahead)
        if self.jobs.has_expired(now):
            self.jobs.release_expired(now)

    def _take(self, job: Job | None) -> bool:
        if job is None:
            return False
        try:
            with self._claim_kept(job):
                self._act_of(job)(self.context, job)
        except Exception as problem:  # noqa: BLE001 - whatever went wrong is kept with the job.
            self._failed(job, problem)
        else:
            if not self.jobs.finish(job, self.context.now()):
                _log.warning("claim_lost", extra={"kind": job.kind, "sentence": f"{job.key} was given to another."})
        return True

    def ask_for_reminders(self) -> int:
        """Asks for today's reminders of every club, unless somebody has; returns how many are new."""
        return len(ask_for_reminders(self.context.book(), after_days=self.context.remind_after_days))

    def knows(self, kind: str) -> bool:
        """True if this program has jobs of this kind."""
        return kind in self._acts

    def _act_of(self, job: Job) -> Act:
        if job.unreadable:
            raise JobUnreadable(job.key, job.unreadable)
        if job.kind not in self._acts:
            raise UnknownKind(job.kind, tuple(self._acts))
        return self._acts[job.kind]

    def _failed(self, job: Job, problem: Exception) -> None:
        sentence, frames = _told(problem)
        _log.error("job_failed", extra={"kind": job.kind, "sentence": f"{job.key}: {sentence}", "frames": frames})
        if isinstance(problem, FINAL):
            self.jobs.fail(job, sentence)
            return
        wait = self._wait_seconds[min(job.attempts, len(self._wait_seconds)) - 1]
        self.jobs.fail(job, sentence, retry_at=later(self.context.now(), wait))

    @contextmanager
    def _claim_kept(self, job: Job) -> Iterator[None]:
        """Renews the claim while the work goes on, so that a lease can be short and a job long."""
        over = threading.Event()
        keeper = threading.Thread(target=self._keep, args=(job, over), name=f"claim {job.key}", daemon=True)
        keeper.start()
        try:
            yield
        finally:
            over.set()
            keeper.join()

    def _keep(self, job: Job, over: threading.Event) -> None:
        while not over.wait(self.jobs.lease_seconds / 3):
            try:
                self.jobs.renew(job, self.context.now())
            except BookError as problem:
                # The next renewal may still be in time.
                _log.warning("claim_not_renewed", extra={"kind": job.kind, "sentence": str(problem)})


def log_fault(what: str, fault: Exception) -> None:
    """Logs an unforeseen fault and its place, so that the thread in which it happened can go on."""
    sentence, frames = _told(fault)
    _log.error(what, extra={"sentence": sentence, "frames": frames})


def _told(problem: Exception) -> tuple[str, list[str] | None]:
    """The sentence that is kept with the job; for a fault of the program also its place, for the log."""
    if isinstance(problem, Refusal | BookError | UnknownKind):
        return str(problem), None
    frames = traceback.extract_tb(problem.__traceback__)
    where = [f"{frame.name} in {frame.filename}:{frame.lineno}" for frame in frames]
    return f"A fault of the program: {type(problem).__name__}: {problem}", where
