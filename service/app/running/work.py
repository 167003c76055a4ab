"""Are the jobs that follow from the nights being done? Jobs that wait or fail, and a clock that was set back."""

from __future__ import annotations

from engine.grammar import counted
from engine.speech import say
from service.book.db import Database
from service.book.store.jobs import Jobs
from service.book.store.server_clock import is_behind
from service.reports.views.running.work import Work


def how_the_work_goes(database: Database, now: str) -> Work:
    """The state of the work at this time of the book. Refuses a book that cannot be read (BookError)."""
    waiting = Jobs(database).waiting(now)
    sentences = []
    if waiting.overdue:
        late = counted(waiting.overdue, "job")
        sentences.append(
            say(
                "{jobs} should be done by now but cannot be: {because}",
                jobs=late,
                because=say(database.refuses.outside),
            )
            if database.refuses
            else say("{jobs} should be done by now: is a worker running?", jobs=late)
        )
    if waiting.failed:
        sentences.append(say("{jobs} failed for good.", jobs=counted(waiting.failed, "job")))
    if behind := is_behind(database, now):
        sentences.append(behind)
    return Work(stuck=bool(sentences), sentences=tuple(sentences), **waiting._asdict())
