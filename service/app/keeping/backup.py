"""Saves the whole book in a file while the table is open, and makes a book again from such a file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from service import config
from service.app.book import Book
from service.book.moving import backup
from service.book.moving.backup import ClubKept
from service.book.progress import Tick, silently
from service.reports.views.exchange.moving import BookRestored, ClubSaved


def back_up(book: Book, file: str, *, tick: Tick = silently) -> tuple[ClubSaved, ...]:
    """Saves the book, as it is at this moment, in a new file, and returns its clubs. Refuses a file that exists."""
    return _told(backup.back_up(book.database, Path(file).expanduser().absolute(), tick=tick))


def restore(file: str, *, tick: Tick = silently) -> BookRestored:
    """Makes the book of the settings from a backup; a damaged file in its place is put aside. Refuses a sound book that holds anything."""
    settings = config.load_settings(os.environ)
    path = Path(file).expanduser().absolute()
    done = backup.restore(path, settings.database_url, settings.server, tick=tick)
    return BookRestored(clubs=_told(done.clubs), put_aside=str(done.put_aside or ""))


def _told(kept: Sequence[ClubKept]) -> tuple[ClubSaved, ...]:
    return tuple(
        ClubSaved(club=one.club, name=one.name, nights=one.nights, events=one.events, head=one.head) for one in kept
    )
