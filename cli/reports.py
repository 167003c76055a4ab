"""`chipbook report` and `standings`: a night from its first chip to its last payment, and who won and lost over many."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from cli import commands, render
from cli.book import with_book
from cli.completion import known_games, known_players
from cli.errors import WRONG_USAGE, CliError
from cli.options import (
    club_option,
    json_option,
    language_option,
    no_file,
    of_a_night,
    output_option,
    put,
    put_into_folder,
)
from cli.terminal import progress
from engine.speech import say, to_say
from service.app.book import Book
from service.app.looking_back import report as reports
from service.app.looking_back import standings as season
from service.app.looking_back.receipts import head_with_code, signed_head
from service.app.looking_back.standings import Question
from service.app.people import club_named, member_called
from service.app.seeing import find_id, see_proven
from service.language.shorthand.head import read_date
from service.reports.forms import to_json
from service.reports.views.club import ClubView

# The forms that also come for one player, or for their season.
OF_A_PLAYER = ("text", "json", "pdf")
OF_A_SEASON = ("text", "json")
LINES_MAX = 500


def one_form(forms: Mapping[str, bool]) -> str:
    """The form that is asked for, text if none is. Refuses two."""
    wanted = [form for form, is_wanted in forms.items() if is_wanted]
    if len(wanted) > 1:
        sentence = say("--{one} and --{other} write different files; give one of them.", one=wanted[0], other=wanted[1])
        raise CliError("two_formats", sentence, WRONG_USAGE)
    return wanted[0] if wanted else "text"


@commands.command()
@of_a_night
@json_option
@commands.flag("--html", "One self-contained page to read, send and print.")
@commands.flag("--pdf", "Pages of A4 to send and print, the result on the first.")
@commands.flag("--png", "A picture of the standings for the group chat.")
@commands.flag("--xlsx", "A spreadsheet whose sums and results are formulas.")
@commands.flag("--csv", "Tables for a spreadsheet, into the folder of -o.")
@output_option
@commands.flag("--signed", "With the text: the signed head as a line and a QR code. The page has it anyway.")
@commands.word("--player NAME", "Only this player's account.", known_players)
@language_option
@with_book
def report(book: Book, *, night: str, as_json: bool, output: str, signed: bool, player: str, **forms: bool) -> None:
    """The report of a night; without NIGHT, of the newest."""
    form = one_form({"json": as_json, **forms})
    if signed and (form != "text" or player):
        raise CliError(
            "text_only", say("--signed is for the text of the whole night; a page of HTML has the code anyway."), 2
        )
    if player and form not in OF_A_PLAYER:
        raise CliError(
            "whole_night_only",
            say("One player's account comes as text, JSON or PDF; --{form} is of the whole night.", form=form),
            2,
        )
    night_id = find_id(book, night)
    if form == "csv":
        with progress(say("Writing the tables")):
            files = reports.tables_for(see_proven(book, night_id))
        _show_files(output, put_into_folder(output, files))
        return
    doing, made = FORMS[form]
    with progress(say(doing)):
        content = made(book, night_id, player)
        content += head_with_code(signed_head(book, night_id)).encode() if signed else b""
    if put(output, content, form):
        render.aside(say("Written to {output}.", output=output))


def _show_files(folder: str, written: Sequence[str]) -> None:
    names = ", ".join(Path(path).name for path in written)
    render.aside(say("Written to {folder}: {files}.", folder=folder, files=names))


def _text(book: Book, night_id: str, player: str) -> bytes:
    night_report = reports.report(book, night_id)
    return (reports.account_as_text(night_report, player) if player else reports.as_text(night_report)).encode()


def _json(book: Book, night_id: str, player: str) -> bytes:
    night_report = reports.report(book, night_id)
    return to_json(reports.account_of(night_report, player) if player else night_report)


def _pdf(book: Book, night_id: str, player: str) -> bytes:
    return reports.account_as_pdf(book, night_id, player) if player else reports.night_as_pdf(book, night_id)


# What each form is made by, and what is said meanwhile.
WRITING = to_say("Writing the report")
FORMS: Mapping[str, tuple[str, Callable[[Book, str, str], bytes]]] = {
    "text": (WRITING, _text),
    "json": (WRITING, _json),
    "html": (WRITING, lambda book, night_id, _: reports.as_html(book, night_id).encode()),
    "pdf": (to_say("Setting the pages"), _pdf),
    "png": (to_say("Drawing the picture"), lambda book, night_id, _: reports.standings_as_png(book, night_id)),
    "xlsx": (
        to_say("Writing the spreadsheet"),
        lambda book, night_id, _: reports.workbook_for(see_proven(book, night_id)),
    ),
}


@commands.command()
@commands.argument("player", metavar="[PLAYER]", default="", required=False, shell_complete=known_players)
@club_option
@commands.word("--from DAY", "Only nights from this day on, such as 2026-01-01.", to="since")
@commands.word("--to DAY", "Only nights up to this day.", to="until")
@commands.word("--rulebook NAME", "Only hands of this rulebook's games.")
@commands.word("--game NAME", "Only hands of this game.", known_games)
@commands.option(
    "--most", "limit", default=100, show_default=True, type=click.IntRange(1, LINES_MAX), help="How many lines at most."
)
@json_option
@commands.flag("--html", "One self-contained page to read, send and print.")
@commands.flag("--pdf", "A4 pages to print and send, the table and the chart first.")
@commands.flag("--csv", "The table for a spreadsheet.")
@commands.flag("--publish", "Page and table to be put online, into the folder of -o.")
@output_option
@language_option
@with_book
def standings(
    book: Book,
    *,
    player: str,
    club: str,
    as_json: bool,
    html: bool,
    pdf: bool,
    csv: bool,
    publish: bool,
    output: str,
    **asked: Any,
) -> None:
    """Who won and lost over the nights of a club, in every currency it played for; with PLAYER, that player's season.

    A night counts once it is closed and its gap is resolved. Nobody who opted out is named (`chipbook players opt-out`),
    but in their own season.
    """
    forms = {"json": as_json, "html": html, "pdf": pdf, "csv": csv, "publish": publish}
    form = one_form(forms)
    no_file(player)
    if player and form not in OF_A_SEASON:
        raise CliError(
            "whole_club_only", say("One player's season comes as text or JSON; pages and tables are of the club."), 2
        )
    days = {name: read_date(asked[name]) or asked[name] for name in ("since", "until")}
    question = Question(**{**asked, **days})
    listed = club_named(book, club)
    if form == "publish":
        with progress(say("Adding up the nights")):
            files = {
                "index.html": _added_up(book, listed, "", question, "html"),
                "standings.csv": _added_up(book, listed, "", question, "csv"),
            }
        _show_files(output, put_into_folder(output, files))
        return
    with progress(say("Adding up the nights")):
        written = _added_up(book, listed, player, question, form)
    if put(output, written, form):
        render.aside(say("Written to {output}.", output=output))


def _added_up(book: Book, listed: ClubView, player: str, question: Question, form: str) -> bytes:
    """The standings of the club, or one player's season, in this form."""
    width = render.asked_width() or render.WIDE
    if player:
        called = member_called(book, listed, player)
        if form == "json":
            return to_json(season.player_season(book, listed.id, called, question))
        return season.own_as_text(book, listed.id, called, question, width).encode()
    match form:
        case "pdf":
            return season.standings_as_pdf(book, listed.id, question)
        case "html":
            return season.as_html(book, listed.id, question).encode()
        case "csv":
            return season.as_csv(book, listed.id, question)
        case "json":
            return to_json(season.standings(book, listed.id, question))
        case _:
            return season.standings_as_text(book, listed.id, question, width).encode()
