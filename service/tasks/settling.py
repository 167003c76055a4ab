"""The plan of a night, frozen because somebody asked for it."""

from __future__ import annotations

from engine import commands
from service.store.jobs import Job
from service.tasks.bench import Bench

ACTOR = "worker"


def settle_night(bench: Bench, job: Job) -> None:
    """Freezes the plan at the version at which it was asked for.

    The job's key goes into the book with it: done again, the first plan is the answer. A night that has moved on is
    left alone, because whoever asked did not know what it says now.
    """
    bench.desk().handle(
        job.payload["night"],
        commands.FreezePlan(kind=job.payload["plan"]),
        actor=ACTOR,
        key=job.key,
        expected=job.payload["version"],
    )
