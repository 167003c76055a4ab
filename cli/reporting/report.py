"""`chipbook report`: a night from its first chip to its last payment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli import render
from cli.errors import CliError
from cli.options import json_option, language_option, night_argument, output_option, with_book, write_bytes, write_text
from cli.progress import progress
from engine.speech import say, to_say

if TYPE_CHECKING:
    from service.app.book import Book

# Those that also come for one player.
OF_A_PLAYER = {"pdf"}


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
    from service.app.seeing import find_id

    night_id = find_id(book, night)
    for kind in wanted:
        WRITERS[kind](book, night_id, placed[kind], player)
        return
    with progress(say("Writing the report")):
        text = _written(book, night_id, player=player, as_json=as_json, as_html=as_html)
        text += _signed(book, night_id) if qr else ""
    if not output:
        (render.as_it_stands(text.encode()) if as_json else render.raw(text))
        return
    write_text(output, text)
    render.aside(say("Written to {output}.", output=output))


def _written(book: Book, night_id: str, *, player: str, as_json: bool, as_html: bool) -> str:
    from service.app import report as reports
    from service.reports.encoding import to_json

    if as_html:
        from service.app.report import as_html as page

        return page(book, night_id)
    told = reports.report(book, night_id)
    if as_json:
        return to_json(reports.account_of(told, player) if player else told).decode()
    return reports.account_as_text(told, player) if player else reports.as_text(told)


def _signed(book: Book, night_id: str) -> str:
    from service.app.looking_back.receipts import head_drawn, signed_head

    return head_drawn(signed_head(book, night_id))


def _pdf(book: Book, night_id: str, file: str, player: str) -> None:
    with progress(say("Setting the pages")):
        from service.app.report import account_as_pdf, night_as_pdf

        made = account_as_pdf(book, night_id, player) if player else night_as_pdf(book, night_id)
    _keep(file, made)


def _png(book: Book, night_id: str, file: str, player: str) -> None:
    with progress(say("Drawing the picture")):
        from service.app.report import standings_as_png

        made = standings_as_png(book, night_id)
    _keep(file, made)


def _xlsx(book: Book, night_id: str, file: str, player: str) -> None:
    with progress(say("Writing the workbook")):
        from service.app.report import as_workbook

        made = as_workbook(book, night_id)
    _keep(file, made)


def _keep(file: str, made: bytes) -> None:
    write_bytes(str(Path(file).expanduser()), made)
    render.aside(say("Written to {file}.", file=file))


def _tables(book: Book, night_id: str, folder: str, player: str) -> None:
    from service.app.report import as_tables

    with progress(say("Writing the tables")):
        files = as_tables(book, night_id)
    where = Path(folder).expanduser()
    try:
        where.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        sentence = say(
            "The tables cannot be written to {folder}: {strerror}; name another folder.",
            folder=folder,
            strerror=problem.strerror or problem,
        )
        raise CliError("folder_not_writable", sentence, details={"folder": folder}) from problem
    for name, content in files.items():
        write_bytes(str(where / name), content)
    render.aside(say("Written to {folder}: {files}.", folder=folder, files=", ".join(files)))


WRITERS: Mapping[str, Callable[[Book, str, str, str], None]] = {
    "csv": _tables,
    "pdf": _pdf,
    "png": _png,
    "xlsx": _xlsx,
}
