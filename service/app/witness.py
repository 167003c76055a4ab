"""What a phone saw of the book, held against the book: the phone keeps heads, and asks now and then whether they are still in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from engine.ids import ClubId
from service.app.book import Book
from service.book.moving.reader import snapshot
from service.book.store.chain import NIGHT, Stream, stream_of_club
from service.book.store.lists import Lists
from service.errors import NightMissing

# A phone keeps the heads of so many nights, and that of its club.
SEEN_MOST = 61


class Seen(NamedTuple):
    """How far a phone saw a stream of its club; at version 0 it only asks for the end."""

    stream: str
    version: int


class InTheBook(msgspec.Struct, frozen=True, kw_only=True):
    """A stream as the book has it now: `then` is the head it had at the version that was seen, empty if it ends before it.

    `head` is the hash of the event `version`, which is the last. `name` is that of the night or the club, empty if the book
    has none.
    """

    stream: str
    then: str
    version: int
    head: str
    name: str


def seen_in(texts: Iterable[str]) -> list[Seen]:
    """What phones say that they saw, as `night:friday.41`; what is no such text is left out, and so is more than a phone keeps."""
    parts = [text.rpartition(".") for text in list(texts)[:SEEN_MOST]]
    return [Seen(stream, int(version)) for stream, _, version in parts if _is_number(version)]


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 9


def held_against(book: Book, club: ClubId, seen: Iterable[Seen]) -> list[InTheBook]:
    """What the book has of these streams of the club now, and had at the versions that were seen."""
    own, lists = stream_of_club(club), Lists(book.database)
    found = []
    with snapshot(book.database) as reader:
        for name, version in seen:
            stream = Stream(club, name)
            if stream != own and not stream.night:
                continue
            end = reader.end(stream)
            then = reader.hash_at(stream, version) if version else ""
            found.append(InTheBook(stream=name, then=then, version=end.version, head=end.head, name=""))
    return [msgspec.structs.replace(one, name=_called(lists, club, one.stream)) for one in found]


def _called(lists: Lists, club: ClubId, stream: str) -> str:
    if not stream.startswith(NIGHT):
        return lists.club(club).name
    try:
        return lists.night(club, stream.removeprefix(NIGHT)).called
    except NightMissing:
        return ""
