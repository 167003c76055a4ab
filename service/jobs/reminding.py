"""Writes the reminders of a club on a day as files below the home folder: a text for each person who owes something."""

from __future__ import annotations

from service.app.kept_files import folder_of_reminders
from service.app.running.job_files import described, files_of
from service.app.running.outcomes import keep_outcome
from service.book.job_kinds import RemindersKept
from service.book.store.jobs import Job
from service.jobs.context import JobContext
from service.jobs.files import write_files


def remind_club(context: JobContext, job: Job) -> None:
    """Writes one file a person, called by their id. Done again, it writes what is unpaid by then."""
    book = context.book()
    files = files_of(book, job)
    write_files(folder_of_reminders(context.home, job.club) / job.day, files, job.claim)
    told = RemindersKept(day=job.day, after_days=job.after_days, files=described(files))
    keep_outcome(book, job.club, job.key, told)
