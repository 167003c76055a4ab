"""Writes the report of a night as files below the home folder: one set for each version, each file whole or absent."""

from __future__ import annotations

from service.app import render_report as use_case
from service.store.jobs import Job
from service.tasks.context import JobContext
from service.tasks.files import write_files

FOLDER = "reports"


def render_report(context: JobContext, job: Job) -> None:
    """Writes the text and the JSON of the report. Done again, it writes the same files."""
    night, version = job.night, job.version
    files = use_case.render_report(context.book(), job.club, night, version)
    named = {f"{version}.{suffix}": content for suffix, content in files.items()}
    write_files(context.home / FOLDER / night, named, job.claim)
