"""`chipbook rebuild`: makes again what follows from the events of the book."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import render, terminal
from cli.options import json_option, with_book, yes_option
from cli.progress import progress
from engine.speech import say

if TYPE_CHECKING:
    from service.app.book import Book


@click.command()
@yes_option
@json_option
@with_book
def rebuild(book: Book, *, yes: bool, as_json: bool) -> None:
    """Drop what follows from the events and make it again: the lists of clubs and nights, the answers to keys, the jobs.

    Events and names are not touched. The jobs are due again, and `chipbook worker` does them; their outcomes and reports are
    the same as before. Jobs that somebody asked for stay as they are. It asks first, because answers to requests that changed
    nothing cannot be made again; without a terminal, it needs --yes.
    """
    nothing = say("Nothing was changed.")
    question = say("Drop lists, answers and jobs, and make them again from the events?")
    if not yes and not terminal.confirmed(question, nothing=nothing, enter=True):
        render.aside(nothing)
        return
    from engine.grammar import counted
    from service.app.keeping import rebuild as make_again

    with progress(say("Rebuilding")) as tick:
        done = make_again(book, tick=tick)
    if as_json:
        render.as_json({"clubs": done})
        return
    for club in done:
        made = say(
            "{nights}, {answers} and {jobs}",
            nights=counted(club.nights, "night"),
            answers=counted(club.answers, "answer"),
            jobs=counted(club.jobs, "due job"),
        )
        render.line(say("{name}: {made} made again.", name=club.name, made=made))
        if club.answers_dropped:
            dropped = counted(club.answers_dropped, "answer")
            render.line(
                say("{dropped} dropped: their requests changed nothing, so no event tells of them.", dropped=dropped),
                "dim",
            )
    if not done:
        render.line(say("The book holds no club yet."))
