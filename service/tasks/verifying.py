"""Verifies all that the book has of a club, as the API and the command line do; the outcome is kept under the job's key."""

from __future__ import annotations

import logging

from service.app.looking_back.verify import keep_verification, night_of
from service.store.jobs import Job
from service.tasks.context import JobContext

_log = logging.getLogger("chipbook.tasks")


def verify_club(context: JobContext, job: Job) -> None:
    """Checks the club as it is now, and logs what does not hold."""
    found = keep_verification(context.book(), job.club, key=job.key)
    for finding in found.findings:
        _log.error("does_not_hold", extra={"night": night_of(finding), "sentence": finding.sentence})
