"""Jobs that follow from nights, each as the function that does it."""

from __future__ import annotations

import logging
import time

from msgspec.structs import replace

from engine.speech import phrase
from service.app.book import folder_of_reminders, folder_of_reports
from service.app.looking_back.verify import keep_verification, night_of, reconcile
from service.app.refusals import Refused
from service.app.running.jobs import described, files_of, keep_outcome
from service.app.seeing import see
from service.app.settling import WORKER, settle
from service.book.job_kinds import PlanKept, RemindersKept, ReportKept
from service.book.store.jobs import Job, Jobs
from service.errors import JobUnreadable, VersionConflict
from service.jobs.context import JobContext
from service.jobs.files import write_files
from service.reports.views.settling.settlement import Kind

_log = logging.getLogger("chipbook.tasks")


def reconcile_night(context: JobContext, job: Job) -> None:
    """Reconciles the night at the job's version, and logs what does not hold."""
    found = reconcile(context.book(), job.club, job.night, job.version, key=job.key)
    for sentence in found.findings:
        _log.warning("does_not_hold", extra={"night": found.night, "sentence": sentence})


def remind_club(context: JobContext, job: Job) -> None:
    """Writes one file a person, called by their id. Done again, it writes what is unpaid by then."""
    book = context.book()
    files = files_of(book, job)
    write_files(folder_of_reminders(context.home, job.club) / job.day, files, job.claim)
    told = RemindersKept(day=job.day, after_days=job.after_days, files=described(files))
    keep_outcome(book, job.club, job.key, told)


def render_report(context: JobContext, job: Job) -> None:
    """Writes the text and the JSON of the report. Done again, it writes the same files."""
    book = context.book()
    files = files_of(book, job)
    write_files(folder_of_reports(context.home, job.night), files, job.claim)
    told = ReportKept(night=job.night, version=job.version, files=described(files))
    keep_outcome(book, job.club, job.key, told, night=job.night)


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


# Whoever waits looks about as often.
NOTED_EVERY_SECONDS = 1.0


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
