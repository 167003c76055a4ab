"""`chipbook night open` and `invite`, and `replay`: the head of a night, and the questions that ask for it at a terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click

from cli import commands, failures, render, terminal
from cli.book import finish, with_book, with_new_book
from cli.completion import known_clubs
from cli.errors import REFUSED
from cli.options import club_option, json_option, output_option, put, read_bytes, read_text
from cli.screens import night_screens
from cli.terminal import progress
from engine.grammar import amount_text
from engine.house.agreements import CUSTOMS, Customs, HouseRules
from engine.library import HOUSE_BOOKS
from engine.speech import say
from engine.spelling import compared
from service.app.book import Book
from service.app.night.clock import left_open
from service.app.night.lines import replay as play
from service.app.night.open_night import (
    called_tonight,
    head_from,
    must_fit,
    open_night,
    usual_head,
    usual_opening,
    usual_rulebook,
)
from service.app.night.open_night import invite as invitation
from service.app.people import club_called, usual_club
from service.app.seeing import find, see, where_it_stands
from service.language.shorthand.announcing import limit_stated
from service.language.shorthand.head import KEYS, NOT_PLAYING, Head
from service.language.shorthand.keywords import of_head_in_own_words
from service.reports.views.night import waits_for
from service.reports.views.visible_night import VisibleNight

# How the banker plays, said after their name: from the box, from their own stack, or as is usual.
STACKS = {True: ", box", False: ", own", None: ""}
ONLY_KEEPS_IT = f", {NOT_PLAYING}"
# Options that are called as in the head of a night.
SAID_ALIKE = (
    *("loan", "limit", "dictionary", "cash", "language", "rulebook"),
    *("auto", "settles", "chips", "zone", "club", "date"),
)
# No invitation is larger; of a larger file no more is read.
INVITATION_MAX = 65_536


@commands.command("open")
@commands.option("--name", metavar="NAME", help="The name of the night.")
@commands.option("--bank", metavar="NAME", help="Who keeps the bank; the banker plays too.")
@commands.flag("--bank-only", "The banker does not play.")
@commands.option("--player", multiple=True, metavar="NAME", help="Who sits down, in seat order; one option for each.")
@commands.option("--loan", metavar="CHIPS", help="Chips on credit for everyone who sits down.")
@commands.option("--limit", metavar="LIMIT", help='The most a bet may be: 5, "1-5 once 50", 2/4, pot or none.')
@commands.option("--cash", metavar="COIN", help="Transfers are exact, or rounded to a coin: 0.25, 0.50 or 1.00.")
@commands.option("--language", metavar="CODE", help="The language of the night's files: en or da.")
@commands.option("--entered-by", metavar="WHO", help="Who enters what a player does: bank, everyone or both.")
@commands.option("--dictionary", metavar="NAME", help="The word list that judges words: common, wide, or your own.")
@commands.option("--unit", metavar="MONEY", help='What a chip is worth: "€0.25", "25 øre", "1 EUR = 4 chips".')
@commands.option("--rulebook", metavar="NAME", help="Which rulebook is played; `chipbook games` lists them.")
@commands.option("--auto", metavar="WHICH", help="Steps done automatically: none, closed (cards nobody sees) or all.")
@commands.option("--settles", metavar="PLAN", help="Who pays whom after the close, by itself: direct, bank or ask.")
@commands.option(
    "--box/--own", default=None, help="The banker plays straight from the box, or from a stack of their own."
)
@commands.option(
    "--chips",
    metavar="KINDS",
    help='What the box holds: "white 1 x 200, peder 50 x 20"; none: the book alone has the chips.',
)
@commands.option("--zone", metavar="ZONE", help="Time zone of the table: Europe/Copenhagen.")
@commands.option("--club", metavar="NAME", shell_complete=known_clubs, help="The club that plays; made if it is new.")
@commands.option(
    "--switch", "switches", multiple=True, metavar="KEY=VALUE", help='How your house reads a rule: "criss cross=bar".'
)
@commands.option("--date", metavar="DATE", help='When it began, if not now: "2026-11-20 19:30".')
@commands.option(
    "--like", metavar="NIGHT", is_flag=False, flag_value="newest", help="Like that night, or like the newest."
)
@json_option
@with_new_book
def open_(book: Book, *, like: str | None, as_json: bool, **said: Any) -> None:
    """Open a night. Without options, it asks.

    What you leave out is as the club has agreed: its house rules and its chips (`chipbook club`). A club that has agreed on
    nothing has the bank of the rulebook you name.
    """
    earlier = find(book, "" if like == "newest" else like) if like else None
    bank = Customs() if earlier else _bank_of_the_source(book, said["rulebook"] or "", said["club"] or "")
    wanted = _head_lines(_with_the_bank(said, bank))
    others = () if as_json else left_open(book)
    if not wanted and not earlier and terminal.somebody_types():
        render.lines(others, "yellow")
        _show_opened(book, opened(book, at_the_keyboard), as_json=as_json)
        return
    if not (earlier or "bank" in wanted or "players" in wanted):
        raise click.UsageError(
            say(
                "Who plays? Give --bank NAME and a --player NAME for each player, or --like NIGHT to "
                "copy an earlier one."
            )
        )
    _show_opened(book, open_night(book, head_from(book, wanted, like=earlier)), as_json=as_json)
    render.lines(others, "yellow")


def _show_opened(book: Book, view: VisibleNight, *, as_json: bool) -> None:
    if as_json:
        render.as_json(where_it_stands(book, view))
        return
    now = where_it_stands(book, view.as_anybody())
    night_screens.night(now, waits_for(view))
    player = now.players[-1].name.split()[0].casefold()
    render.line(
        say(
            "Opened {night}. Next: `chipbook table`, or line by line: `chipbook bank {player} +150`.",
            night=view.title,
            player=player,
        ),
        "bold",
    )


def _bank_of_the_source(book: Book, rulebook: str, club: str = "") -> Customs:
    """What the source of the rulebook says of the bank; as if it said nothing where the club has agreed on house rules.

    Refuses what is no rulebook (ShorthandError).
    """
    if not rulebook or usual_head(book, club).rules != HouseRules():
        return Customs()
    said = Head()
    # A rulebook may be typed with its own letters: Enemærke.
    KEYS["rulebook"](said, rulebook)
    return CUSTOMS.get(said.rules.rulebook, Customs())


def _with_the_bank(stated: Mapping[str, Any], bank: Customs) -> dict[str, Any]:
    """The options, and where they say nothing of loan and stack, the bank's."""
    loan = str(bank.initial_loan) if bank.initial_loan else None
    box = True if bank.banker_stack == "box" else None
    return {**stated, "loan": stated["loan"] or loan, "box": box if stated["box"] is None else stated["box"]}


