"""A sentence within a page: its cards coloured, its events linked, its amounts on one line."""

from __future__ import annotations

import re
from functools import cache

from markupsafe import Markup, escape

from engine.speech import say_as
from service.reports.forms.column import SUITS

CARD = re.compile(r"(?:\b(?:10|[2-9AKQJ]))?([♠♥♦♣])")
FIRST_OF_RUN = re.compile(r"(\d+)(-\d+)?")
# Keeps an amount and its currency on one line.
MONEY = re.compile(r"(?<=\d) (?=[A-Z]{3}\b)")


def marked(text: str, last: int, *, at: str = "#event-") -> Markup:
    """The sentence with coloured cards, and with event numbers up to the last as links to `at`, followed by the number.

    An amount stays on one line with its currency.
    """
    safe = MONEY.sub("&nbsp;", str(escape(text)))
    suited = CARD.sub(lambda match: f'<span class="{SUITS[match[1]]}">{match[0]}</span>', safe)
    events = _events(
        say_as("words before numbers of events, as patterns: one / several / and", "[Ee]vent / [Ee]vents / and")
    )
    linked = events.sub(lambda match: FIRST_OF_RUN.sub(lambda number: _link(number, last, at), match[0]), suited)
    return Markup(linked)  # noqa: S704


@cache
def _events(words: str) -> re.Pattern[str]:
    """Where events are named by number: "event 212", and after the word for several also "events 72-77, 87 and 88"."""
    one, several, last = words.split(" / ")
    run = r"\d+(?:-\d+)?"
    return re.compile(rf"\b(?:{one}) {run}|\b(?:{several}) {run}(?:(?:, | {last} ){run})*")


def _link(number: re.Match[str], last: int, at: str) -> str:
    return f'<a href="{at}{int(number[1])}">{number[0]}</a>' if 1 <= int(number[1]) <= last else number[0]
