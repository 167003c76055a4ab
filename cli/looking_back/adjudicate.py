"""`chipbook adjudicate`: replays a night through its rules, act by act."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import render
from cli.errors import DOES_NOT_HOLD, NEWER_RULES
from cli.options import json_option, night_argument, with_book
from cli.screens import result_screens

if TYPE_CHECKING:
    from service.app.book import Book


@click.command()
@night_argument
@json_option
@with_book
def adjudicate(book: Book, *, night: str, as_json: bool) -> None:
    """Judge a night again: would every act be accepted and have the same consequences? Without NIGHT, the newest."""
    from service.app.looking_back.audit import adjudicate as judge
    from service.app.seeing import find_id

    judged = judge(book, find_id(book, night))
    if as_json:
        render.as_json(judged)
    else:
        result_screens.judged(judged)
    if not judged.agrees:
        click.get_current_context().exit(NEWER_RULES if judged.newer_rules else DOES_NOT_HOLD)
