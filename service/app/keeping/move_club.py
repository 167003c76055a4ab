"""Copies a club into another book, with its chains, its names and its jobs."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from service.app.book import Book, url_of
from service.app.keeping.staying_behind import staying_behind
from service.app.people import club_meant
from service.book.moving.copying import copy_club
from service.book.progress import Tick, silently
from service.book.store.schema import open_book
from service.errors import SameBook
from service.reports.views.exchange.moving import ClubMoved


def move_club(book: Book, club: str, place: str, *, tick: Tick = silently) -> ClubMoved:
    """Copies a club, by name or id, into the book in a file or at a URL, and checks it there.

    A copy that was stopped goes on when this is called again. The book here stays as it is. What is good for this server
    alone stays, and so do secrets: the answer says how many of each, and why.
    """
    club_id, url = club_meant(book, club).id, url_of(place)
    with closing(open_book(url, book.database.options)) as target:
        if target.place == book.database.place or _same_file(target.path, book.database.path):
            raise SameBook(target.place)
        copied = copy_club(book.database, target, club_id, tick=tick)
    return ClubMoved(
        club=copied.club,
        name=copied.name,
        nights=copied.nights,
        events=copied.events,
        added=copied.added,
        names=copied.names,
        head=copied.head,
        stays=staying_behind(book, copied.club),
    )


def _same_file(one: Path | None, other: Path | None) -> bool:
    return one is not None and other is not None and one.samefile(other)
