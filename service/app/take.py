"""Takes commands into a night: preconditions, guards, decision, append, and the word to those who listen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import Refusal
from engine.ids import NightId, PlayerId
from engine.strikes import OF_THE_BOOK
from service.app.book import Book
from service.app.refusals import refused
from service.app.seeing import nights_called, visible_night
from service.book.closed_cards import (
    closed_in_any,
    closed_to,
    named_in,
    players_enter,
    visible_records_for,
    with_closed,
    without_closed,
)
from service.book.club_handler import BANKER
from service.book.guards import check_preconditions
from service.book.recording.handler import CommandHandler
from service.book.recording.unit_of_work import IncomingCommand
from service.errors import BookError
from service.errors.problems import marking_refusals
from service.reports.views.visible_night import VisibleNight

__all__ = ["BANKER", "IncomingCommand", "Taken", "take"]


@dataclass(frozen=True, slots=True)
class Taken:
    """What was recorded: the night at the last of the events, as whoever asks sees it, and the number of the first."""

    view: VisibleNight
    first: int


def take(
    book: Book, night_id: str, incoming: Sequence[IncomingCommand], *, key: str = "", expected: int | None = None
) -> Taken:
    """Records the commands, all or none; the first may open the night.

    A repeated idempotency `key` gets the first answer. With an `expected` version, nothing is recorded if the night has
    gone on since (`VersionConflict`).
    """
    with book.handler(night_id) as handler:
        try:
            for one in incoming:
                with marking_refusals(one.index):
                    check_preconditions(night_id, one.command)
            records = handler.handle(night_id, *incoming, key=key, expected=expected)
        except Refusal as refusal:
            taken = _without_closed_cards(handler, night_id, refusal, incoming)
            raise refused(taken, _names(handler, night_id, refusal)) from refusal
        view = visible_night(handler, night_id, at=records[-1].version)
    book.announce(night_id, view.version)
    return Taken(view, records[0].version)


def _without_closed_cards(
    handler: CommandHandler, night_id: str, refusal: Refusal, incoming: Sequence[IncomingCommand]
) -> Refusal:
    """The refusal without cards that players entered for themselves and that whoever acts neither sees nor has named."""
    try:
        loaded = handler.load(night_id)
    except BookError:
        return refusal
    if not players_enter(loaded.records, loaded.kinds):
        return refusal
    player = incoming[0].actor.removeprefix("player:")
    readings = visible_records_for(loaded.night, loaded.records, player)
    closed = closed_to(loaded.night, loaded.records, player)
    whose: frozenset[PlayerId] | None = with_closed(loaded.night.hand, closed)
    if any(isinstance(one.command, OF_THE_BOOK) for one in incoming):
        # It may be about any hand of the night.
        closed, whose = closed | closed_in_any(loaded.records, *readings), None
    named = [named_in(one.command) for one in incoming]
    return without_closed(refusal, closed.difference(*named), *readings, whose=whose)


def _names(handler: CommandHandler, night_id: str, refusal: Refusal) -> dict[PlayerId | NightId, str]:
    """What people call the players and nights of a sentence; nothing for a night that does not exist yet: it has the ids."""
    try:
        loaded = handler.load(night_id)
    except BookError:
        return {}
    nights = nights_called(handler, loaded.club, (refusal.details[one] for one in refusal.nights))
    return {**nights, **handler.names.by_id(loaded.club)}
