"""`chipbook bank`: one line of shorthand for the bank."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cli.options import at_option, json_option, key_option, night_option, waive_option, with_book, yes_option
from cli.said.lines import say

if TYPE_CHECKING:
    from service.app.book import Book


# An amount such as -80 is a word here and not an option.
@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, required=True)
@night_option
@at_option
@waive_option
@key_option
@yes_option
@json_option
@with_book
def bank(book: Book, *, words: tuple[str, ...], **how: Any) -> None:
    """One line for the bank.

    \b
    chipbook bank anna +150             150 chips on credit
    chipbook bank anna +40 cash         40 chips for money
    chipbook bank anna -80              80 chips handed back
    chipbook bank anna = 2p 17          counted: 2 peders and 17
    chipbook bank carl leaves = 117     they go home with 117 chips counted
    chipbook bank sit dora              a place at the table
    chipbook bank strike 41 "mistyped"  event 41 is void
    """
    say(book, words, noun="bank", **how)
