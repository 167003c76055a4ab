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

    `low` is its low counterpart, `naturals` breaks ties in favour of natural cards (RULINGS R-E7), `naturals_first`
    asks for them before the side cards (R-E7, switch `naturals_before_kickers`), and `suits` compares hands without a
    pair also by spades, hearts, clubs, diamonds (RULINGS R-M1).
    """

    low: Low | None = None
    naturals: bool = False
    naturals_first: bool = False
    suits: bool = False


class Badugi(Scale, frozen=True):
    """Most cards of different suit and rank, then the lowest of them; aces are low."""


class SingleCard(Scale, frozen=True, kw_only=True):
    """The best card, rank then suit; `top` cards are above all and equal among themselves, then the next card.

    RULINGS D1 (single-card scoring) and R-M3.
    """

    top: str = ""


class TwentyOne(Scale, frozen=True, kw_only=True):
    """Nearest to 21 with all cards, not over; busted hands are equal and below all; all `top` cards are above all.

    Aces count 1 or 11, faces 10 (RULINGS D1, R-M5, R-M6).
    """

    top: str = ""


AnyScale = Poker | Low | Badugi | SingleCard | TwentyOne
