"""`chipbook report`: a night from its first chip to its last payment."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import render
from cli.failures import Declined
from cli.options import json_option, night_argument, output_option, with_book, write_text

if TYPE_CHECKING:
    from cli.backend import Book


@click.command()
@night_argument
@click.option("--text", "as_text", is_flag=True, help="Plain text; this is what it prints anyhow.")
@json_option
@output_option
@click.option("--player", default="", metavar="NAME", help="Only this player's account.")
@with_book
def report(book: Book, *, night: str, as_text: bool, as_json: bool, output: str, player: str) -> None:
    """The report of a night; without NIGHT, of the newest."""
    from cli.backend.reporting import report_of

    if as_text and as_json:
        raise Declined("two_formats", "A report is text or JSON; choose one.", 2)
    text = report_of(book, book.find(night), player=player, as_json=as_json)
    if not output:
        render.raw(text)
        return
    write_text(output, text)
    render.aside(f"Written to {output}.")
