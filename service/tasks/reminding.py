"""Writes the reminders of a club on a day as files below the home folder: a text for each person who owes something."""

from __future__ import annotations

from datetime import date

from service.app.remind import reminders
from service.store.jobs import Job
from service.tasks.context import JobContext
from service.tasks.files import write_files

FOLDER = "reminders"


def remind_club(context: JobContext, job: Job) -> None:
    """Writes one file a person, called by their id. Done again, it writes what is unpaid by then."""
    told = reminders(context.book(), job.club, after_days=job.after_days, day=date.fromisoformat(job.day))
    files = {f"{one.id}.txt": one.text.encode() for one in told.reminders}
    write_files(context.home / FOLDER / job.club / job.day, files, job.claim)
