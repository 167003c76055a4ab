"""The files that a job makes: written beside the book by its worker, and made again for a reader on any other machine."""

from __future__ import annotations

from datetime import date
from hashlib import sha256

from service.app.book import Book
from service.app.reporting.render_report import render_report
from service.app.settling.remind import reminders_in_its_language
from service.book.job_kinds import REMIND, RENDER, FileKept
from service.book.store.jobs import Job


def files_of(book: Book, job: Job) -> dict[str, bytes]:
    """The files of a job by name: the report of a night at its version, or what is unpaid now for each person of a club.

    The same on every machine, so no folder has to be shared. Empty for a kind that makes none.
    """
    if job.kind == RENDER:
        made = render_report(book, job.club, job.night, job.version)
        return {f"{job.version}.{suffix}": content for suffix, content in made.items()}
    if job.kind == REMIND:
        told = reminders_in_its_language(book, job.club, after_days=job.after_days, day=date.fromisoformat(job.day))
        return {f"{one.id}.txt": one.text.encode() for one in told.reminders}
    return {}


def described(files: dict[str, bytes]) -> dict[str, FileKept]:
    """What an outcome says of files."""
    return {
        name: FileKept(bytes=len(content), sha256=sha256(content).hexdigest())
        for name, content in sorted(files.items())
    }
