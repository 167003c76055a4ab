"""Brings in nights from elsewhere: logs and ledgers played through the engine, and whole nights with their chain."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from cli.backend import views
from cli.backend.book import Book
from cli.backend.opening import Company, short_digest
from cli.failures import Declined
from engine import commands, errors
from engine.commands import Currency
from engine.events import Event
from engine.ids import PlayerId
from engine.strikes import fold
from service.codec import recorded
from service.handle import PREFIX, Said, Sheet, utc_now
from service.imports.pokernow import ImportOptions, import_log
from service.imports.pokernow_file import decoded, read_rows
from service.imports.report import ImportReport
from service.store.names import Club, Player
from service.store.portable import Imported, export_stream, import_stream, parse_export

Texts = Sequence[tuple[str, str]]
Submit = Callable[[commands.Command, str], tuple[Event, ...]]
# The keys of an import's JSON, whichever file was read.
KEYS = (
    "hands",
    "stack_checks",
    "stack_mismatches",
    "award_checks",
    "award_mismatches",
    "adjustments",
    "unknown_lines",
    "nets",
    "net_sum",
    "transfers",
)


class Brought(msgspec.Struct, frozen=True, kw_only=True):
    """What an import did. `already`: the same content was in the book before, and nothing was recorded."""

    night: str
    already: bool
    report: dict[str, Any]
    now: views.NightNow
    holds: bool


class NightBrought(msgspec.Struct, frozen=True, kw_only=True):
    """A whole night from another book: how many of its events the book had already."""

    night: str
    already: int
    added: int
    new_players: int
    head: str
