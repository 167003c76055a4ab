"""`chipbook export`: a night or a club as lines of JSON, and in the forms of spreadsheets, trackers and other programs."""

from __future__ import annotations

from collections.abc import Sequence

import click

from cli import render
from cli.book import with_book
from cli.errors import UNREADABLE
from cli.options import json_option, night_argument, output_option, write_bytes, write_text
from cli.screens.night_screens import damaged
from engine.grammar import counted
from engine.speech import say, to_say
from service.app.book import Book
from service.app.exchange.exports import (
    club_lines,
    debts_as,
    export_histories,
    ledger_of_night,
    night_lines,
    results_of,
)
from service.app.people import club_named
from service.app.report import beancount_for
from service.app.seeing import faults, find_id, see_proven


@click.command()
@night_argument
@click.option(
    "--club", default="", metavar="NAME", help="A whole club in place of a night: people, games and all its nights."
)
@click.option("--phh", "form", flag_value="phh", help="The standard hands, as PHH for other programs.")
@click.option("--hand", "hands", type=click.IntRange(min=1), multiple=True, metavar="N", help="Only this hand.")
@click.option("--seen", is_flag=True, help="Only the cards that the table saw; the others are ??.")
@click.option("--beancount", "form", flag_value="beancount", help="A ledger that `bean-check` accepts.")
@click.option("--ledger", "form", flag_value="ledger", help="A ledger of PokerNow, of a night or a whole --club.")
@click.option(
    "--results", default="", metavar="FILE", help="The results of all nights of a club: a .csv or .xlsx file."
)
@click.option("--splitwise", default="", metavar="FILE", help="What a club still owes, as CSV of Splitwise.")
@click.option("--ihatemoney", default="", metavar="FILE", help="The same as bills of ihatemoney: .csv or .json.")
@click.option("--currency", default="", metavar="CODE", help="With --results: only nights in this currency.")
@output_option
@json_option
@with_book
def export(
    book: Book,
    *,
    night: str,
    club: str,
    form: str | None,
    hands: tuple[int, ...],
    seen: bool,
    results: str,
    splitwise: str,
    ihatemoney: str,
    currency: str,
    output: str,
    as_json: bool,
) -> None:
    """Write a night with its chain, one event a line (NDJSON); `chipbook import night` reads it.

    With --club, a whole club, which `chipbook import club` reads. With --phh, the standard hands of the night as
    hand histories; those that the format does not carry are left out and named. With --beancount, a ledger with an account
    for each player's chips, debts and money, and the balances they must come to. With --results, date, night, player, in,
    out and gap of every night of a club, which `chipbook import results` reads.

    The lines are JSON with or without --json. A night whose record was changed is written as it stands,
    as evidence: a warning comes first, the exit code is 3, and no book imports it.
    """
    named = {"--results": results, "--splitwise": splitwise, "--ihatemoney": ihatemoney}
    files = [name for name, file in named.items() if file]
    _refuse_two_at_once(night, club, output, files, form)
    if (hands or seen) and form != "phh":
        raise click.UsageError(say("--hand and --seen are for hand histories; add --phh."))
    if files:
        _to_a_file(book, club, files[0], named[files[0]], currency, as_json=as_json)
    elif form == "phh":
        _histories(book, night, hands, seen=seen, output=output, as_json=as_json)
    elif form == "ledger":
        _pokernow(book, night, club, currency, output, as_json=as_json)
    elif form == "beancount":
        _ledger(book, find_id(book, night), output, as_json=as_json)
    elif club:
        _club(book, club, output, as_json=as_json)
    else:
        night_id = find_id(book, night)
        result = faults(book, night_id)
        if result:
            render.refusal(damaged(night_id, result))
        _night(night_id, "".join(night_lines(book, night_id)), output, result, as_json=as_json)


def _night(night_id: str, text: str, output: str, results: Sequence[str], *, as_json: bool) -> None:
    if not output:
        render.raw(text)
    else:
        write_text(output, text)
        if as_json:
            texts = {"night": night_id, "file": output, "events": text.count("\n") - 1, "damage": results}
            render.as_json(texts)
        else:
            render.aside(say("{night_id} is written to {output}.", night_id=night_id, output=output))
    if results:
        click.get_current_context().exit(UNREADABLE)


