"""`chipbook backup` and `chipbook restore`: the whole book in one file, and a book made from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from cli import render
from cli.options import json_option, with_book
from cli.progress import progress
from engine.speech import say

if TYPE_CHECKING:
    from service.app.book import Book
    from service.reports.views.exchange.exchange import ClubSaved


@click.command()
@click.argument("file")
@json_option
@with_book
def backup(book: Book, *, file: str, as_json: bool) -> None:
    """Save the whole book in FILE, which must not exist yet; the table may stay open.

    The backup holds all that was recorded before it began, and is checked before it gets its name. A plain copy of the
    book's file is no backup: the newest acts are in the log beside it.
    """
    from service.app.keeping import back_up

    with progress(say("Saving")) as tick:
        kept = back_up(book, file, tick=tick)
    _tell(kept, say("The book is saved in {file}.", file=file), file, as_json=as_json)


@click.command()
@click.argument("file")
@json_option
def restore(*, file: str, as_json: bool) -> None:
    """Make the book from the backup in FILE; a sound book that holds anything is not written over.

    The backup is checked first and the new book afterwards: the file, every chain, every name. A damaged book is put aside
    under another name, which is told, and nothing of it is lost. Stop `chipbook serve` first.
    """
    # Needs no open book: there may be none yet.
    from service.app import keeping

    with progress(say("Restoring")) as tick:
        done = keeping.restore(file, tick=tick)
    if done.put_aside:
        render.aside(say("The damaged book that was there is now {put_aside}.", put_aside=done.put_aside))
    sentence = say("The book is made from {file}, and holds.", file=file)
    _tell(done.clubs, sentence, file, as_json=as_json, put_aside=done.put_aside)


def _tell(kept: Sequence[ClubSaved], sentence: str, file: str, *, as_json: bool, **more: str) -> None:
    if as_json:
        render.as_json({"file": file, "clubs": kept, **more})
        return
    from engine.grammar import counted

    render.line(sentence)
    for club in kept:
        render.line(f"{club.name}: {counted(club.nights, 'night')}, {counted(club.events, 'event')}")
        render.line(say("head {head}", head=club.head), "dim")
