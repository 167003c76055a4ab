"""How hands compare: the rules of each scale as data; the counting itself is in `engine.cards`."""

from typing import Literal

import msgspec


class Scale(msgspec.Struct, frozen=True, omit_defaults=True, tag=True, gc=False):
    """One way of ordering hands."""


class Low(Scale, frozen=True, kw_only=True):
    """The lowest hand is best; `runs`: straights and flushes count against it; `most`: no card above this."""

    ace: Literal["low", "high"] = "low"
    runs: bool = False
    most: int | None = None


class Poker(Scale, frozen=True, kw_only=True):
    """Five of a kind down to high card.

    `low` is its low counterpart, `naturals` breaks ties in favour of natural cards (RULINGS R-E7), and `suits`
    compares hands without a pair also by spades, hearts, clubs, diamonds (RULINGS R-M1).
    """

    low: Low | None = None
    naturals: bool = False
    suits: bool = False


AnyScale = Poker | Low
