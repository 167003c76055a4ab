"""`chipbook export`: a night or a club as lines of JSON, and in the forms of spreadsheets, trackers and other programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import msgspec

from cli import commands, render
from cli.book import warn, with_book
from cli.completion import known_clubs
from cli.options import json_option, of_a_night, output_option, put
from engine.grammar import counted
from engine.speech import say, to_say
from service.app.book import Book
from service.app.exchange.exports import (
    Form,
    club_lines,
    debts_as,
    histories_of,
    ledger_of_night,
    night_lines,
    results_of,
)
from service.app.looking_back.report import beancount_for
from service.app.people import club_named
from service.app.seeing import faults, find_id, see_proven


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is to be written: of a night or a club, and into which file, if any."""

    night: str
    club: str
    hands: tuple[int, ...]
    seen: bool
    currency: str
    output: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """What an export comes to: its content, what a program is told of it, and the sentence once it is written to {output}.

    `remarks` are told beside it. `damage`: what is wrong with the record that is written all the same.
    """

    content: bytes
    data: Mapping[str, object]
    sentence: str
    remarks: Sequence[str] = ()
    damage: Sequence[str] = ()


def _whole_night(book: Book, asked: Wanted) -> Made:
    night = find_id(book, asked.night)
    damage = faults(book, night)
    warn(night, damage)
    text = "".join(night_lines(book, night))
    data = {"night": night, "events": text.count("\n") - 1, "damage": damage}
    sentence = say("{night_id} is written to {output}.", night_id=night, output=asked.output)
    return Made(content=text.encode(), data=data, sentence=sentence, damage=damage)


def _whole_club(book: Book, asked: Wanted) -> Made:
    listed = club_named(book, asked.club)
    text = "".join(club_lines(book, listed.id))
    data = {"club": listed.id, "events": text.count("\n") - 1}
    sentence = say("{name} is written to {output}.", name=listed.name, output=asked.output)
    return Made(content=text.encode(), data=data, sentence=sentence)


def _histories(book: Book, asked: Wanted) -> Made:
    view = see_proven(book, find_id(book, asked.night), sees_cards=not asked.seen)
    written = histories_of(view, numbers=asked.hands)
    remarks = [
        say("Hand {number}, {game}, is left out: {because}.", number=one.number, game=one.game, because=one.because)
        for one in written.left_out
    ]
    sentence = say(
        "{hands} of {night} written to {output}.",
        hands=counted(written.hands, "hand"),
        night=written.night,
        output=asked.output,
    )
    data = {field: getattr(written, field) for field in written.__struct_fields__ if field != "text"}
    return Made(content=written.text.encode(), data=data, sentence=sentence, remarks=remarks)


def _beancount(book: Book, asked: Wanted) -> Made:
    night = find_id(book, asked.night)
    text = beancount_for(see_proven(book, night))
    sentence = say("{night_id} is written to {output}.", night_id=night, output=asked.output)
    return Made(content=text.encode(), data={"night": night}, sentence=sentence)


def _pokernow(book: Book, asked: Wanted) -> Made:
    if asked.club:
        text = results_of(book, asked.club, currency=asked.currency).as_ledger()
    else:
        text = ledger_of_night(book, find_id(book, asked.night))
    sentence = say("The ledger is written to {output}.", output=asked.output)
    return Made(content=text.encode(), data={}, sentence=sentence)


def _results(book: Book, asked: Wanted) -> Made:
    ending = _ending(asked, "csv", "xlsx")
    result = results_of(book, asked.club, currency=asked.currency)
    written = result.written
    template = (
        to_say("{nights} of {club} written to {file}; {open} not closed yet left out.")
        if written.still_open
        else to_say("{nights} of {club} written to {file}.")
    )
    sentence = say(
        template,
        nights=counted(written.nights, "night"),
        club=written.club,
        file=asked.output,
        open=counted(written.still_open, "night"),
    )
    content = result.as_workbook() if ending == "xlsx" else result.as_csv()
    return Made(content=content, data=msgspec.structs.asdict(written), sentence=sentence)


def _splitwise(book: Book, asked: Wanted) -> Made:
    _ending(asked, "csv")
    return _debts(*debts_as(book, "splitwise", asked.club), asked)


def _ihatemoney(book: Book, asked: Wanted) -> Made:
    form: Form = "ihatemoney-json" if _ending(asked, "csv", "json") == "json" else "ihatemoney-csv"
    return _debts(*debts_as(book, form, asked.club), asked)


