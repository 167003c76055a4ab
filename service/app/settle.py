"""Freezes the plan of a night: who pays whom."""

from __future__ import annotations

from engine import commands
from service.app.book import Book
from service.app.take import IncomingCommand, Taken, take
from service.views.settlement import Kind


def settle(book: Book, night_id: str, kind: Kind, *, actor: str, key: str, expected: int) -> Taken:
    """Freezes the plan of this kind at the version at which it was asked for.

    The key goes into the book with it: asked again, the first plan is the answer. A night that has gone on is left alone
    (`VersionConflict`), because the person who asked did not know what it says now.
    """
    freezing = IncomingCommand(commands.FreezePlan(kind=kind), actor=actor)
    return take(book, night_id, [freezing], key=key, expected=expected)
