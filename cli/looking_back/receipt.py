"""`chipbook receipt`: a file with which anyone can later prove what the book said of a night."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import render
from cli.options import json_option, night_argument, output_option, with_book, write_text
from engine.speech import say

if TYPE_CHECKING:
    from service.app.book import Book


@click.command()
@night_argument
@click.option("--player", default="", metavar="NAME", help="For this player, with their own events in full.")
@output_option
@json_option
@with_book
def receipt(book: Book, *, night: str, player: str, output: str, as_json: bool) -> None:
    """The receipt of a night, signed with the key of its club; without NIGHT, of the newest.

    It holds the digest of every event, the head, the results, the plan and the payments. `chipbook verify --receipt FILE`
    verifies it on a machine that has no book. A club without a key gets one. What is written is JSON with or without --json.
    """
    from service.app.looking_back.receipts import holder_called, receipt_text
    from service.app.seeing import find_id

    night_id = find_id(book, night)
    holder = holder_called(book, night_id, player) if player else ""
    text = receipt_text(book, night_id, player=holder, make_key=True)
    if not output:
        render.raw(text)
        return
    write_text(output, text)
    if as_json:
        render.as_json({"file": output, "bytes": len(text.encode())})
    else:
        render.aside(
            say("The receipt is written to {output}; `chipbook verify --receipt {output}` verifies it.", output=output)
        )
