"""`chipbook export`: a whole night as lines of JSON, for another book or a safe place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import render
from cli.options import json_option, night_argument, output_option, with_book, write_text

if TYPE_CHECKING:
    from cli.backend import Book


@click.command()
@night_argument
@output_option
@json_option
@with_book
def export(book: Book, *, night: str, output: str, as_json: bool) -> None:
    """Write a night with its chain, one event a line (NDJSON); `chipbook import night` reads it.

    The lines are JSON with or without --json.
    """
    from cli.backend.importing import export_night

    night_id = book.find_id(night)
    text = export_night(book, night_id)
    if not output:
        render.raw(text)
        return
    write_text(output, text)
    if as_json:
        render.as_json({"night": night_id, "file": output, "events": text.count("\n") - 1})
    else:
        render.aside(f"{night_id} is written to {output}.")
