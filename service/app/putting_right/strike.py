"""Strikes events: what it would change, which act `undo` takes back, and the strike itself."""

from __future__ import annotations

from engine import commands, strikes
from engine.errors import Refusal
from engine.events import Recorded
from engine.speech import say_as
from service.app.book import Book
from service.app.night.say import do
from service.app.refusals import NothingToUndo, refused
from service.app.settling.settle import WORKER
from service.errors import VersionConflict
from service.reports.views.play.line import LineView
from service.reports.views.putting_right.putting_right import StrikeView, strike_view
from service.reports.views.visible_night import VisibleNight

NEVER_UNDONE = (commands.OpenNight,)


def undoing(seen: VisibleNight) -> commands.StrikeEvents:
    """The strike of what was said last and is in force, whatever it was: of a strike too, which then is taken back.

    A plan that froze by itself is nobody's act: what it followed from is taken back, and the plan goes with it. Of a
    settlement without a night only plan and payments can be: its opening and close came with the plan.
    """
    in_force = [act.primary for act in strikes.acts(seen.records)]
    if seen.opened.debts_only:
        in_force = [record for record in in_force if not isinstance(record.event, commands.CloseNight)]
    undone = (record for record in reversed(in_force) if not (_froze_by_itself(record) or _never_undone(record)))
    last = next(undone, None)
    if last is None:
        raise NothingToUndo
    return commands.StrikeEvents(versions=(last.version,), reason=say_as("a reason", "undo"))


def _never_undone(record: Recorded) -> bool:
    return isinstance(record.event, NEVER_UNDONE)


def _froze_by_itself(record: Recorded) -> bool:
    return isinstance(record.event, commands.FreezePlan) and record.actor == WORKER


def what_if(seen: VisibleNight, command: commands.StrikeEvents) -> StrikeView:
    """What the strike would change; nothing is recorded. For the banker, because it tells closed cards."""
    try:
        return strike_view(seen, strikes.strike(seen.records, command), command.versions)
    except Refusal as refusal:
        raise refused(refusal, seen.names) from refusal


def strike(book: Book, seen: VisibleNight, command: commands.StrikeEvents, *, at: str = "") -> LineView | None:
    """Declares the events void, for good. Returns None, and strikes nothing, if the night has gone on since it was seen."""
    try:
        return do(book, seen, [command], at=at, expected=seen.version)
    except VersionConflict:
        return None
