"""`chipbook report` and `standings`: a night from its first chip to its last payment, and who won and lost over many."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from cli import render
from cli.book import with_book
from cli.errors import CliError
from cli.options import (
    club_option,
    json_option,
    language_option,
    night_argument,
    output_option,
    write_bytes,
    write_text,
)
from cli.terminal import progress
from engine.speech import say, to_say
from service.app import report as reports
from service.app import standings as season
from service.app.book import Book
from service.app.club import member_called
from service.app.looking_back.receipts import head_drawn, signed_head
from service.app.people import club_named
from service.app.seeing import find_id, see_proven
from service.app.standings import Question
from service.reports.encoding import to_json
from service.reports.views.club import ClubView

# Those that also come for one player.
OF_A_PLAYER = {"pdf"}
TABLES_UNWRITTEN = to_say("The tables cannot be written to {folder}: {strerror}; name another folder.")
STANDINGS_UNWRITTEN = to_say("The standings cannot be written to {folder}: {strerror}; name another folder.")
LINES_MAX = 500


@click.command()
@night_argument
@click.option("--text", "as_text", is_flag=True, help="Plain text (the default).")
@json_option
@click.option("--html", "as_html", is_flag=True, help="One self-contained page to read, send and print.")
@click.option("--pdf", default="", metavar="FILE", help="Pages of A4 to send and print, the result on the first.")
@click.option("--png", default="", metavar="FILE", help="A picture of the standings for the group chat.")
@click.option("--xlsx", default="", metavar="FILE", help="A workbook whose sums and results are formulas.")
@click.option("--csv", default="", metavar="FOLDER", help="Tables for a spreadsheet, into this folder.")
@output_option
@click.option(
    "--qr", is_flag=True, help="With the text: the signed head as a line and a QR code. The page has it anyway."
)
@click.option("--player", default="", metavar="NAME", help="Only this player's account.")
@language_option
@with_book
def report(
    book: Book,
    *,
    night: str,
    as_text: bool,
    as_json: bool,
    as_html: bool,
    output: str,
    qr: bool,
    player: str,
    **placed: str,
) -> None:
    """The report of a night; without NIGHT, of the newest."""
    wanted = [kind for kind, place in placed.items() if place]
    if as_text + as_json + as_html + len(wanted) > 1:
        raise CliError("two_formats", say("A report is text, JSON, HTML, PDF, PNG, XLSX or CSV; choose one."), 2)
    if qr and (as_json or as_html or wanted or player):
        raise CliError(
            "text_only", say("--qr is for the text of the whole night; a page of HTML has the code anyway."), 2
        )
    if player and (as_html or set(wanted) - OF_A_PLAYER):
        raise CliError(
            "whole_night_only",
            say("One player's account comes as text, JSON or PDF; HTML, PNG, XLSX and CSV are of the whole night."),
            2,
        )
    if output and wanted:
        where = (
            to_say("--{option} names a folder of its own; -o is for text, JSON and HTML.")
            if wanted[0] == "csv"
            else to_say("--{option} names a file of its own; -o is for text, JSON and HTML.")
        )
        raise CliError("two_outputs", say(where, option=wanted[0]), 2)
    night_id = find_id(book, night)
    if wanted:
        kind = wanted[0]
        if kind == "csv":
            with progress(say("Writing the tables")):
                files = reports.tables_for(see_proven(book, night_id))
            _write_folder(placed[kind], files, TABLES_UNWRITTEN)
        else:
            doing, made = FORMS[kind]
            with progress(say(doing)):
                content = made(book, night_id, player)
            write_bytes(str(Path(placed[kind]).expanduser()), content)
            render.aside(say("Written to {file}.", file=placed[kind]))
        return
    with progress(say("Writing the report")):
        text = _written(book, night_id, player=player, as_json=as_json, as_html=as_html)
        text += head_drawn(signed_head(book, night_id)) if qr else ""
    if not output:
        (render.as_it_stands(text.encode()) if as_json else render.raw(text))
        return
    write_text(output, text)
    render.aside(say("Written to {output}.", output=output))


def _written(book: Book, night_id: str, *, player: str, as_json: bool, as_html: bool) -> str:
    if as_html:
        return reports.as_html(book, night_id)
    night_report = reports.report(book, night_id)
    if as_json:
        return to_json(reports.account_of(night_report, player) if player else night_report).decode()
    return reports.account_as_text(night_report, player) if player else reports.as_text(night_report)


def _pdf(book: Book, night_id: str, player: str) -> bytes:
    return reports.account_as_pdf(book, night_id, player) if player else reports.night_as_pdf(book, night_id)


# What a file of each kind is made by, and what is said meanwhile.
FORMS: Mapping[str, tuple[str, Callable[[Book, str, str], bytes]]] = {
    "pdf": (to_say("Setting the pages"), _pdf),
    "png": (to_say("Drawing the picture"), lambda book, night_id, _: reports.standings_as_png(book, night_id)),
    "xlsx": (
        to_say("Writing the workbook"),
        lambda book, night_id, _: reports.workbook_for(see_proven(book, night_id)),
    ),
}


def _write_folder(folder: str, files: Mapping[str, bytes], unwritten: str) -> None:
    """Writes each file into the folder, which is made; `unwritten` is the sentence if that cannot be done."""
    where = Path(folder).expanduser()
    try:
        where.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        sentence = say(unwritten, folder=folder, strerror=problem.strerror or problem)
        raise CliError("folder_not_writable", sentence, details={"folder": folder}) from problem
    for name, content in files.items():
        write_bytes(str(where / name), content)
    render.aside(say("Written to {folder}: {files}.", folder=folder, files=", ".join(files)))


@click.command()
@click.argument("given", metavar="[PLAYER]", default="", required=False)
@click.option("--player", default="", metavar="NAME", help="The same as PLAYER.")
@club_option
@click.option("--from", "since", default="", metavar="DAY", help="Only nights from this day on, such as 2026-01-01.")
@click.option("--to", "until", default="", metavar="DAY", help="Only nights up to this day.")
@click.option("--rulebook", default="", metavar="NAME", help="Only hands of this rulebook's games.")
@click.option("--game", default="", metavar="NAME", help="Only hands of this game.")
@click.option(
    "--limit", default=100, show_default=True, type=click.IntRange(1, LINES_MAX), help="How many lines at most."
)
@json_option
@click.option("--html", "as_html", is_flag=True, help="One self-contained page to read, send and print.")
@click.option("--pdf", default="", metavar="FILE", help="A4 pages to print and send, the table and the chart first.")
@click.option("--csv", "as_csv", is_flag=True, help="The table for a spreadsheet.")
@click.option(
    "--publish", "folder", default="", metavar="FOLDER", help="Page and table into a folder, to be put online."
)
@output_option
@language_option
@with_book
def standings(
    book: Book,
    *,
    given: str,
    player: str,
    club: str,
    as_json: bool,
    as_html: bool,
    pdf: str,
    as_csv: bool,
    folder: str,
    output: str,
    **asked: Any,
) -> None:
    """Who won and lost over the nights of a club, in every currency it played for; with PLAYER, that player's season.

    A night counts once it is closed and its gap is resolved. Nobody who opted out is named (`chipbook players opt-out`),
    but in their own season.
    """
    if as_json + as_html + as_csv + bool(pdf) + bool(folder) > 1:
        raise CliError("two_formats", say("Standings are text, JSON, HTML, PDF, CSV or published; choose one."), 2)
    if pdf and output:
        raise CliError("two_outputs", say("--pdf names the file; -o is for the other formats."), 2)
    if given and player:
        raise click.UsageError(
            say("You named two players, {given} and {player}; name one.", given=given, player=player)
        )
    if (given or player) and (as_html or pdf or as_csv or folder):
        raise CliError(
            "whole_club_only", say("One player's season comes as text or JSON; pages and tables are of the club."), 2
        )
    if folder and output:
        raise CliError("two_outputs", say("--publish names the folder; -o is for the other formats."), 2)
    question = Question(**asked)
    listed = club_named(book, club)
    if folder:
        with progress(say("Adding up the nights")):
            files = {
                "index.html": _added_up(book, listed, "", question, "html"),
                "standings.csv": _added_up(book, listed, "", question, "csv"),
            }
        _write_folder(folder, files, STANDINGS_UNWRITTEN)
        return
    with progress(say("Adding up the nights")):
        form = "pdf" if pdf else "html" if as_html else "csv" if as_csv else "json" if as_json else "text"
        written = _added_up(book, listed, given or player, question, form)
    if file := output or pdf:
        write_bytes(str(Path(file).expanduser()), written)
        render.aside(say("Written to {file}.", file=file))
    elif as_json:
        render.as_it_stands(written)
    else:
        render.raw(written.decode("utf-8-sig" if as_csv else "utf-8"))


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
