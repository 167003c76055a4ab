"""The worker's process: takes messages from Redis, or looks for jobs itself if there is no Redis, until stopped."""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import urlsplit

from celery import bootsteps
from celery.beat import EmbeddedService, Scheduler, Service
from celery.signals import worker_shutting_down

from engine.grammar import listed as listed_words
from service.app.running.health import CLOCK, EVERY_SECONDS, WORKER, forget, give_sign
from service.book.job_kinds import QUEUES, kinds_in
from service.book.news import Saying
from service.book.store.event_store import JobDraft
from service.book.store.schema import open_book
from service.config import SettingError, Settings, load_settings
from service.errors import BookError
from service.jobs.celery_app import AtWork, queue_named
from service.jobs.runners import InProcess, send_or_leave, worker_for
from service.jobs.working import Worker, log_fault
from service.language.dictionaries.shipped import learn
from service.logs import log_to_stderr


def alive_in(home: Path) -> type[bootsteps.StartStopStep]:
    """A step of a worker that makes a sign while it takes messages: its loop makes it, and stops with the connection."""

    class Alive(bootsteps.StartStopStep):  # type: ignore[misc]
        requires = ("celery.worker.consumer.tasks:Tasks",)

        def __init__(self, consumer: Any, **named: Any) -> None:
            super().__init__(consumer, **named)
            self._timer: Any = None

        def start(self, consumer: Any) -> None:
            give_sign(home, WORKER)
            self._timer = consumer.timer.call_repeatedly(EVERY_SECONDS, give_sign, (home, WORKER))

        def stop(self, consumer: Any) -> None:
            # Also called when a connection was lost before this step began.
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            forget(home, WORKER)

        def shutdown(self, consumer: Any) -> None:
            self.stop(consumer)

    return Alive


def clock_of(home: Path) -> type[Scheduler]:
    """The scheduler of a clock that makes a sign at every look at what is due."""

    class Clock(Scheduler):  # type: ignore[misc]
        def tick(self, *args: Any, **named: Any) -> Any:
            give_sign(home, CLOCK)
            return super().tick(*args, **named)

        def close(self) -> None:
            super().close()
            forget(home, CLOCK)

    return Clock


SWEEP_SECONDS = 5.0
# A job whose message is on its way or in the queue is not announced again at once.
AGAIN_AFTER = 12

_log = logging.getLogger("chipbook.tasks")


class Sweeper:
    """One for each worker's process, for the queues from which it takes messages.

    If two sweepers send the same message, the second receiver finds the job taken.
    """

    def __init__(
        self,
        worker: Worker,
        app: AtWork,
        *,
        every_seconds: float = SWEEP_SECONDS,
        queues: Collection[str] = QUEUES,
    ) -> None:
        self._worker = worker
        self._app = app
        self._every_seconds = every_seconds
        self._kinds = kinds_in(queues)
        self._round = 0
        self._sent: dict[tuple[str, str, int], int] = {}
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="chipbook-sweeper", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def sweep(self) -> int:
        """Releases claims that have run out and announces jobs that are due and were not announced just now.

        Returns how many it announced.
        """
        jobs, now = self._worker.jobs, self._worker.context.now()
        self._worker.release_expired()
        self._round += 1
        due = {(job.club, job.key, job.attempts): job for job in jobs.due(now, kinds=self._kinds)}
        self._sent = {which: sent for which, sent in self._sent.items() if which in due}
        count = 0
        for which, job in due.items():
            if self._round - self._sent.get(which, -AGAIN_AFTER) < AGAIN_AFTER:
                continue
            if not self._worker.knows(job.kind):
                # No task has its name, so the broker's worker would drop the message: it is tried, and fails, here.
                self._worker.run(job.club, job.key)
                continue
            if not send_or_leave(self._app, job.kind, job.club, job.key):
                # The other messages would not get through either.
                break
            self._sent[which] = self._round
            count += 1
        return count

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self.sweep()
            except BookError as problem:
                _log.warning("sweep_failed", extra={"code": problem.code, "sentence": str(problem)})
            except Exception as fault:  # noqa: BLE001 - one sweep that fails must not be the last one.
                log_fault("sweep_failed", fault)
            self._stopping.wait(self._every_seconds)


THREADS = 2
# Of the minute that the container of a worker is given.
ALONE_STOP_SECONDS = 50.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Duty:
    """What a worker's process does: how many jobs at a time, from which queues, and whether it keeps the clock too."""

    threads: int = THREADS
    queues: tuple[str, ...] = QUEUES
    beats: bool = True


