"""Who does the jobs: a thread of this process, this command, or workers behind a broker."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Protocol

from celery.exceptions import OperationalError

from service.app.book import Book
from service.book.db import Database
from service.book.job_kinds import QUEUES, kinds_in
from service.book.store.event_store import JobDraft
from service.book.store.jobs import Jobs
from service.config import Settings
from service.errors import BookError
from service.jobs.celery_app import AtWork
from service.jobs.working import JobContext, Worker, log_fault
from service.language.languages import ENGLISH, in_language


def do_what_followed(book: Book) -> list[str]:
    """Does the jobs that the book was told of, and those that they bring. Returns why any of them failed, in sentences.

    A job that another process has claimed meanwhile is left to it, and a failed one is tried again by whoever looks for
    jobs next. Like any worker it speaks English, whatever the person at the command line reads: how a try ended is kept
    for everybody.
    """
    with in_language(ENGLISH):
        return _done(book)


def _done(book: Book) -> list[str]:
    context = JobContext(
        book.database,
        book.home,
        book.now,
        tell=book.followed.extend,
        keys=book.keys,
        announce=book.announce,
    )
    worker = Worker(context, jobs := Jobs(book.database))
    tried: set[str] = set()
    while book.followed:
        job = book.followed.pop(0)
        if worker.run(job.club, job.key):
            tried.add(job.key)
    if not tried:
        return []
    return [f"{job.key}: {job.error}" for job in jobs.listed(("due", "failed")) if job.key in tried and job.error]


# More messages than this wait only if the broker is away; then the sweeper sends them.
WAITING_MAX = 1000

_log = logging.getLogger("chipbook.tasks")


class ByBroker:
    """The sending thread. A job that it cannot announce stays due, and a worker's sweeper finds it."""

    def __init__(self, app: AtWork) -> None:
        self._app = app
        self._waiting: queue.Queue[JobDraft | None] = queue.Queue(WAITING_MAX)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._send, name="chipbook-tell", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def tell(self, jobs: Sequence[JobDraft]) -> None:
        """Announces jobs that have just been recorded."""
        for job in jobs:
            try:
                self._waiting.put_nowait(job)
            except queue.Full:
                return

    def stop(self) -> None:
        """Finishes the message being sent and leaves the rest to the sweeper."""
        self._stopping.set()
        with suppress(queue.Full):
            # Wakes the thread up.
            self._waiting.put_nowait(None)
        if self._thread.is_alive():
            self._thread.join()
        self._app.close()

    def _send(self) -> None:
        while not self._stopping.is_set():
            job = self._waiting.get()
            if job is not None:
                send_or_leave(self._app, job.kind, job.club, job.key)


def send_or_leave(app: AtWork, kind: str, club: str, key: str) -> bool:
    """True if the broker took the message; if not, the job stays due."""
    try:
        app.send(kind, club, key)
    except OperationalError as problem:
        _log.warning("broker_away", extra={"kind": kind, "sentence": f"{key} stays due: {problem}"})
        return False
    return True


# How often it looks for jobs that another process, such as the command line, has left.
LOOK_SECONDS = 2.0
# How long a server that stops waits for the jobs being done: of the half minute that containers are given, requests may
# have taken twenty seconds.
STOP_SECONDS = 8.0


class InProcess:
    """The worker threads. They run from `start` to `stop`, which waits so long for the jobs being done."""

    def __init__(
        self, worker: Worker, *, look_seconds: float = LOOK_SECONDS, stop_seconds: float = STOP_SECONDS
    ) -> None:
        self._worker = worker
        self._look_seconds = look_seconds
        self._stop_seconds = stop_seconds
        self._stopping = threading.Event()
        self._reminded_on = ""
        # Each thread by whether it does the slow jobs, with what wakes it up.
        self._wakers = {slow: threading.Event() for slow in (False, True)}
        self._threads = [
            threading.Thread(target=self._work, args=(slow,), name="chipbook-jobs", daemon=True)
            for slow in self._wakers
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    @property
    def is_alive(self) -> bool:
        """True while every thread runs."""
        return all(thread.is_alive() for thread in self._threads)

    def tell(self, jobs: Sequence[JobDraft]) -> None:
        """These jobs have just been recorded: the threads look at once."""
        for wake in self._wakers.values():
            wake.set()

    def stop(self) -> None:
        """Begins no more jobs. One that takes too long is left: its claim comes back, and another process does it again."""
        self._stopping.set()
        self.tell(())
        give_up_at = time.monotonic() + self._stop_seconds
        for thread in self._threads:
            if thread.is_alive():
                thread.join(max(0.0, give_up_at - time.monotonic()))
        if any(thread.is_alive() for thread in self._threads):
            _log.warning(
                "jobs_left", extra={"sentence": "A job was not done in time; it is done again after its lease."}
            )

    def _work(self, slow: bool) -> None:  # noqa: FBT001 - a thread passes its arguments by their place.
        wake = self._wakers[slow]
        while not self._stopping.is_set():
            wake.clear()
            try:
                if not slow:
                    self._remind()
                self._worker.run_due(lambda: not self._stopping.is_set(), slow=slow)
            except BookError as problem:
                # The book is locked or away for a while: claimed jobs come back when their lease is over.
                _log.warning("jobs_wait", extra={"code": problem.code, "sentence": str(problem)})
            except Exception as fault:  # noqa: BLE001 - one look that fails must not be the last one.
                log_fault("jobs_wait", fault)
            wake.wait(self._look_seconds)

    def _remind(self) -> None:
        """Asks for the reminders of the day, once when it begins here; another process may have asked already."""
        day = self._worker.context.now()[:10]
        if day != self._reminded_on:
            self._worker.ask_for_reminders()
            self._reminded_on = day


class JobRunner(Protocol):
    """Nothing runs before `start` or after `stop`; `tell` never waits and never fails."""

    def start(self) -> None: ...

    def tell(self, jobs: Sequence[JobDraft]) -> None: ...

    def stop(self) -> None: ...


def worker_for(
    settings: Settings, database: Database, *, slow_max: int = 1, queues: Collection[str] = QUEUES
) -> Worker:
    """A worker for the jobs of this book in these queues, of whose threads so many may do slow jobs at a time."""
    context = JobContext(
        database,
        settings.home,
        remind_after_days=settings.remind_after_days,
        notify_house=settings.notify_house,
        keys=settings.keys,
    )
    return Worker(context, Jobs(database), slow_max=slow_max, kinds=kinds_in(queues))


def job_runner_for(settings: Settings, database: Database) -> JobRunner:
    """The runner that a server starts: give its `tell` to the command handlers."""
    if settings.redis_url:
        return ByBroker(AtWork(settings.redis_url))
    return InProcess(worker_for(settings, database))
