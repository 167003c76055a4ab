"""`chipbook move`: copies a club into another book."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import render
from cli.options import json_option, with_book
from cli.progress import progress
from engine.speech import say

if TYPE_CHECKING:
    from service.app.book import Book


@click.command()
@click.argument("club")
@click.option(
    "--to", required=True, metavar="FILE|URL", help="The other book: a file, or postgresql://USER@HOST/DATABASE."
)
@json_option
@with_book
def move(book: Book, *, club: str, to: str, as_json: bool) -> None:
    """Copy CLUB, by name or id, into another book: people, games, all its nights with every correction, and jobs that are due.

    Every chain arrives as it is, and is checked there. If the copy is stopped, the same command goes on with it. A club that
    was played on in the other book is refused. This book stays as it is: play on in one of the two only.

    What is good for this server alone stays, and so do secrets: passkeys, signed-in devices, links, tokens and the
    private halves of keys. The answer says how many of each there are, and what to do there.
    """
    from engine.grammar import counted
    from service.app.keeping import move_club

    with progress(say("Copying")) as tick:
        moved = move_club(book, club, to, tick=tick)
    if as_json:
        render.as_json(moved)
        return
    events = say("{events}, {added} of them new", events=counted(moved.events, "event"), added=moved.added)
    render.line(
        say(
            "{name} is in the other book with {nights} and {events}; every chain holds there. Play "
            "on in one of the two books only.",
            name=moved.name,
            nights=counted(moved.nights, "night"),
            events=events,
        )
    )
    render.line(say("head {head}", head=moved.head), "dim")
    if moved.stays:
        render.line(say("What stays here:"))
    for one in moved.stays:
        render.indented(one.told)
        for line in one.lines:
            render.indented(line, "dim")
