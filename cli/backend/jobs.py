"""Shows the jobs of the book, asks for jobs, and runs a worker for them."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import msgspec

from cli.backend.book import Book
from cli.errors import CliError
from service.command_handler import utc_now
from service.config import load_settings
from service.dictionaries.club import learn
from service.logs import log_to_stderr
from service.outbox import RECONCILE, VERIFY, reconcile_job, render_job, settle_job, verify_job
from service.store.event_store import JobDraft
from service.store.jobs import Jobs
from service.tasks.reconciling import reconciliation_of
from service.tasks.serving import work
from service.tasks.verifying import verification_of


class JobNow(msgspec.Struct, frozen=True, kw_only=True):
    """A job as it stands; `error` says why it failed last, and `outcome` is its result."""

    key: str
    kind: str
    state: str
    attempts: int
    due_at: str
    done_at: str
    error: str
    outcome: Any = None


def run_worker(*, threads: int, say: Callable[[str], None]) -> None:
    """Does the jobs of the book of the settings until it is stopped."""
    settings = load_settings(os.environ)
    learn(settings.home)
    log_to_stderr()
    if settings.redis_url:
        place = urlsplit(settings.redis_url)
        say(f"Takes jobs from {place.hostname or 'this machine'}:{place.port or 6379}. Ctrl-C stops it.")
    else:
        say("Does the jobs of the book inside this process, one at a time. Ctrl-C stops it.")
    work(settings, threads=threads)


def listed(book: Book, *, everything: bool) -> list[JobNow]:
    """The jobs that are not done; with `everything`, all jobs and their outcomes."""
    states = ("due", "claimed", "failed", "done") if everything else ("due", "claimed", "failed")
    return [
        JobNow(
            key=job.key,
            kind=job.kind,
            state=job.state,
            attempts=job.attempts,
            due_at=job.due_at,
            done_at=job.done_at or "",
            error=job.error or "",
            outcome=_outcome(book, job.kind, job.key) if job.state == "done" else None,
        )
        for job in Jobs(book.database).listed(states)
    ]


def ask(book: Book, what: str, night: str, *, plan: str) -> tuple[str, bool]:
    """The key of the job, and whether it is new."""
    job = _job(book, what, night, plan)
    return job.key, Jobs(book.database).ask(job)


def retry(book: Book, key: str) -> None:
    """Makes a failed job due again."""
    if not Jobs(book.database).retry(key, utc_now()):
        sentence = f"No job {key} has failed; `chipbook worker jobs` lists those that have."
        raise CliError("no_failed_job", sentence, details={"key": key})


def _job(book: Book, what: str, night: str, plan: str) -> JobDraft:
    now = utc_now()
    if what == "verify":
        return verify_job(now)
    loaded = book.find(night)
    if what == "settle":
        return settle_job(loaded.night_id, loaded.version, plan, now)
    return (reconcile_job if what == "reconcile" else render_job)(loaded.night_id, loaded.version, now)


def _outcome(book: Book, kind: str, key: str) -> Any:
    if kind == VERIFY:
        return verification_of(book.database, key)
    if kind == RECONCILE:
        night = key.split(":")[1]
        return reconciliation_of(book.database, book.handler.load(night).club, key)
    return None
