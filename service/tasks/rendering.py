"""Writes the report of a night as files below the home folder: one set for each version, each file whole or absent."""

from __future__ import annotations

import os
from pathlib import Path

from service.app import render_report as use_case
from service.db import FILE_MODE, FOLDER_MODE, make_lasting, translated
from service.store.jobs import Job
from service.tasks.context import JobContext

FOLDER = "reports"
# A file being written; the claim in its name tells the writers apart.
UNFINISHED = ".part-"


def render_report(context: JobContext, job: Job) -> None:
    """Writes the text and the JSON of the report. Done again, it writes the same files."""
    night, version = job.night, job.version
    files = use_case.render_report(context.book(), job.club, night, version)
    folder = context.home / FOLDER / night
    with translated(str(folder)):
        folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        for suffix, content in files.items():
            _write_whole(folder / f"{version}.{suffix}", content, job.claim)


def _write_whole(path: Path, content: bytes, claim: str) -> None:
    """Puts the file in its place once all of it is on the disk, and removes half-written files of a killed worker."""
    own = path.with_name(f".{path.name}{UNFINISHED}{claim.rpartition('/')[2]}")
    with os.fdopen(os.open(own, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, FILE_MODE), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    try:
        own.replace(path)
    except FileNotFoundError:
        # Another worker took over the job, wrote the same report, and removed this file as left over.
        if not path.exists():
            raise
    for left in path.parent.glob(f".{path.name}{UNFINISHED}*"):
        left.unlink(missing_ok=True)
    # Before anybody is told that the job is done.
    make_lasting(path.parent)
