"""A correction or a strike, and `chipbook undo`: shown first, confirmed, and shown again if the book changes meanwhile."""

from __future__ import annotations

from collections.abc import Callable

from cli import commands, render, terminal
from cli.book import with_book
from cli.options import json_option, night_option, yes_option
from cli.screens import night_screens
from engine.commands import CorrectEvents, StrikeEvents
from engine.speech import say, to_say
from service.app.book import Book
from service.app.night import putting_right
from service.app.night.lines import read_correction
from service.app.night.putting_right import undoing
from service.app.seeing import find_current, see
from service.language.shorthand import SpokenCorrection
from service.reports.views.events import one_event
from service.reports.views.play.line import LineView
from service.reports.views.visible_night import VisibleNight

NOT_CORRECTED = to_say("Nothing was corrected.")
NOT_STRUCK = to_say("Nothing was struck.")
QUESTION = to_say("Correct it?")


def show(line: LineView | None, nothing: str, *, as_json: bool) -> None:
    """Prints what came of an act; for one that was not confirmed, that nothing was done."""
    if line is None:
        render.aside(say(nothing))
    elif as_json:
        render.as_json(line)
    else:
        night_screens.line_screen(line)


def corrected(
    book: Book,
    view: VisibleNight,
    spoken: SpokenCorrection,
    *,
    at: str = "",
    asks: bool,
    shows: bool = True,
    confirmed: Callable[[], bool] | None = None,
) -> LineView | None:
    """The result of the correction; None if the answer to the question was no. Refuses to ask where nobody can answer."""
    while True:
        command: CorrectEvents = read_correction(book, view, spoken)
        change = putting_right.if_corrected(book, view, command)
        if shows:
            night_screens.correction(change, view)
        if asks and not (confirmed or _confirmed)():
            return None
        line = putting_right.put_right(book, view, command, at=at)
        if line is not None:
            return line
        view = see(book, view.night_id)
        render.aside(say("The book has changed meanwhile; this is what the correction changes now."))


def _confirmed() -> bool:
    return terminal.confirmed(say(QUESTION), nothing=say(NOT_CORRECTED), enter=True)


@commands.command()
@yes_option
@night_option
@json_option
@with_book
def undo(book: Book, *, yes: bool, night: str, as_json: bool) -> None:
    """Take back what was said last, a strike or correction too. It shows first what that changes, and asks.

    Without a terminal, it needs --yes.
    """
    view = find_current(book, night, or_newest=True)
    line = struck(book, view, undoing, asks=not yes, shows=not as_json)
    show(line, NOT_STRUCK, as_json=as_json)


def struck(
    book: Book,
    view: VisibleNight,
    wanted: Callable[[VisibleNight], StrikeEvents],
    *,
    at: str = "",
    asks: bool,
    shows: bool = True,
) -> LineView | None:
    """The result of the strike; None if the person at the terminal said no. Refuses to ask where nobody can answer."""
    while True:
        command = wanted(view)
        change = putting_right.if_struck(book, view, command)
        if shows:
            night_screens.difference(change, view)
        if asks and not terminal.confirmed(question(command, view), nothing=say(NOT_STRUCK), enter=True):
            return None
        line = putting_right.put_right(book, view, command, at=at)
        if line is not None:
            if shows:
                render.line(taken_back(command, view))
            return line
        view = see(book, view.night_id)
        render.aside(say("The book has changed meanwhile; this is what the strike changes now."))


def question(command: StrikeEvents, view: VisibleNight) -> str:
    """The question before a strike, which names a single act."""
    if len(command.versions) > 1:
        return say("Strike events {numbers}?", numbers=", ".join(str(version) for version in command.versions))
    return say("Strike event {number}, “{what}”?", number=command.versions[0], what=_text(command, view).rstrip("."))


def taken_back(command: StrikeEvents, view: VisibleNight) -> str:
    """What was struck, in words."""
    return say("Taken back: {what}", what=_text(command, view))


def _text(command: StrikeEvents, view: VisibleNight) -> str:
    return " ".join(one_event(view, version).sentence for version in command.versions)
