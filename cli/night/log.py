"""`chipbook log`: the events of a night, with their numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from cli import render
from cli.errors import CliError
from cli.options import json_option, night_option, with_book
from cli.screens import night_screens
from engine.grammar import listed
from engine.speech import say

if TYPE_CHECKING:
    from service.app.book import Book
    from service.reports.views.events import EventPage
    from service.reports.views.visible_night import VisibleNight

USUAL = 20
ALL = "all"


@click.command()
@click.argument("words", nargs=-1, metavar="[N|all] [NAME]")
@night_option
@json_option
@with_book
def log(book: Book, *, words: tuple[str, ...], night: str, as_json: bool) -> None:
    """The last events of a night: number, time, and what happened. Void ones are marked.

    \b
    chipbook log            the last twenty
    chipbook log 40         the last forty; all: every one
    chipbook log anna       those in which Anna has a part
    """
    from service.app.seeing import find_current

    seen = find_current(book, night, or_newest=True)
    found = log_of(seen, words)
    if as_json:
        render.as_json(found)
    else:
        night_screens.log(found, whose=seen.name(found.player))


def log_of(seen: VisibleNight, words: Sequence[str]) -> EventPage:
    """The log for these words: a number of events, `all`, a player's name, or a name and one of these."""
    from service.app.night.say import player_called
    from service.reports.views.events import About, last_events

    amounts = [word for word in words if word.isdecimal() or word.casefold() == ALL]
    if len(amounts) > 1:
        sentence = say(
            "A log shows one number of events, and {amounts} are {number}; say one of them.",
            amounts=listed(amounts),
            number=len(amounts),
        )
        raise CliError("two_amounts", sentence, details={"amounts": amounts})
    spoken = " ".join(word for word in words if word not in amounts)
    player = player_called(seen, spoken) if spoken else None
    return last_events(seen, About(player=player), most=_most(amounts, of_a_player=bool(spoken)))


def _most(amounts: Sequence[str], *, of_a_player: bool) -> int | None:
    """How many events to show; None for all. A player's events are few, so all of them are shown if no number is given."""
    if not amounts:
        return None if of_a_player else USUAL
    return int(amounts[0]) if amounts[0].isdecimal() else None
