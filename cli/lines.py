"""Words of the command line as one line of shorthand, said to a night and shown: what `bank` and `hand` share."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from cli import pictures, render
from cli.declined import ASKED_AND_MEANT, Declined, NamedRefusal

if TYPE_CHECKING:
    from cli.backend import Book
    from cli.backend.views import Heard
    from service.handle import Page


def joined(words: Sequence[str]) -> str:
    """The words as a line; the quotation marks that the shell took away are put back."""
    return words[0] if len(words) == 1 else " ".join(_quoted(word) for word in words)


def _quoted(word: str) -> str:
    if '"' in word or not any(sign.isspace() for sign in word):
        return word
    text = word.removesuffix(":")
    return f'"{text}"' + word[len(text) :]


def say(
    book: Book,
    words: Sequence[str],
    *,
    noun: str,
    night: str,
    key: str,
    at: str,
    waive: Sequence[tuple[str, str]],
    as_json: bool,
) -> None:
    """Says the words to the night, with the noun before them where only that makes sense."""
    page = book.find_current(night)
    line = book.as_line(page, joined(words), noun)
    told = _said(book, page, line, key=key, at=book.time_said(page, at) if at else "", waive=waive)
    if told.at:
        raise Declined(
            "time_of_nothing", "A time says when something happened; say it with --at and the line itself.", 2
        )
    if as_json:
        render.as_json(told)
        return
    pictures.heard(told)
    render.lines(told.now, "cyan")


def _said(book: Book, page: Page, line: str, *, key: str, at: str, waive: Sequence[tuple[str, str]]) -> Heard:
    """Says the line; at a terminal, what the book asks back is put to whoever typed it."""
    try:
        return book.say(page, line, key=key, at=at, waive=waive)
    except NamedRefusal as refusal:
        if not (refusal.is_doubt and sys.stdin.isatty()):
            raise
        if not click.confirm(f"{refusal.sentence} Is it meant?", err=True):
            raise
        return _said(book, page, line, key=key, at=at, waive=(*waive, (refusal.waived_as, ASKED_AND_MEANT)))
