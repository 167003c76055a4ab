"""What was saved, moved or made again of each club."""

from __future__ import annotations

from typing import Literal

import msgspec

What = Literal["passkeys", "devices", "links", "tokens", "keys"]


class ClubSaved(msgspec.Struct, frozen=True, kw_only=True):
    """A club in a backup: how many nights and events it has, and the head of its own stream, which vouches for them."""

    club: str
    name: str
    nights: int
    events: int
    head: str


class BookRestored(msgspec.Struct, frozen=True, kw_only=True):
    """A book that was made from a backup; `put_aside` is the damaged file that lay in its place, empty if none did."""

    clubs: tuple[ClubSaved, ...]
    put_aside: str


class StaysBehind(msgspec.Struct, frozen=True, kw_only=True):
    """Things of one sort that did not go to the other book: how many, why, and what to do about it.

    `lines` can be typed where the club is now.
    """

    what: What
    number: int
    told: str
    lines: tuple[str, ...] = ()


class ClubMoved(msgspec.Struct, frozen=True, kw_only=True):
    """A club as the other book has it now; `added`: how many of its `events` were not there before. `head`: of its stream.

    `stays`: what of it is only in the book that it came from, or beside it.
    """

    club: str
    name: str
    nights: int
    events: int
    added: int
    names: int
    head: str
    stays: tuple[StaysBehind, ...]


class ClubRebuilt(msgspec.Struct, frozen=True, kw_only=True):
    """What was made again of a club: `nights` in the list, `answers` to requests, `jobs` that are due.

    `answers_dropped`: answers that follow from no event, because their requests changed nothing.
    """

    club: str
    name: str
    nights: int
    answers: int
    answers_dropped: int
    jobs: int


class Migrated(msgspec.Struct, frozen=True, kw_only=True):
    """The schema of the book at `place`: its revision `before`, empty if there was no book, and `after`.

    `skipped` is why the role did not get its rights; empty if it did.
    """

    place: str
    before: str
    after: str
    role: str
    skipped: str
