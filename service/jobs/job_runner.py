"""Who does the jobs that follow from a command: a thread of this process, or workers behind a broker, as the settings say."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from service.book.db import Database
from service.book.job_kinds import QUEUES, kinds_in
from service.book.store.event_store import JobDraft
from service.book.store.jobs import Jobs
from service.config import Settings
from service.jobs.by_broker import ByBroker
from service.jobs.celery_app import AtWork
from service.jobs.context import JobContext
from service.jobs.in_process import InProcess
from service.jobs.working import Worker


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
        keys=settings.keys,
    )
    return Worker(context, Jobs(database), slow_max=slow_max, kinds=kinds_in(queues))


def job_runner_for(settings: Settings, database: Database) -> JobRunner:
    """The runner that a server starts: give its `tell` to the command handlers."""
    if settings.redis_url:
        return ByBroker(AtWork(settings.redis_url))
    return InProcess(worker_for(settings, database))
