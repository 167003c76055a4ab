"""Does the jobs that an act of this process has brought, in the same process and at once: for the command line."""

from __future__ import annotations

from service.app.book import Book
from service.book.store.jobs import Jobs
from service.jobs.context import JobContext
from service.jobs.working import Worker
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
