"""Drops what follows from the events of the book, and makes it again."""

from __future__ import annotations

from service.app.book import Book
from service.book.moving.rebuilding import rebuild_book
from service.book.progress import Tick, silently
from service.reports.views.exchange.moving import ClubRebuilt


def rebuild(book: Book, *, tick: Tick = silently) -> tuple[ClubRebuilt, ...]:
    """Rebuilds every club, each whole or not at all. The jobs that follow from the events are due at once."""
    return tuple(
        ClubRebuilt(
            club=one.club,
            name=one.name,
            nights=one.nights,
            answers=one.answers,
            answers_dropped=one.answers_dropped,
            jobs=one.jobs,
        )
        for one in rebuild_book(book.database, book.now(), tick=tick)
    )
