"""The worker's process: takes messages from Redis, or looks for jobs itself if there is no Redis, until stopped."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from types import FrameType
from urllib.parse import urlsplit

from celery.beat import EmbeddedService, Scheduler

from service.config import Settings, load_settings
from service.dictionaries.club import learn
from service.logs import log_to_stderr
from service.store.event_store import JobDraft
from service.store.schema import open_book
from service.tasks.by_broker import send_or_leave
from service.tasks.celery_app import AtWork
from service.tasks.in_process import InProcess
from service.tasks.job_runner import worker_for
from service.tasks.sweeping import EVERY_SECONDS, Sweeper
from service.tasks.working import Worker

THREADS = 2


def run(*, threads: int, say: Callable[[str], None]) -> None:
    """Does the jobs of the book of the settings of the environment until it is stopped."""
    settings = load_settings(os.environ)
    learn(settings.home)
    log_to_stderr()
    if settings.redis_url:
        place = urlsplit(settings.redis_url)
        say(f"Takes jobs from {place.hostname or 'this machine'}:{place.port or 6379}. Ctrl-C stops it.")
    else:
        say("Does the jobs of the book inside this process, one at a time. Ctrl-C stops it.")
    work(settings, threads=threads)


def work(settings: Settings, *, threads: int = THREADS) -> None:
    """Does the jobs of the book in the settings until the process is told to stop; finishes the job it has begun."""
    database = open_book(settings.database_url, settings.server)
    try:
        worker = worker_for(settings, database)
        if settings.redis_url:
            work_for_broker(worker, settings.redis_url, threads=threads)
        else:
            _work_alone(worker)
    finally:
        database.close()


def work_for_broker(
    worker: Worker, redis_url: str, *, threads: int = THREADS, sweep_seconds: float = EVERY_SECONDS
) -> None:
    """Runs a Celery worker and its sweeper."""
    app = AtWork(redis_url, worker)
    app.set_default()
    # A plan that a worker freezes brings a report, which need not wait for the sweeper.
    worker.context = replace(worker.context, tell=partial(_send, app))
    sweeper = Sweeper(worker, app, every_seconds=sweep_seconds)
    sweeper.start()
    # Every worker has a clock. What two of them ask for on one day is one job.
    clock = EmbeddedService(app, thread=True, scheduler_cls=Scheduler)
    clock.start()
    try:
        # One process with a few threads: a home game has a few jobs a night, and they wait for the database.
        app.Worker(
            pool="threads",
            concurrency=threads,
            loglevel="WARNING",
            without_gossip=True,
            without_mingle=True,
            quiet=True,
        ).start()
    finally:
        clock.service.stop()
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
    thread = InProcess(worker)
    thread.start()
    stopped.wait()
    thread.stop()