def _refuse_two_at_once(night: str, club: str, output: str, files: list[str], form: str | None) -> None:
    """Refuses options of which each asks for another file."""
    asked = [*files, *([f"--{form}"] if form else [])]
    if len(asked) > 1:
        raise click.UsageError(
            say("{one} and {other} write different files; give one of them.", one=asked[0], other=asked[1])
        )
    if files and (night or output):
        raise click.UsageError(
            say("{files} names its own file and writes a whole club; give neither a night nor -o.", files=files[0])
        )
    if club and night:
        raise click.UsageError(say("--club writes every night of the club; give no night with it."))
    if club and form and form != "ledger":
        raise click.UsageError(say("--{form} writes one night; give no club with it.", form=form))


def _to_a_file(book: Book, club: str, what: str, file: str, currency: str, *, as_json: bool) -> None:
    """Writes what the option says."""
    if what == "--results":
        _results(book, club, file, currency, as_json=as_json)
    else:
        _debts(book, club, file, splitwise=what == "--splitwise", as_json=as_json)


def _club(book: Book, club: str, output: str, *, as_json: bool) -> None:
    found = club_named(book, club)
    text = "".join(club_lines(book, found.id))
    if not output:
        render.raw(text)
        return
    write_text(output, text)
    texts = {"club": found.id, "file": output, "events": text.count("\n") - 1}
    render.as_json(texts) if as_json else render.aside(
        say("{name} is written to {output}.", name=found.name, output=output)
    )


def _debts(book: Book, club: str, file: str, *, splitwise: bool, as_json: bool) -> None:
    as_list = file.casefold().endswith(".json")
    if not (file.casefold().endswith(".csv") or (as_list and not splitwise)):
        wanted = ".csv" if splitwise else say("{one} or {other}", one=".csv", other=".json")
        raise click.UsageError(say("{file} does not end with {wanted}; give it such a name.", file=file, wanted=wanted))
    text, count = debts_as(book, "splitwise" if splitwise else "ihatemoney-json" if as_list else "ihatemoney-csv", club)
    write_text(file, text)
    render.as_json({"file": file, "debts": count}) if as_json else render.aside(
        say("{count} written to {file}.", count=counted(count, "debt"), file=file)
    )


def _ledger(book: Book, night_id: str, output: str, *, as_json: bool) -> None:
    text = beancount_for(see_proven(book, night_id))
    if not output:
        render.answer({"night": night_id, "beancount": text}, lambda: render.raw(text), for_programs=as_json)
        return
    write_text(output, text)
    render.answer(
        {"night": night_id, "file": output},
        lambda: render.aside(say("{night_id} is written to {output}.", night_id=night_id, output=output)),
        for_programs=as_json,
    )


def _results(book: Book, club: str, file: str, currency: str, *, as_json: bool) -> None:
    if not file.casefold().endswith((".csv", ".xlsx")):
        raise click.UsageError(
            say("{file} ends with neither .csv nor .xlsx; the end of its name says what is written.", file=file)
        )
    result = results_of(book, club, currency=currency)
    write_bytes(file, result.as_workbook() if file.casefold().endswith(".xlsx") else result.as_csv())
    written = result.written
    if as_json:
        render.as_json(written)
        return
    template = (
        to_say("{nights} of {club} written to {file}; {open} not closed yet left out.")
        if written.still_open
        else to_say("{nights} of {club} written to {file}.")
    )
    render.aside(
        say(
            template,
            nights=counted(written.nights, "night"),
            club=written.club,
            file=file,
            open=counted(written.still_open, "night"),
        )
    )


def _pokernow(book: Book, night: str, club: str, currency: str, output: str, *, as_json: bool) -> None:
    text = (
        results_of(book, club, currency=currency).as_ledger() if club else ledger_of_night(book, find_id(book, night))
    )
    if output:
        write_text(output, text)
    if as_json:
        render.as_json({"file": output} if output else {"ledger": text})
    elif not output:
        render.raw(text)
    else:
        render.aside(say("The ledger is written to {output}.", output=output))


def _histories(
    book: Book,
    night: str,
    hands: tuple[int, ...],
    *,
    seen: bool,
    output: str,
    as_json: bool,
) -> None:
    written = export_histories(book, find_id(book, night), numbers=hands, is_banker=not seen)
    if output:
        write_text(output, written.text)
    if as_json:
        render.as_json(written)
        return
    if not output:
        render.raw(written.text)
    for one in written.left_out:
        render.aside(
            say("Hand {number}, {game}, is left out: {because}.", number=one.number, game=one.game, because=one.because)
        )
    if output:
        render.aside(
            say(
                "{hands} of {night} written to {output}.",
                hands=counted(written.hands, "hand"),
                night=written.night,
                output=output,
            )
        )
