"""`chipbook players`: the people of a club."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import render
from cli.options import json_option, with_book
from cli.render import Column

if TYPE_CHECKING:
    from service.app.book import Book


@click.command()
@click.option("--club", default="", metavar="NAME", help="Which club.  [that of the newest night]")
@json_option
@with_book
def players(book: Book, *, club: str, as_json: bool) -> None:
    """Everybody in a club, by name, with the ids that stand for them in the events."""
    from service.app.people import club_named
    from service.app.people import players as players_of

    told = players_of(book, club_named(book, club).id)
    if as_json:
        render.as_json(told)
    else:
        render.table((Column("player"), Column("id")), ((one.name, one.id) for one in told.players))
