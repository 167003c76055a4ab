"""`chipbook log`: the events of a night, with their numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import night_screens, render
from cli.options import json_option, night_option, with_book

if TYPE_CHECKING:
    from cli.backend import Book


@click.command()
@click.argument("words", nargs=-1, metavar="[N|all] [NAME]")
@night_option
@json_option
@with_book
def log(book: Book, *, words: tuple[str, ...], night: str, as_json: bool) -> None:
    """The last events of a night: number, time, and what happened. Void ones are marked.

    \b
    chipbook log            the last twenty
    chipbook log 40         the last forty; all: every one
    chipbook log anna       those in which Anna has a part
    """
    from cli.backend.event_log import event_log

    found = event_log(book, book.find_current(night, or_newest=True), words)
    if as_json:
        render.as_json(found)
    else:
        night_screens.log(found)
