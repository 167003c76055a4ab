"""Puts acts right: struck, corrected, or put in where they were forgotten, with what it changes told first."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from engine import commands, errors, strikes
from engine.decider import WORDS
from engine.errors import Refusal
from engine.events import Recorded
from engine.speech import say_as
from engine.strikes import acts, to_undo
from service.app.book import Book
from service.app.night.lines import ShorthandError, do, knows_of, read_correction, refused_to
from service.app.night.settling import WORKER
from service.app.refusals import NothingToUndo, Refused, refused
from service.app.seeing import nights_called
from service.book.recording.unit_of_work import insist_club_takes, insist_on_members, newcomers
from service.errors import VersionConflict
from service.language.local_time import minutes_between
from service.language.names import refusal_text
from service.language.payload_limits import check_said
from service.language.shorthand import SpokenCorrection
from service.language.shorthand.tokens import SpokenChange
from service.reports.views.events import EventView, events_text, one_event
from service.reports.views.play.instead import AtPlace, in_its_place
from service.reports.views.play.line import LineView
from service.reports.views.putting_right import (
    ConflictView,
    CorrectionView,
    PutRightView,
    StrikeView,
    conflict_view,
    correction_view,
    strike_view,
    struck_view,
)
from service.reports.views.replay import HandPlayed, events_of
from service.reports.views.visible_night import VisibleNight

__all__ = ["SpokenChange", "SpokenCorrection", "act_at", "acts_of_hand", "command_of", "last_to_undo", "what_if"]


PutRight = commands.StrikeEvents | commands.CorrectEvents

NEVER_UNDONE = (commands.OpenNight,)


def undoing(view: VisibleNight) -> commands.StrikeEvents:
    """The strike of what was said last and is in force, whatever it was, but for an earlier undo (`to_undo`).

    A plan that froze by itself is nobody's act: what it followed from is taken back, and the plan goes with it. Of a
    settlement without a night only plan and payments can be: its opening and close came with the plan.
    """
    never = (*NEVER_UNDONE, commands.CloseNight) if view.opened.debts_only else NEVER_UNDONE
    last = to_undo(view.records, lambda one: not (_froze_by_itself(one) or isinstance(one.event, never)))
    if last is None:
        raise NothingToUndo
    return commands.StrikeEvents(versions=(last.version,), reason=say_as("a reason", "undo"))


def _froze_by_itself(record: Recorded) -> bool:
    return isinstance(record.event, commands.FreezePlan) and record.actor == WORKER


def if_struck(book: Book, view: VisibleNight, command: commands.StrikeEvents) -> StrikeView:
    """What the strike would change; nothing is recorded. For the banker, because it tells closed cards."""
    return strike_view(view, _struck(book, view, command), command.versions)


def if_corrected(book: Book, view: VisibleNight, command: commands.CorrectEvents) -> CorrectionView:
    """What the correction would change; nothing is recorded. For the banker, because it tells closed cards."""
    return correction_view(view, _taken_by_the_club(book, view, _corrected(book, view, command)))


def without(book: Book, view: VisibleNight, spoken: SpokenCorrection) -> CorrectionView:
    """The same of a correction that nobody means to record, so that the club is not asked."""
    return correction_view(view, _corrected(book, view, read_correction(book, view, spoken)))


def _struck(book: Book, view: VisibleNight, command: commands.StrikeEvents) -> strikes.Strike:
    check_said(command)
    try:
        strike = strikes.strike(view.as_recorded, command, minutes_between, since=view.before_hand)
    except Refusal as refusal:
        raise refused_to(view, refusal, command) from refusal
    return _taken_by_the_club(book, view, strike)


def _taken_by_the_club(book: Book, view: VisibleNight, outcome: strikes.Strike) -> strikes.Strike:
    """The strike or correction, unless the club would refuse what it comes to, as a recording of it would be."""
    with book.handler() as handler:
        try:
            club = handler.clubs.look(view.opened.club).club
            insist_on_members(newcomers(outcome.recorded(view.version)), view.as_recorded, club)
            insist_club_takes(outcome.night, club)
        except Refusal as refusal:
            nights = nights_called(handler, view.opened.club, (refusal.details[one] for one in refusal.nights))
            raise refused(refusal, {**view.names, **nights}) from refusal
    return outcome


def _corrected(book: Book, view: VisibleNight, command: commands.CorrectEvents) -> strikes.Strike:
    check_said(command)
    acts_in_night = knows_of(book, view).acts_of(command)
    try:
        return strikes.correct(view.as_recorded, command, minutes_between, acts_in_night, since=view.before_hand)
    except Refusal as refusal:
        raise refused_to(view, refusal, command) from refusal


def put_right(book: Book, view: VisibleNight, command: PutRight, *, at: str = "") -> LineView | None:
    """Records the strike or the correction. Returns None, and records nothing, if the night has gone on since it was seen."""
    try:
        return do(book, view, [command], at=at, expected=view.version)
    except VersionConflict:
        return None


def command_of(book: Book, view: VisibleNight, spoken: SpokenCorrection) -> PutRight:
    """A strike if nothing stands instead of the events, else a correction with its lines read.

    Refuses what cannot be, and a line that cannot be read (ShorthandError).
    """
    if spoken.stop_at is None and not any(change.line or change.act for change in spoken.changes):
        versions = tuple(dict.fromkeys(change.version for change in spoken.changes))
        return commands.StrikeEvents(versions=versions, reason=spoken.reason)
    return read_correction(book, view, spoken)


def what_if(book: Book, view: VisibleNight, spoken: SpokenCorrection) -> PutRightView | ConflictView:
    """What it would change, or the acts that would no longer be possible; nothing is recorded.

    It is told as anybody may read it, because the phone of the bank lies on the table.
    """
    public = view.as_anybody()
    try:
        return _effect(book, public, command_of(book, view, spoken))
    except Refused as declined:
        refusal = declined.refusal
        if not isinstance(refusal, errors.StrikeConflicts):
            raise
        because = refusal.details["because"]
        text = refusal_text(because, view.names) if isinstance(because, Refusal) else str(because)
        others = (int(other["version"]) for other in refusal.details["others"])
        return conflict_view(public, text, (int(refusal.details["version"]), *others))


def _effect(book: Book, view: VisibleNight, command: PutRight) -> PutRightView:
    if isinstance(command, commands.StrikeEvents):
        return struck_view(view, _struck(book, view, command))
    return PutRightView(changed=if_corrected(book, view, command))


def acts_of_hand(view: VisibleNight, hands: Sequence[HandPlayed], number: int) -> tuple[EventView, ...]:
    """The acts in force of this hand, and up to the next one, that can be put right; what players said in disputes is theirs.

    Those of number 0 come before the first hand. The last one comes first.
    """
    in_force = {act.primary.version for act in acts(view.records)}
    of_hand = [
        one
        for one in events_of(view, hands, number)
        if one.version in in_force and not isinstance(one.event, (*NEVER_UNDONE, *WORDS))
    ]
    return events_text(view, of_hand)[::-1]


def with_who_may_come(book: Book, view: VisibleNight) -> VisibleNight:
    """The night with the names of those who were there or may sit down: nobody comes as who turned out to be another."""
    with book.handler() as handler:
        merged = handler.clubs.look(view.opened.club).club.merged()
    there = newcomers(view.records)
    return msgspec.structs.replace(
        view, names={one: name for one, name in view.names.items() if one in there or one not in merged}
    )


def instead_of_the_next(book: Book, view: VisibleNight, spoken: SpokenCorrection, version: int) -> AtPlace:
    """What may stand in the place of an act that is no longer possible, once the rest of the correction is made; nothing if even
    that cannot be.
    """
    try:
        command = read_correction(book, view, replace(spoken, stop_at=version))
        night = _corrected(book, view, command).night
    except (Refused, ShorthandError):
        return AtPlace()
    return in_its_place(with_who_may_come(book, view), version, night)


def last_to_undo(view: VisibleNight) -> int | None:
    """The number of the act that would be undone; None if there is none."""
    try:
        return undoing(view).versions[0]
    except NothingToUndo:
        return None


def act_at(view: VisibleNight, version: int) -> tuple[EventView, ...]:
    """The act of this number with what followed from it; alone if it is no act in force. Refuses a number that the night has not."""
    result = next((act for act in acts(view.records) if act.primary.version == version), None)
    return tuple(one_event(view, one) for one in (result.versions if result else (version,)))
