"""Writes the report of a night as files below the home folder: one set for each version, each file whole or absent."""

from __future__ import annotations

from service.app.kept_files import folder_of_reports
from service.app.running.job_files import described, files_of
from service.app.running.outcomes import keep_outcome
from service.book.job_kinds import ReportKept
from service.book.store.jobs import Job
from service.jobs.context import JobContext
from service.jobs.files import write_files


def render_report(context: JobContext, job: Job) -> None:
    """Writes the text and the JSON of the report. Done again, it writes the same files."""
    book = context.book()
    files = files_of(book, job)
    write_files(folder_of_reports(context.home, job.night), files, job.claim)
    told = ReportKept(night=job.night, version=job.version, files=described(files))
    keep_outcome(book, job.club, job.key, told, night=job.night)
