"""`chipbook dispute`: one line about what players do not agree on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from cli.options import at_option, json_option, key_option, night_option, with_book
from cli.said.lines import say

if TYPE_CHECKING:
    from service.app.book import Book

# With what a line about a dispute begins, and what else may stand before its words; numbers may too.
VERBS = ("dispute", "answer", "resolve", "withdraw")
BEFORE = (*VERBS, "missing", "after", "behind")
# After these come names or numbers, and no words.
BEHIND = ("by", "agreed")


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, required=True)
@night_option
@at_option
@key_option
@json_option
@with_book
def dispute(book: Book, *, words: tuple[str, ...], **how: Any) -> None:
    """One line about a dispute, at any time, also after the night is settled. No chip moves.

    \b
    chipbook dispute 41 "that was a call" by carl
    chipbook dispute missing after 41 "bo anted" by carl
    chipbook dispute answer 1 "I folded" by bo
    chipbook dispute resolve 1 by strike 45 agreed by carl
    chipbook dispute resolve 1 "the call stands" agreed by anna, carl
    chipbook dispute resolve 1 "the call stands"     the bank's word: open until carl agrees
    chipbook dispute resolve 1 agreed by carl
    chipbook dispute withdraw 1 by carl

    `chipbook night disputes` shows them all.
    """
    say(book, line_of(words), noun="dispute", waive=(), or_newest=True, **how)


def line_of(words: Sequence[str]) -> list[str]:
    """The words as a line, which begins with what is done about a dispute."""
    said = quoted(words)
    return said if said[0].casefold() in VERBS else [VERBS[0], *said]


def quoted(words: Sequence[str]) -> list[str]:
    """The words with quotation marks around the text of a dispute if it is a single word; the shell removed them.

    Another text, which has blanks or marks of its own, is the one that is meant: then nothing is changed.
    """
    if any(" " in word or '"' in word for word in words):
        return list(words)
    for place, word in enumerate(words):
        key = word.casefold()
        if key in BEHIND:
            break
        if key not in BEFORE and not word.isdecimal():
            return [*words[:place], f'"{word}"', *words[place + 1 :]]
    return list(words)
