"""Shows the jobs of the book, and asks for jobs."""

from __future__ import annotations

from typing import Any

from service.app.book import Book
from service.app.finding import find
from service.app.reconcile import reconciliation_of
from service.app.refusals import NoFailedJob
from service.app.verify import verification_of
from service.outbox import RECONCILE, VERIFY, reconcile_job, render_job, settle_job, verify_job
from service.store.event_store import JobDraft
from service.store.jobs import Jobs as JobRows
from service.store.streams import stream_of_night
from service.views.jobs import JobAsked, Jobs, JobView


def listed(book: Book, *, everything: bool) -> Jobs:
    """The jobs that are not done; with `everything`, all jobs and their outcomes."""
    states = ("due", "claimed", "failed", "done") if everything else ("due", "claimed", "failed")
    found = tuple(
        JobView(
            club=job.club,
            key=job.key,
            kind=job.kind,
            state=job.state,
            attempts=job.attempts,
            due_at=job.due_at,
            done_at=job.done_at or "",
            error=job.error or "",
            outcome=_outcome(book, job.club, job.kind, job.key) if job.state == "done" else None,
        )
        for job in JobRows(book.database).listed(states)
    )
    return Jobs(jobs=found)


def ask(book: Book, what: str, night: str, *, plan: str) -> JobAsked:
    """Asks for a job for the night as it is now; a verification is of its whole club."""
    job = _job(book, what, night, plan)
    return JobAsked(job=job.key, club=job.club, new=JobRows(book.database).ask(job))


def retry(book: Book, key: str) -> None:
    """Makes a failed job due again."""
    rows = JobRows(book.database)
    failed = [job for job in rows.listed(("failed",)) if job.key == key]
    # Of every club in which it has failed, not only of the first.
    due = [job for job in failed if rows.retry(job.club, key, book.now())]
    if not due:
        raise NoFailedJob(key)


def _job(book: Book, what: str, night: str, plan: str) -> JobDraft:
    now = book.now()
    seen = find(book, night)
    stream = stream_of_night(seen.opened.club, seen.night_id)
    if what == "verify":
        return verify_job(stream.club, now)
    if what == "settle":
        return settle_job(stream, seen.version, plan, now)
    return (reconcile_job if what == "reconcile" else render_job)(stream, seen.version, now)


def _outcome(book: Book, club: str, kind: str, key: str) -> Any:
    if kind == VERIFY:
        return verification_of(book.database, club, key)
    if kind == RECONCILE:
        return reconciliation_of(book.database, club, key)
    return None
