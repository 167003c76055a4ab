"""`chipbook import`: logs and ledgers of PokerNow, and whole nights from another book."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import click

from cli import render, result_screens
from cli.errors import DOES_NOT_HOLD
from cli.options import json_option, read_text, with_book
from cli.progress import progress
from engine.grammar import counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.app.book import Book
    from service.views.imports import LogImported, NightImported


@click.group("import")
def import_() -> None:
    """Import a PokerNow log, a ledger or a whole night.

    All of it is recorded at once, or nothing. What is in the book already is not recorded twice.
    """


def _of_a_night(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options for what a PokerNow file does not say."""
    for option in (
        click.option("--name", default="", metavar="NAME", help="The name of the night."),
        click.option("--club", default="", metavar="NAME", help="The club that played; else that of the newest night."),
        click.option("--zone", default="", metavar="ZONE", help="Time zone of the table: Europe/Copenhagen."),
        click.option("--currency", default="", metavar="CODE", help="DKK, EUR, USD …"),
        click.option("--unit", type=click.IntRange(min=1), metavar="CENTS", help="The worth of the smallest chip."),
    ):
        function = option(function)
    return function


@import_.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@_of_a_night
@json_option
@with_book
def pokernow(book: Book, *, files: tuple[str, ...], as_json: bool, **said: Any) -> None:
    """The log of a night on PokerNow.

    Several FILEs are parts of one night. The book keeps its own stacks from the first chip on and checks every stack and pot of the log against
    them, hand by hand. The exit code is 0 only if every check holds.
    """
    from service.app.import_log import import_pokernow

    texts = [(PurePath(file).name, read_text(file)) for file in files]
    with progress("Importing"):
        brought = import_pokernow(book, texts, said)
    _show(brought, as_json=as_json)


@import_.command()
@click.argument("file")
@_of_a_night
@json_option
@with_book
def ledger(book: Book, *, file: str, as_json: bool, **said: Any) -> None:
    """The ledger of a night on PokerNow.

    It has what each player bought and took home, but no hands.
    """
    from service.app.import_log import import_ledger

    with progress("Importing"):
        brought = import_ledger(book, PurePath(file).name, read_text(file), said)
    _show(brought, as_json=as_json)


@import_.command("night")
@click.argument("file")
@json_option
@with_book
def night(book: Book, *, file: str, as_json: bool) -> None:
    """A whole night from another book.

    FILE was written by `chipbook export`. A broken chain and a changed name are refused; events that are here already are
    left alone.
    """
    from service.app.import_night import import_night

    with progress("Importing"):
        brought = import_night(book, read_text(file))
    if as_json:
        render.as_json(brought)
        return
    _say(brought)
    render.line(f"head {brought.head}", "dim")


@import_.command()
@click.argument("file")
@json_option
@with_book
def club(book: Book, *, file: str, as_json: bool) -> None:
    """A whole club from another book: its people, its games and all its nights.

    FILE was written by `chipbook export --club NAME`. All of it is recorded, or nothing.
    """
    from service.app.import_night import import_whole_club

    with progress("Importing"):
        brought = import_whole_club(book, read_text(file))
    if as_json:
        render.as_json(brought)
        return
    for one in brought.nights:
        _say(one)
    render.line(
        f"{brought.name} has {counted(len(brought.nights), 'night')}; {counted(brought.new_names, 'name')} came with them."
    )
    render.line(f"head {brought.head}", "dim")


def _say(brought: NightImported) -> None:
    if brought.added:
        before = f", after {brought.already} that were here already" if brought.already else ""
        render.line(f"{brought.night}: {brought.added} events recorded{before}; the chain holds.")
    else:
        render.line(f"All {brought.already} events of {brought.night} are in the book already; nothing was added.")


def _show(brought: LogImported, *, as_json: bool) -> None:
    recorded = "is in the book already; nothing was recorded" if brought.already else "is in the book now"
    if as_json:
        render.as_json(brought.report)
        render.aside(f"{brought.night} {recorded}.")
    else:
        result_screens.brought(brought)
        render.line(f"{brought.night} {recorded}. Next: `chipbook report {brought.night}`.", "bold")
    if not brought.holds:
        click.get_current_context().exit(DOES_NOT_HOLD)
