"""Writes the report of a night as files below the home folder: one set for each version, each file whole or absent."""

from __future__ import annotations

import os
from pathlib import Path

from service.db import FILE_MODE, FOLDER_MODE, translated
from service.proof.stream import insist_it_is_sound
from service.queries.visible_night import names_of
from service.reports import night_report
from service.reports.text import render_text
from service.store.jobs import Job
from service.tasks.context import JobContext

FOLDER = "reports"
# A file being written; the claim in its name tells the writers apart.
UNFINISHED = ".part-"


def render_report(context: JobContext, job: Job) -> None:
    """Writes the text and the JSON of the report. Done again, it writes the same files.

    A night whose chain is broken is refused, because its report would prove nothing.
    """
    loaded = context.night_of(job)
    insist_it_is_sound(context.database, loaded.night_id)
    names = names_of(context.handler(), loaded.club, loaded.night)
    report = night_report.build(loaded.records, names, head=loaded.head)
    contents = {"txt": render_text(report).rstrip("\n").encode() + b"\n", "json": night_report.to_json(report) + b"\n"}
    folder = context.home / FOLDER / loaded.night_id
    with translated(str(folder)):
        folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        for suffix, content in contents.items():
            _write_whole(folder / f"{loaded.version}.{suffix}", content, job.claim)


def report_files(home: Path, night_id: str, version: int) -> dict[str, Path]:
    """The existing files of a report, by their kind."""
    paths = {suffix: home / FOLDER / night_id / f"{version}.{suffix}" for suffix in ("txt", "json")}
    return {suffix: path for suffix, path in paths.items() if path.exists()}


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
    _make_lasting(path.parent)


def _make_lasting(folder: Path) -> None:
    """Writes the new name to the disk too, before anybody is told that the job is done."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
