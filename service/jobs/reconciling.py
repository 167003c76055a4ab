"""Compares a closed night with its counts, its chain and its rules; the outcome is kept under the job's key."""

from __future__ import annotations

import logging

from service.app.looking_back.reconcile import reconcile
from service.book.store.jobs import Job
from service.jobs.context import JobContext

_log = logging.getLogger("chipbook.tasks")


def reconcile_night(context: JobContext, job: Job) -> None:
    """Reconciles the night at the job's version, and logs what does not hold."""
    found = reconcile(context.book(), job.club, job.night, job.version, key=job.key)
    for sentence in found.findings:
        _log.warning("does_not_hold", extra={"night": found.night, "sentence": sentence})
