"""Puts acts right in two steps: what it would change is told first, and the same command is then recorded."""

from __future__ import annotations

from engine import commands, errors, strikes
from engine.disputing import WORDS
from engine.errors import Refusal
from engine.strikes import acts
from service.app.book import Book
from service.app.night.hearing import own_games, understood
from service.app.putting_right.strike import NEVER_UNDONE, undoing
from service.app.refusals import NothingToUndo, Refused, refused
from service.book.own_games.announcing import hearing_of
from service.language.naming import refusal_told
from service.language.shorthand import SpokenCorrection
from service.language.shorthand.tokens import SpokenChange
from service.reports.views.events import EventView, events_told, one_event
from service.reports.views.putting_right.putting_right import (
    ConflictView,
    PutRightView,
    conflict_view,
    corrected_view,
    struck_view,
)
from service.reports.views.visible_night import VisibleNight

__all__ = ["SpokenChange", "SpokenCorrection", "act_at", "command_of", "last_acts", "last_to_undo", "what_if"]

PutRight = commands.StrikeEvents | commands.CorrectEvents


def command_of(book: Book, seen: VisibleNight, spoken: SpokenCorrection) -> PutRight:
    """A strike if nothing stands instead of the events, else a correction with its lines read.

    Refuses what cannot be, and a line that cannot be read (ShorthandError).
    """
    if spoken.stop_at is None and not any(change.line for change in spoken.changes):
        versions = tuple(dict.fromkeys(change.version for change in spoken.changes))
        return commands.StrikeEvents(versions=versions, reason=spoken.reason)
    return understood(book, seen, spoken)


def what_if(book: Book, seen: VisibleNight, spoken: SpokenCorrection) -> PutRightView | ConflictView:
    """What it would change, or the acts that would no longer be possible; nothing is recorded.

    For the banker, because it tells closed cards.
    """
    try:
        return _effect(book, seen, command_of(book, seen, spoken))
    except Refused as declined:
        refusal = declined.refusal
        if not isinstance(refusal, errors.StrikeConflicts):
            raise
        because = refusal.details["because"]
        told = refusal_told(because, seen.names) if isinstance(because, Refusal) else str(because)
        others = (int(other["version"]) for other in refusal.details["others"])
        return conflict_view(seen, told, (int(refusal.details["version"]), *others))


def _effect(book: Book, seen: VisibleNight, command: PutRight) -> PutRightView:
    try:
        if isinstance(command, commands.StrikeEvents):
            return struck_view(seen, strikes.strike(seen.records, command), command.versions)
        own = own_games(book, seen)
        return corrected_view(seen, strikes.correct(seen.records, command, hearing_of(command, lambda _: own)))
    except Refusal as refusal:
        raise refused(refusal, seen.names) from refusal


def last_acts(seen: VisibleNight, most: int) -> tuple[EventView, ...]:
    """The last acts in force that can be put right, the newest first; what players said in disputes is theirs."""
    found = [act.primary for act in acts(seen.records) if not isinstance(act.primary.event, (*NEVER_UNDONE, *WORDS))]
    return tuple(events_told(seen, [record])[0] for record in reversed(found[-most:]))


def last_to_undo(seen: VisibleNight) -> int | None:
    """The number of the act that would be undone; None if there is none."""
    try:
        return undoing(seen).versions[0]
    except NothingToUndo:
        return None


def act_at(seen: VisibleNight, version: int) -> tuple[EventView, ...]:
    """The act of this number with what followed from it; alone if it is no act in force. Refuses a number that the night has not."""
    found = next((act for act in acts(seen.records) if act.primary.version == version), None)
    return tuple(one_event(seen, one) for one in (found.versions if found else (version,)))
