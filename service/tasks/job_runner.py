"""Who does the jobs that follow from a command: a thread of this process, or workers behind a broker, as the settings say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from service.config import Settings
from service.db import Database
from service.store.event_store import JobDraft
from service.store.jobs import Jobs
from service.tasks.by_broker import ByBroker
from service.tasks.celery_app import AtWork
from service.tasks.context import JobContext
from service.tasks.in_process import InProcess
from service.tasks.working import Worker


class JobRunner(Protocol):
    """Nothing runs before `start` or after `stop`; `tell` never waits and never fails."""

    def start(self) -> None: ...

    def tell(self, jobs: Sequence[JobDraft]) -> None: ...

    def stop(self) -> None: ...


def worker_for(settings: Settings, database: Database) -> Worker:
    """A worker for the jobs of this book."""
    return Worker(JobContext(database, settings.home, remind_after_days=settings.remind_after_days), Jobs(database))


def job_runner_for(settings: Settings, database: Database) -> JobRunner:
    """The runner that a server starts: give its `tell` to the command handlers."""
    if settings.redis_url:
        return ByBroker(AtWork(settings.redis_url))
    return InProcess(worker_for(settings, database))
