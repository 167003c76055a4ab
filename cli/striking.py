"""A strike from the command line: shown first and confirmed at a terminal; shown again if the book changes meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from cli import night_screens, render, terminal
from cli.options import json_option, night_option, with_book

if TYPE_CHECKING:
    from cli.backend import Book
    from cli.backend.views import LineResult
    from engine.commands import StrikeEvents
    from service.command_handler import LoadedNight


@click.command()
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
@night_option
@json_option
@with_book
def undo(book: Book, *, yes: bool, night: str, as_json: bool) -> None:
    """Strike the last act. It shows first what that changes, and asks at a terminal."""
    from cli.backend.striking import undoing

    loaded = book.find_current(night, or_newest=True)
    told = strike(book, loaded, undoing, asks=not yes and terminal.somebody_types(), shows=not as_json)
    show(told, as_json=as_json)


def show(told: LineResult | None, *, as_json: bool) -> None:
    """Prints what came of an act; None stands for a strike that was not confirmed."""
    if told is None:
        render.aside("Nothing was struck.")
    elif as_json:
        render.as_json(told)
    else:
        night_screens.heard(told)


def strike(
    book: Book,
    loaded: LoadedNight,
    wanted: Callable[[LoadedNight], StrikeEvents],
    *,
    at: str = "",
    asks: bool,
    shows: bool = True,
) -> LineResult | None:
    """The result of the strike; None if the person at the terminal said no."""
    from cli.backend import striking

    while True:
        command = wanted(loaded)
        if shows:
            night_screens.difference(striking.what_if(book, loaded, command.versions), book.now(loaded))
        if asks and not click.confirm(striking.question(command), default=True, err=True):
            return None
        told = striking.strike(book, loaded, command, at=at)
        if told is not None:
            return told
        loaded = book.find(loaded.night_id)
        render.aside("The book has changed meanwhile; this is what the strike changes now.")
