"""`chipbook export`: a whole night as lines of JSON, for another book or a backup."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import render
from cli.errors import UNREADABLE
from cli.options import json_option, night_argument, output_option, with_book, write_text
from cli.result_screens import damaged

if TYPE_CHECKING:
    from cli.backend import Book


@click.command()
@night_argument
@output_option
@json_option
@with_book
def export(book: Book, *, night: str, output: str, as_json: bool) -> None:
    """Write a night with its chain, one event a line (NDJSON); `chipbook import night` reads it.

    The lines are JSON with or without --json. A night whose record was changed is written as it stands,
    as evidence: a warning comes first, the exit code is 3, and no book imports it.
    """
    from cli.backend.importing import export_night

    night_id = book.find_id(night)
    found = book.damage(night_id)
    if found:
        render.refusal(damaged(night_id, found))
    text = export_night(book, night_id)
    if not output:
        render.raw(text)
    else:
        write_text(output, text)
        if as_json:
            told = {"night": night_id, "file": output, "events": text.count("\n") - 1, "damage": found}
            render.as_json(told)
        else:
            render.aside(f"{night_id} is written to {output}.")
    if found:
        click.get_current_context().exit(UNREADABLE)
