"""What was saved, moved or made again of each club."""

from __future__ import annotations

import msgspec


class ClubSaved(msgspec.Struct, frozen=True, kw_only=True):
    """A club in a backup: how many nights and events it has, and the head of its own stream, which vouches for them."""

    club: str
    name: str
    nights: int
    events: int
    head: str


class ClubMoved(msgspec.Struct, frozen=True, kw_only=True):
    """A club as the other book has it now; `added`: how many of its `events` were not there before. `head`: of its stream."""

    club: str
    name: str
    nights: int
    events: int
    added: int
    names: int
    head: str


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