def _head_lines(stated: Mapping[str, Any]) -> dict[str, str]:
    """The options as keys and values of the head of a `.night` file."""
    bank, players, plays = stated["bank"] or "", list(stated["player"]), not stated["bank_only"]
    if bank and plays and compared(bank) not in map(compared, players):
        players.insert(0, bank)
    wanted = {
        "night": stated["name"],
        "bank": bank + (STACKS[stated["box"]] if plays else ONLY_KEEPS_IT) if bank else "",
        "players": ", ".join(players),
        "money": stated["unit"],
        **{key: stated[key] for key in SAID_ALIKE},
        "entered by": stated["entered_by"],
        **_switches(stated["switches"]),
    }
    return {key: value for key, value in wanted.items() if value}


def _switches(stated: Sequence[str]) -> dict[str, str]:
    """The switches by key, from texts like `criss cross=bar`."""
    results: dict[str, str] = {}
    for one in stated:
        key, equals, value = one.partition("=")
        if not equals or not value.strip():
            raise click.UsageError(
                say("“{one}” is not a switch; write KEY=VALUE, as --switch criss-cross=bar.", one=one)
            )
        results[key.strip()] = value.strip()
    return results


# Asks a question and returns what was typed; Enter alone returns the default.
Answer = Callable[[str, str], str]


class Question(NamedTuple):
    """One question: its key in the head of a night, its text, and the default for Enter."""

    key: str
    text: str
    usual: str = ""


def opened(book: Book, answer: Answer) -> VisibleNight:
    """The night that the answers open. If they are refused, the questions come again with the answers as defaults."""
    given: dict[str, str] = {}
    while True:
        given = answered(book, answer, given)
        stated = {key: value for key, value in given.items() if value}
        if "," not in given["bank"] and _bank_of_the_source(book, given["rulebook"]).banker_stack == "box":
            stated["bank"] += STACKS[True]
        try:
            return open_night(book, head_from(book, stated))
        except Exception as problem:  # noqa: BLE001 - what is no refusal is raised again.
            _shown_or_raised(problem)


def answered(book: Book, answer: Answer, before: Mapping[str, str]) -> dict[str, str]:
    """The head of the night by key; `before` holds earlier answers, which are the defaults."""
    given: dict[str, str] = dict(before)
    for question in questions(book):
        usual = given.get(question.key) or _by_answers(book, question.key, given, question.usual) or question.usual
        while True:
            value = " ".join(answer(question.text, usual).split())
            try:
                must_fit(book, question.key, value, given)
            except Exception as problem:  # noqa: BLE001 - what is no refusal is raised again.
                _shown_or_raised(problem)
            else:
                given[question.key] = value
                break
    return given