def run(duty: Duty, *, say: Callable[[str], None]) -> None:
    """Does the jobs of the book of the settings of the environment until it is stopped."""
    settings = load_settings(os.environ)
    learn(settings.home)
    log_to_stderr()
    if settings.redis_url:
        of_queues = "" if duty.queues == QUEUES else f" of {listed_words(duty.queues)}"
        say(f"Takes jobs{of_queues} from {_place(settings.redis_url)}. Ctrl-C stops it.")
    else:
        say("Does the jobs of the book inside this process. Ctrl-C stops it.")
    work(settings, duty)


def beat(*, say: Callable[[str], None]) -> None:
    """Keeps the clock for workers that do not: asks for what is due every day, until it is stopped.

    Two of them at once ask for nothing twice. Refuses settings without a broker (SettingError).
    """
    settings = load_settings(os.environ)
    if not settings.redis_url:
        name = "CHIPBOOK_REDIS_URL"
        raise SettingError(
            name, f"A beat tells workers by way of {name}, which is not set; without it, a server or a worker does it."
        )
    log_to_stderr()
    say(f"Keeps the clock for the workers at {_place(settings.redis_url)}. Ctrl-C stops it.")
    app = AtWork(settings.redis_url)
    clock = Service(app, scheduler_cls=clock_of(settings.home))
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _leave)
    try:
        clock.start()
    finally:
        app.close()


def _leave(_number: int, _frame: FrameType | None) -> None:
    """Ends the process, also while it sleeps until the next thing is due."""
    raise SystemExit(0)


def _place(redis_url: str) -> str:
    """The machine and port of the broker, without the password."""
    place = urlsplit(redis_url)
    return f"{place.hostname or 'this machine'}:{place.port or 6379}"


def work(settings: Settings, duty: Duty = Duty()) -> None:
    """Does the jobs of the book in the settings until the process is told to stop; finishes the job it has begun."""
    database = open_book(settings.database_url, settings.server, makes=False)
    saying = Saying(settings.redis_url) if settings.redis_url else None
    try:
        # One thread is left for what people wait for; with a single one, they wait.
        queues = duty.queues if settings.redis_url else QUEUES
        worker = worker_for(settings, database, slow_max=max(1, duty.threads - 1), queues=queues)
        if saying:
            worker.context = replace(worker.context, announce=saying.say)
            work_for_broker(worker, settings.redis_url, duty)
        else:
            _work_alone(worker)
    finally:
        if saying:
            saying.close()
        database.close()


def work_for_broker(
    worker: Worker,
    redis_url: str,
    duty: Duty = Duty(),
    *,
    sweep_seconds: float = SWEEP_SECONDS,
) -> None:
    """Runs a Celery worker and its sweeper, and the clock unless another process keeps it."""
    app = AtWork(redis_url, worker)
    app.set_default()
    app.steps["consumer"].add(alive_in(worker.context.home))
    # A plan that a worker freezes brings a report, which need not wait for the sweeper.
    worker.context = replace(worker.context, tell=partial(_send, app))
    sweeper = Sweeper(worker, app, every_seconds=sweep_seconds, queues=duty.queues)
    sweeper.start()

    def stop_soon(**_: object) -> None:
        worker.stop_soon()

    worker_shutting_down.connect(stop_soon, weak=False)
    # Several clocks do no harm: what two of them ask for on one day is one job.
    clock = EmbeddedService(app, thread=True, scheduler_cls=clock_of(worker.context.home)) if duty.beats else None
    if clock:
        clock.start()
    try:
        # One process with a few threads: a home game has a few jobs a night, and they wait for the database.
        app.Worker(
            pool="threads",
            concurrency=duty.threads,
            queues=[queue_named(queue) for queue in duty.queues],
            loglevel="WARNING",
            without_gossip=True,
            without_mingle=True,
            quiet=True,
        ).start()
    finally:
        if clock:
            # Its thread may be asleep, and ends with the process.
            clock.service.stop()
            forget(worker.context.home, CLOCK)
        sweeper.stop()


def _send(app: AtWork, jobs: Sequence[JobDraft]) -> None:
    for job in jobs:
        send_or_leave(app, job.kind, job.club, job.key)


def _work_alone(worker: Worker) -> None:
    stopped = threading.Event()

    def stop(_number: int, _frame: FrameType | None) -> None:
        stopped.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    thread = InProcess(worker, stop_seconds=ALONE_STOP_SECONDS)
    thread.start()
    give_sign(worker.context.home, WORKER)
    while not stopped.wait(EVERY_SECONDS):
        if thread.is_alive:
            give_sign(worker.context.home, WORKER)
    thread.stop()
    forget(worker.context.home, WORKER)
