"""`chipbook bank`, `hand`, `request`, `dispute`, `strike`, `correct` and `insert`: one line of shorthand, recorded and shown."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import Any

import click

from cli import commands, render, terminal
from cli.book import followed, with_book
from cli.completion import known_words
from cli.errors import ASKED_AND_MEANT, WRONG_USAGE, CliError
from cli.options import at_option, json_option, key_option, night_option, waive_option, yes_option
from cli.putting_right import NOT_CORRECTED, NOT_STRUCK, corrected, question, show, struck
from cli.screens import night_screens
from engine.speech import say, to_say
from service.app.book import Book
from service.app.night import lines, putting_right
from service.app.night.lines import read_correction
from service.app.refusals import Refused
from service.app.seeing import find_current, where_it_stands
from service.language.shorthand import ParsedLine
from service.language.shorthand.keywords import LONGEST, english_at, in_english
from service.reports.views.night import waits_for
from service.reports.views.play.line import LineView
from service.reports.views.visible_night import VisibleNight

# Words of the prompt that a line does not know, with the command that does the same.
ELSEWHERE = {
    "undo": to_say("`chipbook undo` shows what it changes to take back what was said last, and takes it back"),
    "log": to_say("`chipbook log` shows the last events"),
    "show": to_say("`chipbook night show` shows where the night stands"),
    "faults": to_say("`faults` in `chipbook table` shows what may have gone wrong"),
    "disputes": to_say("`chipbook night disputes` shows what is disputed"),
    "requests": to_say("`chipbook night requests` shows what players asked for"),
    "close?": to_say("`chipbook night checklist` says what still stands before the close"),
    "gap?": to_say("`chipbook night checklist` says what the gap would cost whoever bears it"),
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
    if len(words) > 1 and in_english(words[0].casefold()) == "strike":
        numbers = list(takewhile(RUN.fullmatch, words[1:]))
        reason = " ".join(words[1 + len(numbers) :])
        return " ".join((words[0], *numbers, *([f'"{reason}"'] if reason and '"' not in reason else [reason])))
    if len(words) > 1 and in_english(words[0].casefold()) in ("correct", "insert"):
        return " ".join(_quoted_lines(words))
    return words[0] if len(words) == 1 else " ".join(_quoted(word) for word in words)


def _quoted_lines(words: Sequence[str]) -> Iterator[str]:
    """The words of a correction: a line of one word, and a reason of one word behind a line, are quoted too."""
    for place, word in enumerate(words):
        before, behind = in_english(words[place - 1].casefold()) if place else "", words[place + 1 : place + 2]
        of_a_line = before == "to" or (
            place > 1 and in_english(words[place - 2].casefold()) == "after" and before.isdecimal()
        )
        reason = not behind and any(sign.isspace() for sign in before)
        ends = (
            not behind or in_english(behind[0].casefold()) in ("and", ",") or any(sign.isspace() for sign in behind[0])
        )
        whole = '"' not in word and not any(sign.isspace() for sign in word)
        yield f'"{word}"' if whole and ends and (of_a_line or reason) else _quoted(word)


def _quoted(word: str) -> str:
    if '"' in word or not any(sign.isspace() for sign in word):
        return word
    text = word.removesuffix(":")
    return f'"{text}"' + word[len(text) :]


def record(
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
    if len(words) == 1 and (word := in_english(words[0].casefold())) in ELSEWHERE:
        sentence = say(
            "“{words}” is a command of its own: {elsewhere}.", words=words[0], elsewhere=say(ELSEWHERE[word])
        )
        raise CliError("said_elsewhere", sentence, WRONG_USAGE, {"word": words[0]})
    view = find_current(book, night, or_newest=or_newest)
    spoken = lines.read(book, view, joined(words), noun=noun, key=key)
    if spoken.at and not spoken.commands:
        raise CliError("time_of_nothing", say("A time belongs to an act: give it with --at and the line."), 2)
    when = lines.time_at_table(book, view, at) if at else ""
    wanted = lines.struck(spoken)
    if spoken.correction:
        line = corrected(book, view, spoken.correction, at=when, asks=not yes, shows=not as_json)
    elif wanted and not (yes or key or waive):
        line = struck(book, view, lambda _: wanted, at=when, asks=True, shows=not as_json)
    elif wanted and not (yes or terminal.confirmed(question(wanted, view), nothing=say(NOT_STRUCK), enter=True)):
        line = None
    else:
        line = _line(book, view, spoken, key=key, at=when, waive=waive)
    show(line, NOT_STRUCK, as_json=as_json)
    if line and not as_json:
        after = followed(book, line.night)
        if after:
            # Anybody at the table may look at the screen.
            night_screens.transfers(where_it_stands(book, after.as_anybody()))
        # The words of a dispute are all that `dispute` takes; what may be done next is more.
        night_screens.next_lines(waits_for(after) if after else line.now, "bank" if noun == "dispute" else noun)


def _line(
    book: Book, view: VisibleNight, spoken: ParsedLine, *, key: str, at: str, waive: Sequence[tuple[str, str]]
) -> LineView:
    """Does what the line says. A person at the terminal is asked about a doubt."""
    try:
        return lines.say_line(book, view, spoken, key=key, at=at, waive=waive)
    except Refused as refusal:
        if not (refusal.is_doubt and terminal.somebody_types()):
            raise
        asked = render.at_words(
            say("{sentence} Is it meant?", sentence=refusal.whole),
            shutil.get_terminal_size().columns - len(f" [{terminal.yes_or_no(enter=False)}]: "),
        )
        if not terminal.yes_to(asked):
            raise
        return _line(book, view, spoken, key=key, at=at, waive=(*waive, (refusal.waived_as, ASKED_AND_MEANT)))


# An amount such as -80 is a word here and not an option.
OF_WORDS = {"ignore_unknown_options": True}


def _line_command(*options: Callable[..., Any]) -> Callable[..., click.Command]:
    """A command of the words of one line, of a night and a time; it has these options besides, and --json."""

    def command(function: Callable[..., None]) -> click.Command:
        line = commands.argument("words", nargs=-1, required=True, shell_complete=known_words)
        every: list[Callable[..., Any]] = [line, night_option, at_option, *options, json_option, with_book]
        made = function
        for decorator in reversed(every):
            made = decorator(made)
        return commands.command(context_settings=OF_WORDS)(made)

    return command


@_line_command(waive_option, key_option, yes_option)
def bank(book: Book, *, words: tuple[str, ...], **how: Any) -> None:
    """One line for the bank.

    \b
    chipbook bank anna +150             150 chips on credit
    chipbook bank anna +40 cash         40 chips for money
    chipbook bank anna -80              80 chips handed back
    chipbook bank anna = 2p 17          counted: 2 peders and 17
    chipbook bank carl leaves = 117     they go home with 117 chips counted
    chipbook bank sit dora              a place at the table
    chipbook bank strike 41 "mistyped"  event 41 is void
    """
    record(book, words, noun="bank", **how)


@_line_command(key_option, yes_option)
def strike(book: Book, *, words: tuple[str, ...], **how: Any) -> None:
    """Take back what was done before, and say why.

    \b
    chipbook strike 41 "wrong player"     event 41 is void
    chipbook strike 41-43 "wrong hand"    three events

    It shows first what changes, and asks; without a terminal, it needs --yes.
    """
    record(book, ("strike", *words), noun="bank", waive=(), or_newest=True, **how)


@_line_command(waive_option, key_option, yes_option)
def hand(book: Book, *, words: tuple[str, ...], **how: Any) -> None:
    """One line of a hand.

    \b
    chipbook hand straight poker by bo     the dealer names the game
    chipbook hand anna 3                   she puts in 3
    chipbook hand bo r2                    raises by 2; c call, x check, f fold, all
    chipbook hand carl s5                  5 chips by shadow
    chipbook hand deal                     the next cards
    chipbook hand anna draws 2             exchanges two cards
    chipbook hand anna shows As Kd Qd Jd 9c
    chipbook hand anna, bo win             they share the pot
    """
    record(book, words, noun="hand", **how)


@_line_command(waive_option, key_option)
def request(book: Book, *, words: tuple[str, ...], **how: Any) -> None:
    """One line of what players ask for and confirm, and of the banker's answer. No chip moves before it is approved.

    \b
    chipbook request anna asks 150          chips on credit; with cash: for money
    chipbook request approve anna           the banker lends or sells them
    chipbook request approve anna 100       fewer than were asked for
    chipbook request decline anna "later"   none
    chipbook request withdraw request anna  the player takes it back
    chipbook request anna says = 2p 17      their own count, for the banker to approve
    chipbook request anna confirms count    agrees with the banker's count
    chipbook request anna paid 1            says that they paid transfer 1
    chipbook request bo confirms payment 1  has received the money

    `chipbook night requests` shows them all.
    """
    record(book, quoted_reason(words), noun="request", or_newest=True, **how)


def quoted_reason(words: Sequence[str]) -> list[str]:
    """The words with quotation marks around the reason of a decline if it is a single word; the shell removed them."""
    named = 3 if [word.casefold() for word in words[:2]] == ["decline", "request"] else 2
    last = words[-1]
    if words[0].casefold() != "decline" or len(words) != named + 1 or " " in last or '"' in last:
        return list(words)
    return [*words[:-1], f'"{last}"']


# With what a line about a dispute begins, and what else may stand before its words; numbers may too.
VERBS = ("dispute", "answer", "resolve", "withdraw")
BEFORE = (*VERBS, "missing", "after", "behind")
# After these come names or numbers, and no words.
BEHIND = ("by", "agreed")


@_line_command(key_option)
def dispute(book: Book, *, words: tuple[str, ...], **how: Any) -> None:
    """One line about a dispute, at any time, also after the night is settled. No chip moves.

    \b
    chipbook dispute 41 "that was a call" by carl
    chipbook dispute missing after 41 "bo anted" by carl
    chipbook dispute answer 1 "I folded" by bo
    chipbook dispute resolve 1 by strike 45 agreed by carl
    chipbook dispute resolve 1 "the call stands" agreed by anna, carl
    chipbook dispute resolve 1 "the call stands"     the bank's word: open until carl agrees
    chipbook dispute resolve 1 agreed by carl
    chipbook dispute withdraw 1 by carl

    `chipbook night disputes` shows them all.
    """
    record(book, line_of(words), noun="dispute", waive=(), or_newest=True, **how)


def line_of(words: Sequence[str]) -> list[str]:
    """The words as a line, which begins with what is done about a dispute."""
    typed, english = english_at(tuple(word.casefold() for word in words[:LONGEST]))
    stated = quoted_words([*english, *words[typed:]] if english and english[0] in VERBS else words)
    return stated if stated[0].casefold() in VERBS else [VERBS[0], *stated]


def quoted_words(words: Sequence[str]) -> list[str]:
    """The words with quotation marks around the text of a dispute if it is a single word; the shell removed them.

    Another text, which has blanks or marks of its own, is the one that is meant: then nothing is changed.
    """
    if any(" " in word or '"' in word for word in words):
        return list(words)
    for place, word in enumerate(words):
        key = in_english(word.casefold())
        if key in BEHIND:
            break
        if key not in BEFORE and not word.isdecimal():
            return [*words[:place], f'"{word}"', *words[place + 1 :]]
    return list(words)


def _as_command(name: str, help_text: str) -> click.Command:
    @commands.command(name, help=help_text, context_settings=OF_WORDS)
    @commands.argument("words", nargs=-1, required=True, shell_complete=known_words)
    @yes_option
    @commands.flag("--what-if", "Only show what would change.", to="only_shows")
    @night_option
    @at_option
    @json_option
    @with_book
    def command(
        book: Book, *, words: tuple[str, ...], yes: bool, only_shows: bool, night: str, at: str, as_json: bool
    ) -> None:
        _correct(book, (name, *words), yes=yes, only_shows=only_shows, night=night, at=at, as_json=as_json)

    return command


correct = _as_command(
    "correct",
    """Put right what was mistyped, even hands later.

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


def _correct(
    book: Book, words: tuple[str, ...], *, yes: bool, only_shows: bool, night: str, at: str, as_json: bool
) -> None:
    view = find_current(book, night, or_newest=True)
    spoken = lines.read(book, view, joined(words)).correction
    assert spoken is not None
    if only_shows:
        correction = putting_right.if_corrected(book, view, read_correction(book, view, spoken))
        render.as_json(correction) if as_json else night_screens.correction(correction, view)
        return
    when = lines.time_at_table(book, view, at) if at else ""
    line = corrected(book, view, spoken, at=when, asks=not yes, shows=not as_json)
    show(line, NOT_CORRECTED, as_json=as_json)