def questions(book: Book) -> tuple[Question, ...]:
    """All questions, with this book's defaults."""
    club = club_called(book)
    before = usual_opening(book, club.id) if club else None
    usual = usual_head(book)
    limit = limit_stated(usual.rules.limit)
    without = say("none: no limit") if limit else say("Enter: those of each game")
    all_of_them = (
        *([] if club else [Question("club", say("What is your club called"), usual_club(book))]),
        Question("night", say("What is the night called"), called_tonight(book, before)),
        Question(
            "players", say("Who sits down, in seat order (Anna, Bo, Carl)"), ", ".join(before.players) if before else ""
        ),
        Question("bank", say("Who keeps the bank"), before.bank if before else ""),
        Question(
            "rulebook",
            say("Which rulebook ({book_names})", book_names=", ".join(map(of_head_in_own_words, HOUSE_BOOKS))),
            of_head_in_own_words(usual_rulebook(book, usual_club(book))),
        ),
        Question("limit", say("The limits of a bet, such as 1-5 ({without})", without=without), limit),
        Question(
            "money", say("What is a chip worth"), amount_text(usual.unit, usual.currency.exponent, usual.currency.code)
        ),
        Question("loan", say("Chips on credit for everyone"), str(usual.rules.initial_loan)),
        Question("zone", say("The time zone of the table"), book.zone),
    )
    return tuple(question for question in all_of_them if question.key in KEYS)


def at_the_keyboard(text: str, usual: str) -> str:
    """The answer typed at the terminal."""
    typed: str = click.prompt(text, default=usual, show_default=bool(usual))
    return typed


def _by_answers(book: Book, key: str, given: Mapping[str, str], usual: str) -> str:
    """The default that follows from earlier answers: the first player keeps the bank, which lends what its source says."""
    if key == "bank":
        players = [name.strip() for name in given["players"].split(",")]
        # Whoever had it last, if they are here.
        return "" if compared(usual) in map(compared, players) else players[0]
    loan = _bank_of_the_source(book, given["rulebook"]).initial_loan if key == "loan" else 0
    return str(loan) if loan else ""


def _shown_or_raised(problem: Exception) -> None:
    """Prints what is wrong with an answer; raises again if no other answer could help."""
    failure = failures.failure_of(problem)
    if failure is None or failure.exit_code != REFUSED:
        raise problem
    failures.tell(failure, as_json=False)


@commands.command()
@commands.argument("file")
@commands.word("--night-id ID", "The id of the night; without it, one is made from date and content.")
@json_option
@with_new_book
def replay(book: Book, *, file: str, night_id: str, as_json: bool) -> None:
    """Record FILE.night in the book, all or nothing; - reads the pipe.

    The same file is the same night and is not recorded twice.
    """
    text = read_text(file)
    with progress(say("Replaying")) as tick:
        view = play(book, text, file=say("the pipe") if file == "-" else file, night_id=night_id, tick=tick)
    finish(book)
    view = see(book, view.night_id, sees_cards=as_json)
    now = where_it_stands(book, view)
    if as_json:
        render.as_json(now)
        return
    night_screens.played(now, waits_for(view))
    render.line(
        say("Recorded in {place}. Next: `chipbook report -n {night}`.", place=book.database.place, night=now.night),
        "bold",
    )


@commands.command()
@commands.option("--at", required=True, metavar="WHEN", help='Day and time on the table\'s clock: "2026-12-04 19:30".')
@commands.word("--place TEXT", "Where you play.")
@commands.word("--name TEXT", "What the entry is called.  [the name of the club]")
@commands.option("--hours", default=5, show_default=True, type=click.IntRange(1, 48), help="How long it lasts.")
@club_option
@output_option
@json_option
@with_book
def invite(book: Book, *, at: str, place: str, name: str, hours: int, club: str, output: str, as_json: bool) -> None:
    """Write the next night of a club as a calendar entry (iCal) to send round; nothing is recorded.

    Written again to the same file with another time or place, it moves the entry that everybody has.
    """
    earlier = read_bytes(output, INVITATION_MAX) if output and Path(output).is_file() else b""
    made = invitation(book, at, place=place, title=name, hours=hours, club=club, earlier=earlier)
    if output or not as_json:
        put(output, made)
    if as_json:
        render.as_json({"file": output, "changed": made != earlier, "calendar": made.decode()})
    elif output:
        render.aside(
            say("Written to {output}.", output=output)
            if made != earlier
            else say("{output} says so already.", output=output)
        )
