"""Freezes the plan of a night: that of its house by itself, or one that somebody asked for."""

from __future__ import annotations

import logging

from msgspec.structs import replace

from engine.speech import phrase
from service.app.refusals import Refused
from service.app.running.outcomes import keep_outcome
from service.app.seeing import see
from service.app.settling.settle import WORKER, settle
from service.book.job_kinds import PlanKept
from service.book.store.jobs import Job
from service.errors import JobUnreadable, VersionConflict
from service.jobs.context import JobContext
from service.reports.views.settling.settlement import Kind

_log = logging.getLogger("chipbook.tasks")


def settle_night(context: JobContext, job: Job) -> None:
    """Freezes the plan at the version at which it was due, under the job's key.

    A night that has gone on is left alone. If the plan is that of its house, this is no failure: what was recorded since
    has brought a job of its own, unless play goes on.
    """
    book, kind = context.book(), _kind(job)
    told = PlanKept(night=job.night, version=job.version, plan=kind)
    try:
        taken = settle(book, job.night, kind, actor=WORKER, key=job.key, expected=job.version)
    except VersionConflict as conflict:
        if see(book, job.night).opened.rules.settles != kind:
            raise
        _log.info("went_on", extra={"night": job.night, "sentence": str(conflict)})
        told = replace(told, went_on=True)
    except Refused as problem:
        # What is kept with a job knows people by their ids, because they may be renamed or forgotten.
        raise problem.refusal from problem
    else:
        told = replace(told, frozen_by_event=taken.first)
    keep_outcome(book, job.club, job.key, told, night=job.night)


def _kind(job: Job) -> Kind:
    match job.plan:
        case "bank" | "direct":
            return job.plan
        case _:
            raise JobUnreadable(job.key, phrase("there is no plan {plan}", plan=job.plan))
