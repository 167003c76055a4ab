"""Freezes the plan of a night because somebody asked for it."""

from __future__ import annotations

from service.app.refusals import Refused
from service.app.settle import settle
from service.errors import JobUnreadable
from service.store.jobs import Job
from service.tasks.context import JobContext
from service.views.settlement import Kind

ACTOR = "worker"


def settle_night(context: JobContext, job: Job) -> None:
    """Freezes the plan at the version at which it was asked for, under the job's key."""
    try:
        settle(context.book(), job.night, _kind(job), actor=ACTOR, key=job.key, expected=job.version)
    except Refused as problem:
        # What is kept with a job knows people by their ids, because they may be renamed or forgotten.
        raise problem.refusal from problem


def _kind(job: Job) -> Kind:
    match job.plan:
        case "bank" | "direct":
            return job.plan
        case _:
            raise JobUnreadable(job.key, f"there is no plan {job.plan}")
