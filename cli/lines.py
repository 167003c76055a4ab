"""Words of the command line as one line of shorthand, said to a night and shown: what `bank` and `hand` share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli import pictures, render
from cli.declined import Declined

if TYPE_CHECKING:
    from cli.backend import Book


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
    told = book.say(page, line, key=key, at=book.time_said(page, at) if at else "", waive=waive)
    if told.at:
        raise Declined(
            "time_of_nothing", "A time says when something happened; say it with --at and the line itself.", 2
        )
    if as_json:
        render.as_json(told)
        return
    pictures.heard(told)
    render.lines(told.now, "cyan")
