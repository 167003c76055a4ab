"""One line of shorthand from the command line, recorded and shown: what `bank` and `hand` share."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

import click

from cli import render, terminal
from cli.afterwards import followed
from cli.afterwards import show as show_plan
from cli.errors import ASKED_AND_MEANT, WRONG_USAGE, CliError
from cli.said.correcting import corrected
from cli.said.striking import NOT_STRUCK, question, show, strike
from cli.screens import night_screens
from engine import speech
from engine.speech import to_say

if TYPE_CHECKING:
    from service.app.book import Book
    from service.language.shorthand import ParsedLine
    from service.reports.views.play.line import LineView
    from service.reports.views.visible_night import VisibleNight


# Words of the prompt that a line does not know, with the command that does the same.
ELSEWHERE = {
    "undo": to_say("`chipbook undo` shows what it changes to take back what was said last, and takes it back"),
    "log": to_say("`chipbook log` shows the last events"),
    "show": to_say("`chipbook night show` shows where the night stands"),
    "disputes": to_say("`chipbook night disputes` shows what is disputed"),
    "requests": to_say("`chipbook night requests` shows what players asked for"),
    "close?": to_say("`chipbook night checklist` says what still stands before the close"),
    "?": to_say("`chipbook night show` says what may be done now"),
    "help": to_say(
        "`chipbook hand --help` and `chipbook bank --help` show lines, and `help` in `chipbook table` all of them"
    ),
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
    if len(words) > 1 and words[0].casefold() in ("correct", "insert"):
        return " ".join(_quoted_lines(words))
    return words[0] if len(words) == 1 else " ".join(_quoted(word) for word in words)


def _quoted_lines(words: Sequence[str]) -> Iterator[str]:
    """The words of a correction: a line of one word, and a reason of one word behind a line, are quoted too."""
    for place, word in enumerate(words):
        before, behind = words[place - 1].casefold() if place else "", words[place + 1 : place + 2]
        of_a_line = before == "to" or (place > 1 and words[place - 2].casefold() == "after" and before.isdecimal())
        reason = not behind and any(sign.isspace() for sign in before)
        ends = not behind or behind[0].casefold() in ("and", "og", ",") or any(sign.isspace() for sign in behind[0])
        whole = '"' not in word and not any(sign.isspace() for sign in word)
        yield f'"{word}"' if whole and ends and (of_a_line or reason) else _quoted(word)


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
    yes: bool = False,
    or_newest: bool = False,
) -> None:
    """Takes the words as a line, with the noun in front if only that makes sense.

    A strike and a correction are shown and asked about first, unless `yes`; where nobody can answer, they are refused.
    Without a night it is the newest that is played, else the newest that is not settled; with `or_newest` the newest of all if there is none.
    """
    if len(words) == 1 and words[0].casefold() in ELSEWHERE:
        sentence = speech.say(
            "“{words}” is a command of its own: {elsewhere}.",
            words=words[0],
            elsewhere=speech.say(ELSEWHERE[words[0].casefold()]),
        )
        raise CliError("said_elsewhere", sentence, WRONG_USAGE, {"word": words[0]})
    from service.app.night import say as saying
    from service.app.seeing import find_current
    from service.reports.views.night.night import waits_for

    seen = find_current(book, night, or_newest=or_newest)
    spoken = saying.read(book, seen, joined(words), noun=noun, key=key)
    if spoken.at and not spoken.commands:
        raise CliError("time_of_nothing", speech.say("A time belongs to an act: give it with --at and the line."), 2)
    when = saying.time_at_table(book, seen, at) if at else ""
    wanted = saying.struck(spoken)
    if spoken.correction:
        told = corrected(book, seen, spoken.correction, at=when, asks=not yes, shows=not as_json)
    elif wanted and not (yes or key or waive):
        told = strike(book, seen, lambda _: wanted, at=when, asks=True, shows=not as_json)
    elif wanted and not (yes or terminal.confirmed(question(wanted, seen), nothing=speech.say(NOT_STRUCK), enter=True)):
        told = None
    else:
        told = _said(book, seen, spoken, key=key, at=when, waive=waive)
    show(told, as_json=as_json)
    if told and not as_json:
        after = followed(book, told.night)
        if after:
            show_plan(book, after)
        # The words of a dispute are all that `dispute` takes; what may be done next is more.
        night_screens.next_lines(waits_for(after) if after else told.now, "bank" if noun == "dispute" else noun)


def _said(
    book: Book, seen: VisibleNight, spoken: ParsedLine, *, key: str, at: str, waive: Sequence[tuple[str, str]]
) -> LineView:
    """Does what the line says. A person at the terminal is asked about a doubt."""
    from service.app.night.say import say_line as say_in
    from service.app.refusals import Refused

    try:
        return say_in(book, seen, spoken, key=key, at=at, waive=waive)
    except Refused as refusal:
        if not (refusal.is_doubt and terminal.somebody_types()):
            raise
        asked = render.at_words(
            speech.say("{sentence} Is it meant?", sentence=refusal.whole),
            shutil.get_terminal_size().columns - len(" [y/N]: "),
        )
        if not click.confirm(asked, err=True):
            raise
        return _said(book, seen, spoken, key=key, at=at, waive=(*waive, (refusal.waived_as, ASKED_AND_MEANT)))
