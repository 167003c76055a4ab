"""`chipbook hand`: one line of shorthand for the hand being played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cli.options import at_option, json_option, key_option, night_option, waive_option, with_book, yes_option
from cli.said.lines import say

if TYPE_CHECKING:
    from service.app.book import Book


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, required=True)
@night_option
@at_option
@waive_option
@key_option
@yes_option
@json_option
@with_book
def hand(book: Book, *, words: tuple[str, ...], **how: Any) -> None:
    """One line of a hand.

    \b
    chipbook hand straight poker by bo      the dealer names the game
    chipbook hand anna 3                   she puts in 3
    chipbook hand bo r2                    raises by 2; c call, x check, f fold, all
    chipbook hand carl s5                  5 chips by shadow
    chipbook hand deal                     the next cards
    chipbook hand anna draws 2             exchanges two cards
    chipbook hand anna shows As Kd Qd Jd 9c
    chipbook hand anna, bo win             they share the pot
    """
    say(book, words, noun="hand", **how)
