"""Corrects events: what it would change, and the correction itself."""

from __future__ import annotations

from engine import commands, strikes
from engine.errors import Refusal
from service.app.book import Book
from service.app.night.hearing import own_games
from service.app.night.say import do
from service.app.refusals import refused
from service.book.own_games.announcing import hearing_of
from service.errors import VersionConflict
from service.reports.views.play.line import LineView
from service.reports.views.putting_right.putting_right import CorrectionView, correction_view
from service.reports.views.visible_night import VisibleNight


def what_if(book: Book, seen: VisibleNight, command: commands.CorrectEvents) -> CorrectionView:
    """What the correction would change; nothing is recorded. For the banker, because it tells closed cards."""
    own = own_games(book, seen)
    try:
        corrected = strikes.correct(seen.records, command, hearing_of(command, lambda _: own))
    except Refusal as refusal:
        raise refused(refusal, seen.names) from refusal
    return correction_view(seen, corrected)


def correct(book: Book, seen: VisibleNight, command: commands.CorrectEvents, *, at: str = "") -> LineView | None:
    """Records the correction. Returns None, and records nothing, if the night has gone on since it was seen."""
    try:
        return do(book, seen, [command], at=at, expected=seen.version)
    except VersionConflict:
        return None
