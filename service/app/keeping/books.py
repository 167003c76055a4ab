"""Backs up, restores, moves and rebuilds books, and says what stays behind."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from engine.speech import say_number
from service import config
from service.app.book import Book, url_of
from service.app.looking_back.keys import keys_of
from service.app.people import club_meant
from service.book.moving import backup
from service.book.moving.backup import ClubKept
from service.book.moving.copying import copy_club
from service.book.moving.rebuilding import rebuild_book
from service.book.progress import Tick, silently
from service.book.store.credentials import Kind, credentials_of
from service.book.store.schema import open_book
from service.errors import SameBook
from service.reports.views.exchange.exchange import BookRestored, ClubMoved, ClubRebuilt, ClubSaved, StaysBehind, What

# In the order in which they are told.
_SIGNING_IN: tuple[tuple[Kind, What], ...] = (
    ("passkey", "passkeys"),
    ("session", "devices"),
    ("link", "links"),
    ("token", "tokens"),
)


def staying_behind(book: Book, club: str) -> tuple[StaysBehind, ...]:
    """What stays in this book or beside it; nothing of what the club has none of."""
    return (*_signing_in(book, club), *_keys(book, club))


def _signing_in(book: Book, club: str) -> Iterator[StaysBehind]:
    now = book.now()
    for kind, what in _SIGNING_IN:
        if number := len(credentials_of(book.database, club, kind, now)):
            yield StaysBehind(what=what, number=number, told=_signing_in_told(what, number))


def _signing_in_told(what: What, number: int) -> str:
    match what:
        case "passkeys":
            return say_number(
                "{number} passkey: a browser uses it for the address of this server alone.",
                "{number} passkeys: a browser uses them for the address of this server alone.",
                number,
            )
        case "devices":
            return say_number(
                "{number} signed-in device: whoever uses it signs in anew at the other address, by a link of `chipbook "
                "club invite`.",
                "{number} signed-in devices: whoever uses them signs in anew at the other address, by a link of `chipbook "
                "club invite`.",
                number,
            )
        case "links":
            return say_number(
                "{number} sign-in link: it leads to this server.",
                "{number} sign-in links: they lead to this server.",
                number,
            )
        case _:
            return say_number(
                "{number} token: it was given out for this server; `chipbook club tokens make` makes one there.",
                "{number} tokens: they were given out for this server; `chipbook club tokens make` makes others there.",
                number,
            )


def _keys(book: Book, club: str) -> Iterator[StaysBehind]:
    here = [one for one in keys_of(book, club).keys if one.private_here]
    if here:
        told = say_number(
            "{number} private key, a file beside the book so that no copy of the book can sign: copy {folder} to the same "
            "place there, or make another key by `chipbook club key lost`.",
            "{number} private keys, files beside the book so that no copy of the book can sign: copy {folder} to the same "
            "place there, or make another key by `chipbook club key lost`.",
            len(here),
            folder=str(book.key_folder / club),
        )
        yield StaysBehind(what="keys", number=len(here), told=told)


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
