"""`chipbook export`: a whole night as lines of JSON, for another book or a backup."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import render
from cli.errors import UNREADABLE
from cli.options import json_option, night_argument, output_option, with_book, write_text
from cli.result_screens import damaged

if TYPE_CHECKING:
    from service.app.book import Book


@click.command()
@night_argument
@click.option(
    "--club", default="", metavar="NAME", help="A whole club in place of a night: people, games and all its nights."
)
@output_option
@json_option
@with_book
def export(book: Book, *, night: str, club: str, output: str, as_json: bool) -> None:
    """Write a night with its chain, one event a line (NDJSON); `chipbook import night` reads it.

    With --club, a whole club, which `chipbook import club` reads.

    The lines are JSON with or without --json. A night whose record was changed is written as it stands,
    as evidence: a warning comes first, the exit code is 3, and no book imports it.
    """
    from service.app.export_night import export_club, export_night
    from service.app.finding import find_id
    from service.app.people import club_called
    from service.app.soundness import faults

    if club and night:
        raise click.UsageError("--club writes every night of the club; give no night with it.")
    if found_club := club_called(book, club) if club else None:
        text = export_club(book, found_club.id)
        if not output:
            render.raw(text)
        else:
            write_text(output, text)
            told = {"club": found_club.id, "file": output, "events": text.count("\n") - 1}
            render.as_json(told) if as_json else render.aside(f"{found_club.name} is written to {output}.")
        return
    night_id = find_id(book, night)
    found = faults(book, night_id)
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
