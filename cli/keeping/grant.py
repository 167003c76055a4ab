"""`chipbook grant`: on PostgreSQL, a role that may only read the book and append to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import render
from cli.errors import REFUSED
from cli.options import json_option, with_book
from engine.speech import say

if TYPE_CHECKING:
    from service.app.book import Book


@click.command()
@json_option
@with_book
def grant(book: Book, *, as_json: bool) -> None:
    """Make the role chipbook_app and give it its rights; run it as the owner of the book's tables."""
    from service.app.keeping import grant_application_role

    skipped = grant_application_role(book)
    if as_json:
        render.as_json({"granted": skipped is None, "skipped": skipped or ""})
    else:
        render.line(skipped or say("The role chipbook_app may read the book and append to it, but change no event."))
    if skipped is not None:
        click.get_current_context().exit(REFUSED)
