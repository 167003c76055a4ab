"""Writes a night, or a whole club, with its chain intact, for another book or a backup."""

from __future__ import annotations

from service.app.book import Book
from service.book.moving import exporting


def export_night(book: Book, night_id: str) -> str:
    """The night as lines of JSON, with what its club says of it."""
    with book.handler() as handler:
        stream = handler.stream(night_id)
    return "".join(exporting.export_night(book.database, stream))


def export_club(book: Book, club_id: str) -> str:
    """The club with all its nights and names, as lines of JSON."""
    return "".join(exporting.export_club(book.database, club_id))
