"""`chipbook request`: one line of what players ask for and confirm, and of the banker's answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from cli.options import at_option, json_option, key_option, night_option, waive_option, with_book
from cli.said.lines import say

if TYPE_CHECKING:
    from service.app.book import Book


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, required=True)
@night_option
@at_option
@waive_option
@key_option
@json_option
@with_book
def request(book: Book, *, words: tuple[str, ...], **how: Any) -> None:
    """One line of what players ask for and confirm, and of the banker's answer. No chip moves before it is approved.

    \b
    chipbook request anna asks 150          chips on credit; with cash: for money
    chipbook request approve anna           the banker lends or sells them
    chipbook request approve anna 100       fewer than were asked for
    chipbook request decline anna "later"   none
    chipbook request withdraw request anna  the player takes it back
    chipbook request anna says = 2p 17      their own count, for the banker to approve
    chipbook request anna confirms count    agrees with the banker's count
    chipbook request anna paid 1            says that they paid transfer 1
    chipbook request bo confirms payment 1  has received the money

    `chipbook night requests` shows them all.
    """
    say(book, quoted(words), noun="request", or_newest=True, **how)


def quoted(words: Sequence[str]) -> list[str]:
    """The words with quotation marks around the reason of a decline if it is a single word; the shell removed them."""
    named = 3 if [word.casefold() for word in words[:2]] == ["decline", "request"] else 2
    last = words[-1]
    if words[0].casefold() != "decline" or len(words) != named + 1 or " " in last or '"' in last:
        return list(words)
    return [*words[:-1], f'"{last}"']