def _debts(text: str, count: int, asked: Wanted) -> Made:
    sentence = say("{count} written to {file}.", count=counted(count, "debt"), file=asked.output)
    return Made(content=text.encode(), data={"debts": count}, sentence=sentence)


def _ending(asked: Wanted, *known: str) -> str:
    """Which of these forms the name of the file says; the first where nothing is named."""
    ending = Path(asked.output).suffix.casefold().removeprefix(".") if asked.output else known[0]
    if ending not in known:
        wanted = (
            f".{known[0]}" if len(known) == 1 else say("{one} or {other}", one=f".{known[0]}", other=f".{known[1]}")
        )
        raise click.UsageError(
            say("{file} does not end with {wanted}; give it such a name.", file=asked.output, wanted=wanted)
        )
    return ending


# Each form by its option. Those of a club write one, and no night.
FORMS: Mapping[str, Callable[[Book, Wanted], Made]] = {
    "phh": _histories,
    "beancount": _beancount,
    "ledger": _pokernow,
    "results": _results,
    "splitwise": _splitwise,
    "ihatemoney": _ihatemoney,
}
# What a program finds the content under, if not under the name of its form.
NAMED = {"phh": "text"}
OF_A_NIGHT = ("phh", "beancount")
OF_A_CLUB = ("results", "splitwise", "ihatemoney")


@commands.command()
@of_a_night
@commands.word("--club NAME", "A whole club in place of a night: people, games and all its nights.", known_clubs)
@commands.flag("--phh", "The standard hands, as PHH for other programs.")
@commands.option("--hand", "hands", type=click.IntRange(min=1), multiple=True, metavar="N", help="Only this hand.")
@commands.flag("--seen", "Only the cards that the table saw; the others are ??.")
@commands.flag("--beancount", "A ledger that `bean-check` accepts.")
@commands.flag("--ledger", "A ledger of PokerNow, of a night or a whole --club.")
@commands.flag("--results", "The results of all nights of a club: CSV, or XLSX by the name of -o.")
@commands.flag("--splitwise", "What a club still owes, as CSV of Splitwise.")
@commands.flag("--ihatemoney", "The same as bills of ihatemoney: CSV, or JSON by the name of -o.")
@commands.word("--currency CODE", "With --results: only nights in this currency.")
@output_option
@json_option
@with_book
def export(book: Book, *, as_json: bool, **options: Any) -> None:
    """Write a night with its chain, one event a line (NDJSON); `chipbook import night` reads it.

    With --club, a whole club, which `chipbook import club` reads. With --phh, the standard hands of the night as
    hand histories; those that the format does not carry are left out and named. With --beancount, a ledger with an account
    for each player's chips, debts and money, and the balances they must come to. With --results, date, night, player, in,
    out and gap of every night of a club, which `chipbook import results` reads.

    The lines are JSON with or without --json. A night whose record was changed is written as it stands,
    as evidence: a warning comes first, the exit code is 3, and no book imports it.
    """
    chosen = [name for name, said in options.items() if said and name in FORMS]
    asked = Wanted(**{name: said for name, said in options.items() if name not in FORMS})
    _insist_on_one(asked, chosen)
    form = chosen[0] if chosen else ""
    if (asked.hands or asked.seen) and form != "phh":
        raise click.UsageError(say("--hand and --seen are for hand histories; add --phh."))
    made = (FORMS[form] if form else _whole_club if asked.club else _whole_night)(book, asked)
    if as_json and form and not asked.output:
        render.as_json({**made.data, NAMED.get(form, form): made.content.decode("utf-8-sig")})
    elif put(asked.output, made.content):
        if as_json:
            render.as_json({**made.data, "file": asked.output})
        else:
            render.aside(made.sentence)
    if not as_json:
        for remark in made.remarks:
            render.aside(remark)


def _insist_on_one(asked: Wanted, forms: Sequence[str]) -> None:
    """Refuses options of which each asks for something else."""
    if len(forms) > 1:
        raise click.UsageError(
            say("--{one} and --{other} write different files; give one of them.", one=forms[0], other=forms[1])
        )
    form = forms[0] if forms else ""
    if form in OF_A_CLUB and asked.night:
        raise click.UsageError(say("--{form} writes a whole club; give no night with it.", form=form))
    if asked.club and asked.night:
        raise click.UsageError(say("--club writes every night of the club; give no night with it."))
    if asked.club and form in OF_A_NIGHT:
        raise click.UsageError(say("--{form} writes one night; give no club with it.", form=form))
