"""`chipbook report`: a night from its first chip to its last payment."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli import render
from cli.errors import CliError
from cli.options import json_option, night_argument, output_option, with_book, write_bytes, write_text
from cli.progress import progress

if TYPE_CHECKING:
    from service.app.book import Book


@click.command()
@night_argument
@click.option("--text", "as_text", is_flag=True, help="Plain text (the default).")
@json_option
@click.option("--html", "as_html", is_flag=True, help="One self-contained page to read, send and print.")
@click.option("--csv", "folder", default="", metavar="FOLDER", help="Tables for a spreadsheet, into this folder.")
@output_option
@click.option("--player", default="", metavar="NAME", help="Only this player's account.")
@with_book
def report(
    book: Book, *, night: str, as_text: bool, as_json: bool, as_html: bool, folder: str, output: str, player: str
) -> None:
    """The report of a night; without NIGHT, of the newest."""
    if as_text + as_json + as_html + bool(folder) > 1:
        raise CliError("two_formats", "A report is text, JSON, HTML or CSV; choose one.", 2)
    if player and (as_html or folder):
        raise CliError(
            "whole_night_only", "One player's account comes as text or JSON; HTML and CSV are of the whole night.", 2
        )
    from service.app.finding import find_id

    night_id = find_id(book, night)
    if folder:
        _tables(book, night_id, folder, output=output)
        return
    with progress("Writing the report"):
        text = _written(book, night_id, player=player, as_json=as_json, as_html=as_html)
    if not output:
        (render.as_it_stands(text.encode()) if as_json else render.raw(text))
        return
    write_text(output, text)
    render.aside(f"Written to {output}.")


def _written(book: Book, night_id: str, *, player: str, as_json: bool, as_html: bool) -> str:
    from service.app import report as reports
    from service.encoding import to_json

    if as_html:
        from service.app.report_page import as_html as page

        return page(book, night_id)
    told = reports.report(book, night_id)
    if as_json:
        return to_json(reports.account_of(told, player) if player else told).decode()
    return reports.account_as_text(told, player) if player else reports.as_text(told)


def _tables(book: Book, night_id: str, folder: str, *, output: str) -> None:
    from service.app.report_tables import as_tables

    if output:
        raise CliError("two_outputs", "--csv names the folder of the tables; -o is for the other formats.", 2)
    with progress("Writing the tables"):
        files = as_tables(book, night_id)
    where = Path(folder).expanduser()
    try:
        where.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        sentence = f"The tables cannot be written to {folder}: {problem.strerror or problem}; name another folder."
        raise CliError("folder_not_writable", sentence, details={"folder": folder}) from problem
    for name, content in files.items():
        write_bytes(str(where / name), content)
    render.aside(f"Written to {folder}: {', '.join(files)}.")
