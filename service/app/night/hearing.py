"""Reads the lines of a correction, each in the night as it stood at its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from engine import commands, strikes
from engine.errors import Refusal
from engine.events import Recorded
from engine.ids import PlayerId
from engine.speech import say
from engine.state import Night
from engine.strikes import Hearing
from service.app.book import Book
from service.app.refusals import refused
from service.book.own_games.announcing import as_declared
from service.book.own_games.shelf import OwnGame
from service.language import shorthand
from service.language.shorthand import ShorthandError, SpokenCorrection
from service.reports.views.visible_night import VisibleNight

# As many changes as a correction may have (`commands.CorrectEvents`).
CHANGES_MOST = 50


def understood(book: Book, seen: VisibleNight, spoken: SpokenCorrection) -> commands.CorrectEvents:
    """The correction with its lines read, each in the night as it stood at its place. Refuses what cannot be."""
    try:
        return heard(seen.records, spoken, seen.names, own_games(book, seen))
    except Refusal as refusal:
        raise refused(refusal, seen.names) from refusal


def heard(
    records: Sequence[Recorded], spoken: SpokenCorrection, names: Mapping[PlayerId, str], own: Sequence[OwnGame]
) -> commands.CorrectEvents:
    """The correction with its lines read. A line is of the moment at which it stands, so it is read while that is decided."""
    if len(spoken.changes) > CHANGES_MOST:
        sentence = say(
            "A correction makes at most {most} changes, and this line has {changes}; “and stop at N” lets nothing count from event N on.",
            most=CHANGES_MOST,
            changes=len(spoken.changes),
        )
        raise ShorthandError("too_many_changes", sentence, most=CHANGES_MOST)
    acts: dict[int, commands.Command] = {}

    def hearing(index: int, line: str) -> Hearing:
        def hear(night: Night) -> commands.Command:
            acts[index] = _one_act(line, night, names, own)
            return as_declared(acts[index], night, lambda _: own)

        return hear

    command = commands.CorrectEvents(
        changes=tuple(commands.Change(one.version, after=one.after) for one in spoken.changes),
        stop_at=spoken.stop_at,
        reason=spoken.reason,
    )
    strikes.correct(
        records, command, {index: hearing(index, one.line) for index, one in enumerate(spoken.changes) if one.line}
    )
    changes = tuple(replace(change, act=acts.get(index)) for index, change in enumerate(command.changes))
    return replace(command, changes=changes)


def _one_act(line: str, night: Night, names: Mapping[PlayerId, str], own: Sequence[OwnGame]) -> commands.Command:
    """The one act that the line says at this moment of the night."""
    found = shorthand.read_line(line, night, names, [one.game for one in own])
    if len(found.commands) != 1 or found.players:
        sentence = say("“{line}” is not one act; a correction puts in one act for each event.", line=line)
        raise ShorthandError("not_one_act", sentence, line=line)
    return found.commands[0]


def own_games(book: Book, seen: VisibleNight) -> tuple[OwnGame, ...]:
    """The own games of the night's club, in their newest versions."""
    with book.handler() as handler:
        return handler.own_games(seen.opened.club)
