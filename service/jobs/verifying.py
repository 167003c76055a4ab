"""Verifies all that the book has of a club, as the API and the command line do; the outcome is kept under the job's key."""

from __future__ import annotations

import logging
import time

from service.app.looking_back.verify import keep_verification, night_of
from service.book.store.jobs import Job, Jobs
from service.jobs.context import JobContext

# Whoever waits looks about as often.
NOTED_EVERY_SECONDS = 1.0

_log = logging.getLogger("chipbook.tasks")


def verify_club(context: JobContext, job: Job) -> None:
    """Checks the club as it is now, and logs what does not hold."""
    rows, noted_at = Jobs(context.database), 0.0

    def tick(done: int, steps: int) -> None:
        nonlocal noted_at
        if time.monotonic() - noted_at >= NOTED_EVERY_SECONDS or done == steps:
            with context.database.beside_the_moment():
                rows.note_progress(job, done, steps)
            noted_at = time.monotonic()

    head = str(job.payload.get("head", ""))
    found = keep_verification(context.book(), job.club, key=job.key, head=head, tick=tick)
    for finding in found.findings:
        _log.error("does_not_hold", extra={"night": night_of(finding), "sentence": finding.sentence})
