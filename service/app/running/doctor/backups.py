"""How old the newest backup is: files of `chipbook backup`, or the copies of a server that deploy/backup.sh keeps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from engine.speech import say
from service.app.book import Book
from service.book.store.lists import Lists
from service.config import Settings
from service.reports.views.running.examination import Finding, good, note, wrong

# A file is made after an evening, the copy of a server every day.
DAYS_MAX_OF_A_FILE = 14
DAYS_MAX_OF_A_SERVER = 2
_COPY = re.compile(r"\d{8}T\d{6}Z")


def of_the_backups(book: Book, settings: Settings) -> list[Finding]:
    """Whether a backup is there and not too old; nothing is said of a book without a night."""
    if not Lists(book.database).nights(limit=1):
        return []
    on_server = book.database.path is None
    now = datetime.fromisoformat(book.now())
    try:
        newest = max(_times(settings.backups), default=None)
    except OSError as problem:
        sentence = say(
            "The folder of the backups, {folder}, cannot be read ({because}).",
            folder=settings.backups,
            because=problem.strerror,
        )
        return [
            wrong(
                "backups", sentence, say("Give this user the right to read it, or name another with CHIPBOOK_BACKUPS.")
            )
        ]
    mend = (
        say("Start the service `backup` of compose.yaml, and name its folder with CHIPBOOK_BACKUPS.")
        if on_server
        else say(
            "Save the book now, and copy the file to another machine: chipbook backup {folder}/{now:%Y-%m-%d}.backup",
            folder=settings.backups,
            now=now,
        )
    )
    if newest is None:
        return [note("backups", say("There is no backup in {folder}.", folder=settings.backups), mend)]
    days_max = DAYS_MAX_OF_A_SERVER if on_server else DAYS_MAX_OF_A_FILE
    if now - newest > timedelta(days=days_max):
        sentence = say(
            "The newest backup in {folder} is from {newest:%Y-%m-%d %H:%M} UTC, more than {days} days ago.",
            folder=settings.backups,
            newest=newest,
            days=days_max,
        )
        return [wrong("backups", sentence, mend)]
    sentence = say(
        "The newest backup in {folder} is from {newest:%Y-%m-%d %H:%M} UTC.", folder=settings.backups, newest=newest
    )
    return [good("backups", sentence)]


def _times(folder: Path) -> Iterator[datetime]:
    """When each backup in the folder was made."""
    if not folder.is_dir():
        return
    for file in folder.iterdir():
        if file.suffix == ".backup" and file.is_file():
            yield datetime.fromtimestamp(file.stat().st_mtime, UTC)
    copies = folder / "base"
    for copy in copies.iterdir() if copies.is_dir() else ():
        if _COPY.fullmatch(copy.name):
            yield datetime.strptime(copy.name, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
