"""Freezes the plan of a night because somebody asked for it."""

from __future__ import annotations

import msgspec

from engine import commands
from service.errors import JobUnreadable
from service.store.jobs import Job
from service.tasks.context import JobContext

ACTOR = "worker"


def settle_night(context: JobContext, job: Job) -> None:
    """Freezes the plan at the version at which it was asked for.

    The job's key goes into the book with it: done again, the first plan is the answer. A night that has moved on is left
    alone, because the person who asked did not know what it says now.
    """
    context.handler().handle(
        job.night,
        _freezing(job),
        actor=ACTOR,
        key=job.key,
        expected=job.version,
    )


def _freezing(job: Job) -> commands.FreezePlan:
    try:
        return msgspec.convert({"type": "freeze_plan", "kind": job.plan}, commands.FreezePlan)
    except msgspec.ValidationError as problem:
        raise JobUnreadable(job.key, f"there is no plan {job.plan}") from problem
