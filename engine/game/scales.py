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
    compares hands without a pair also by spades, hearts, clubs, diamonds (RULINGS R-M1). `naturals_first`: naturals
    are asked before the side cards and not after them (RULINGS R-E7, naturals_before_kickers).
    `flush_over_house`: a flush beats a full house, as in short-deck poker; `three_over_straight`: three of a kind beats a
    straight. The ace also counts below the lowest rank of the pack.
    """

    low: Low | None = None
    naturals: bool = False
    naturals_first: bool = False
    suits: bool = False
    flush_over_house: bool = False
    three_over_straight: bool = False


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


WORD_KINDS = ("none", "2", "2+2", "3", "3+2", "4", "5", "run", "slush", "unicorn")
WORD_TIES = ("naturals", "peppers", "peppers-in-words", "high-card", "points", "top-letter")


class Words(Scale, frozen=True):
    """Words made of the cards' letters; `kinds` and `ties` are names with spaces between them.

    `kinds`, low to high: `none`; word lengths, `3+2` for a word of three and one of two letters; `run`, five letters in
    a row; `slush`, five cards of one suit; `unicorn`, a five-letter word with the unicorn. `ties`, the most important
    first: `naturals`, `peppers` (of all five cards; RULINGS R-S9) or `peppers-in-words`, `high-card`, `points`,
    `top-letter`. `clean`: one suit a word, and fruit may borrow peppers, `borrowed` of them at most. `mixed`: lemons
    with limes (R-S16). `ruling`: cards, letters or suits above all others. `plurals`: those made with S count (R-W5).
    `peppers`: which of them count where a game is hot, those of the hand or of its words (R-S9). `dictionary`: the name of one, or name and version; nothing is the house's.
    """

    kinds: str
    ties: str = ""
    clean: bool = False
    mixed: bool = False
    borrowed: int | None = None
    ruling: str = ""
    plurals: bool = True
    peppers: Literal["hand", "words"] = "hand"
    dictionary: str = ""


AnyScale = Poker | Low | Badugi | SingleCard | TwentyOne | Words
