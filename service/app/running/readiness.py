"""Whether this server can do what it is for, at this moment: read, record, and have the jobs done that follow."""

from __future__ import annotations

from engine.grammar import counted
from engine.speech import say
from service.app.book import Book
from service.book.db import Database
from service.book.store.jobs import Jobs
from service.book.store.machine import is_behind, little_room, why_not_written
from service.book.store.schema import HEAD, is_newer, revision
from service.errors.problems import NotReady
from service.reports.views.running.running import Readiness, Work


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


def readiness(book: Book) -> Readiness:
    """What a server says of itself. Refuses a book that cannot be read (BookError) or has no tables yet (NotReady)."""
    sentences = [*_of_the_schema(book), *filter(None, [little_room(book.database)])]
    if not_written := why_not_written(book.database):
        return Readiness(status="reads_only", sentences=(not_written, *sentences))
    work = how_the_work_goes(book.database, book.now())
    # Acts are recorded even if jobs are stuck, so the server stays in service and only reports it.
    if work.stuck:
        return Readiness(status="stuck", sentences=tuple(sentences), work=work)
    return Readiness(status="ready", sentences=tuple(sentences))


def _of_the_schema(book: Book) -> list[str]:
    if is_newer(book.database):
        # A newer program has migrated the book while this one goes on: tables only ever gain something.
        return [say("The book was migrated by a newer chipbook; start this server anew with that version.")]
    if revision(book.database) != HEAD:
        raise NotReady
    return []
