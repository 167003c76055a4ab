"""`chipbook replay`: records a `.night` file, all or nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import night_screens, render
from cli.options import json_option, read_text, with_book

if TYPE_CHECKING:
    from cli.backend import Book


@click.command()
@click.argument("file")
@click.option(
    "--night-id", default="", metavar="ID", help="The id of the night; without it, one is made from date and content."
)
@json_option
@with_book
def replay(book: Book, *, file: str, night_id: str, as_json: bool) -> None:
    """Record FILE.night in the book, all or nothing; - reads the pipe.

    The same file is the same night and is not recorded twice.
    """
    from cli.backend.replaying import replay as play

    now = play(book, read_text(file), file="the pipe" if file == "-" else file, night_id=night_id)
    if as_json:
        render.as_json(now)
        return
    night_screens.played(now)
    render.line(f"Recorded in {book.database.place}. Next: `chipbook report {now.night}`.", "bold")
