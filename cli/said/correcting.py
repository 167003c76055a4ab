"""A correction from the command line: shown first, confirmed, and shown again if the book changes meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from cli import render, terminal
from cli.options import at_option, json_option, night_option, with_book, yes_option
from cli.screens import night_screens
from engine.speech import say, to_say

if TYPE_CHECKING:
    from engine.commands import CorrectEvents
    from service.app.book import Book
    from service.language.shorthand import SpokenCorrection
    from service.reports.views.play.line import LineView
    from service.reports.views.visible_night import VisibleNight

NOT_CORRECTED = to_say("Nothing was corrected.")
QUESTION = to_say("Correct it?")


def _as_command(name: str, help_text: str) -> click.Command:
    @click.command(name, help=help_text, context_settings={"ignore_unknown_options": True})
    @click.argument("words", nargs=-1, required=True)
    @yes_option
    @click.option("--what-if", "only_shows", is_flag=True, help="Only show what would change.")
    @night_option
    @at_option
    @json_option
    @with_book
    def command(
        book: Book, *, words: tuple[str, ...], yes: bool, only_shows: bool, night: str, at: str, as_json: bool
    ) -> None:
        _said(book, (name, *words), yes=yes, only_shows=only_shows, night=night, at=at, as_json=as_json)

    return command


correct = _as_command(
    "correct",
    """Put right what was mistyped, hands later.

    \b
    chipbook correct 160 to "tove r4"                       instead of event 160
    chipbook correct 160 to "tove r4" and 163 to "bo 4"     several at once
    chipbook correct 160 to "tove x" and strike 163         and event 163 never happened
    chipbook correct 160 to "tove x" and stop at 163        nothing counts from there on
    chipbook correct 160 to "tove r4" --what-if             only shows what would change

    What followed from it (calls of that price, all-ins, who won how much) is resolved anew from what was said. It shows
    first what changes, hand by hand, and asks; without a terminal, it needs --yes.
    """,
)
insert = _as_command(
    "insert",
    """Put in what was forgotten: insert after 160 "bo c".

    It shows first what changes, hand by hand, and asks; without a terminal, it needs --yes.
    """,
)


def _said(
    book: Book, words: tuple[str, ...], *, yes: bool, only_shows: bool, night: str, at: str, as_json: bool
) -> None:
    from cli.said.lines import joined
    from service.app import putting_right
    from service.app.night import say as saying
    from service.app.night.say import understood
    from service.app.seeing import find_current

    seen = find_current(book, night, or_newest=True)
    spoken = saying.read(book, seen, joined(words)).correction
    assert spoken is not None
    if only_shows:
        found = putting_right.if_corrected(book, seen, understood(book, seen, spoken))
        if as_json:
            render.as_json(found)
        else:
            night_screens.correction(found, seen)
        return
    when = saying.time_at_table(book, seen, at) if at else ""
    show(corrected(book, seen, spoken, at=when, asks=not yes, shows=not as_json), as_json=as_json)


def show(told: LineView | None, *, as_json: bool) -> None:
    """Prints what came of a correction; None stands for one that was not confirmed."""
    if told is None:
        render.aside(say(NOT_CORRECTED))
    elif as_json:
        render.as_json(told)
    else:
        night_screens.heard(told)


def corrected(
    book: Book,
    seen: VisibleNight,
    spoken: SpokenCorrection,
    *,
    at: str = "",
    asks: bool,
    shows: bool = True,
    confirmed: Callable[[], bool] | None = None,
) -> LineView | None:
    """The result of the correction; None if the answer to the question was no. Refuses to ask where nobody can answer."""
    from service.app import putting_right
    from service.app.night.say import understood
    from service.app.seeing import see

    while True:
        command: CorrectEvents = understood(book, seen, spoken)
        change = putting_right.if_corrected(book, seen, command)
        if shows:
            night_screens.correction(change, seen)
        if asks and not (confirmed or _confirmed)():
            return None
        told = putting_right.put_right(book, seen, command, at=at)
        if told is not None:
            return told
        seen = see(book, seen.night_id)
        render.aside(say("The book has changed meanwhile; this is what the correction changes now."))


def _confirmed() -> bool:
    return terminal.confirmed(say(QUESTION), nothing=say(NOT_CORRECTED), enter=True)
