"""`chipbook replay`: records a `.night` file, all or nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import render
from cli.afterwards import finish
from cli.options import json_option, read_text, with_new_book
from cli.progress import progress
from cli.screens import night_screens
from engine.speech import say

if TYPE_CHECKING:
    from service.app.book import Book


@click.command()
@click.argument("file")
@click.option(
    "--night-id", default="", metavar="ID", help="The id of the night; without it, one is made from date and content."
)
@json_option
@with_new_book
def replay(book: Book, *, file: str, night_id: str, as_json: bool) -> None:
    """Record FILE.night in the book, all or nothing; - reads the pipe.

    The same file is the same night and is not recorded twice.
    """
    from service.app.night.replay import replay as play
    from service.app.seeing import see, where_it_stands
    from service.reports.views.night.night import waits_for

    text = read_text(file)
    with progress(say("Replaying")) as tick:
        seen = play(book, text, file=say("the pipe") if file == "-" else file, night_id=night_id, tick=tick)
    finish(book)
    seen = see(book, seen.night_id, is_banker=as_json)
    now = where_it_stands(book, seen)
    if as_json:
        render.as_json(now)
        return
    night_screens.played(now, waits_for(seen))
    render.line(
        say("Recorded in {place}. Next: `chipbook report {night}`.", place=book.database.place, night=now.night), "bold"
    )
