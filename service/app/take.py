"""Takes commands into a night: preconditions, guards, decision, append, and the word to those who listen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from engine.errors import Refusal
from engine.ids import NightId, PlayerId
from engine.state import UNKNOWN
from service.app.book import Book
from service.app.refusals import refused
from service.app.seeing import nights_called, visible_night
from service.book.closed_cards import closed_to, players_enter
from service.book.club_handler import BANKER
from service.book.guards import check_preconditions
from service.book.recording.handler import CommandHandler
from service.book.recording.unit_of_work import IncomingCommand
from service.errors import BookError
from service.errors.problems import marking_refusals
from service.reports.views.events import Recording, recording
from service.reports.views.visible_night import VisibleNight

__all__ = ["BANKER", "IncomingCommand", "Taken", "take"]


@dataclass(frozen=True, slots=True)
class Taken:
    """What was recorded: the night at the last of the events, as the banker sees it, and the number of the first."""

    view: VisibleNight
    first: int

    @property
    def recording(self) -> Recording:
        """The events as an answer."""
        return recording(self.view, self.first)


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
    closed = closed_to(loaded.night, loaded.records, player)
    closed -= {word for one in incoming for word in _words(msgspec.to_builtins(one.command))}
    details = {name: _without(value, closed) for name, value in refusal.details.items()}
    return refusal if details == refusal.details else type(refusal)(**details)


def _words(stated: Any) -> Iterator[str]:
    """Every text in plain data."""
    if isinstance(stated, str):
        yield stated
    elif isinstance(stated, Mapping | list | tuple):
        for one in stated.values() if isinstance(stated, Mapping) else stated:
            yield from _words(one)


def _without(value: Any, closed: frozenset[str]) -> Any:
    if isinstance(value, str):
        return UNKNOWN if value in closed else value
    return [_without(one, closed) for one in value] if isinstance(value, list | tuple) else value


def _names(handler: CommandHandler, night_id: str, refusal: Refusal) -> dict[PlayerId | NightId, str]:
    """What people call the players and nights of a sentence; nothing for a night that does not exist yet: it has the ids."""
    try:
        loaded = handler.load(night_id)
    except BookError:
        return {}
    nights = nights_called(handler, loaded.club, (refusal.details[one] for one in refusal.nights))
    return {**nights, **handler.names.by_id(loaded.club)}
