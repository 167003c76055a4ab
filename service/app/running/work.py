"""Are the jobs that follow from the nights being done? Jobs that wait or fail, and a clock that was set back."""

from __future__ import annotations

from engine.grammar import counted
from service.db import Database
from service.store.jobs import Jobs
from service.store.server_clock import is_behind
from service.views.running.work import Work


def how_the_work_goes(database: Database, now: str) -> Work:
    """The state of the work at this time of the book. Refuses a book that cannot be read (BookError)."""
    waiting = Jobs(database).waiting(now)
    sentences = []
    if waiting.overdue:
        late = f"{counted(waiting.overdue, 'job')} should be done by now"
        sentences.append(
            f"{late} but cannot be: {database.refuses.outside}" if database.refuses else f"{late}: is a worker running?"
        )
    if waiting.failed:
        sentences.append(f"{counted(waiting.failed, 'job')} failed for good.")
    if behind := is_behind(database, now):
        sentences.append(behind)
    return Work(stuck=bool(sentences), sentences=tuple(sentences), **waiting._asdict())
