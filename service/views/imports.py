"""What came of an import? The answer for a log, and for a whole night."""

from __future__ import annotations

from typing import Any

import msgspec

from service.views.night import NightView


class LogImported(msgspec.Struct, frozen=True, kw_only=True):
    """The result of an import. `already`: the book had the same content before, and nothing was recorded."""

    night: str
    already: bool
    holds: bool
    report: dict[str, Any]
    notes: tuple[str, ...]
    now: NightView


class NightImported(msgspec.Struct, frozen=True, kw_only=True):
    """A whole night from another book: how many of its events the book had `already`, and how many were `added`.

    `new_names` counts the names of the club that are new or changed here.
    """

    night: str
    club: str
    already: int
    added: int
    new_names: int
    head: str


class ClubImported(msgspec.Struct, frozen=True, kw_only=True):
    """A club from another book with its nights. `new_names` are new or changed here; `head` is that of the club's stream."""

    club: str
    name: str
    nights: tuple[NightImported, ...]
    new_names: int
    head: str
