"""One line of shorthand from the command line, recorded and shown: what `bank` and `hand` share."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

import click

from cli import night_screens, render, terminal
from cli.errors import ASKED_AND_MEANT, WRONG_USAGE, CliError
from cli.striking import show, strike

if TYPE_CHECKING:
    from service.app.book import Book
    from service.shorthand import ParsedLine
    from service.views.line import LineView
    from service.views.visible_night import VisibleNight


# Words of the prompt that a line does not know, with the command that does the same.
ELSEWHERE = {
    "undo": "`chipbook undo` shows what a strike of the last act changes, and strikes it",
    "log": "`chipbook log` shows the last events",
    "show": "`chipbook night show` shows where the night stands",
    "?": "`chipbook night show` says what may be done now",
    "help": "`chipbook hand --help` and `chipbook bank --help` show lines, and `help` in `chipbook table` all of them",
}


# The number of an event, or a range, with or without a comma.
RUN = re.compile(r"\d+(-\d+)?,?|,")


def joined(words: Sequence[str]) -> str:
    """The words as one line, with the quotation marks that the shell removed.

    After the numbers of a strike only the reason can follow, so a single word is quoted too.
    """
    if len(words) > 1 and words[0].casefold() == "strike":
        numbers = list(takewhile(RUN.fullmatch, words[1:]))
        reason = " ".join(words[1 + len(numbers) :])
        return " ".join((words[0], *numbers, *([f'"{reason}"'] if reason and '"' not in reason else [reason])))
    return words[0] if len(words) == 1 else " ".join(_quoted(word) for word in words)


def _quoted(word: str) -> str:
    if '"' in word or not any(sign.isspace() for sign in word):
        return word
    text = word.removesuffix(":")
    return f'"{text}"' + word[len(text) :]


def say(
    book: Book,
    words: Sequence[str],
    *,
    noun: str,
    night: str,
    key: str,
    at: str,
    waive: Sequence[tuple[str, str]],
    as_json: bool,
) -> None:
    """Takes the words as a line, with the noun in front if only that makes sense."""
    if len(words) == 1 and words[0].casefold() in ELSEWHERE:
        sentence = f"“{words[0]}” is a command of its own: {ELSEWHERE[words[0].casefold()]}."
        raise CliError("said_elsewhere", sentence, WRONG_USAGE, {"word": words[0]})
    from service.app import say as saying
    from service.app.finding import find_current

    seen = find_current(book, night)
    spoken = saying.read(book, seen, joined(words), noun=noun)
    if spoken.at:
        raise CliError("time_of_nothing", "A time belongs to an act: give it with --at and the line.", 2)
    when = saying.time_at_table(book, seen, at) if at else ""
    wanted = saying.struck(spoken)
    if wanted and terminal.somebody_types() and not (key or waive):
        told = strike(book, seen, lambda _: wanted, at=when, asks=True, shows=not as_json)
    else:
        told = _said(book, seen, spoken, key=key, at=when, waive=waive)
    show(told, as_json=as_json)
    if told and not as_json:
        night_screens.next_lines(told.now, noun)


def _said(
    book: Book, seen: VisibleNight, spoken: ParsedLine, *, key: str, at: str, waive: Sequence[tuple[str, str]]
) -> LineView:
    """Does what the line says. A person at the terminal is asked about a doubt."""
    from service.app.refusals import Refused
    from service.app.say import say as say_in

    try:
        return say_in(book, seen, spoken, key=key, at=at, waive=waive)
    except Refused as refusal:
        if not (refusal.is_doubt and terminal.somebody_types()):
            raise
        asked = render.at_words(
            f"{refusal.sentence} Is it meant?", shutil.get_terminal_size().columns - len(" [y/N]: ")
        )
        if not click.confirm(asked, err=True):
            raise
        return _said(book, seen, spoken, key=key, at=at, waive=(*waive, (refusal.waived_as, ASKED_AND_MEANT)))
