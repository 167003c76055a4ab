"""The stable English names of poker hands, high and low, of single cards, of sums and of badugis."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.cards.card import RANK, SUIT
from engine.cards.holding import LONE_WILD, RANK_TEXT
from engine.cards.ranking import Category, unpack

_RANK_NAME: Final = (
    *("", "ace", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "jack", "queen", "king", "ace"),
)
_SUIT_NAME: Final = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
_NUMBER: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "twenty-one"),
)
_COUNTED_ONCE: Final = frozenset(
    {Category.PAIR, Category.STRAIGHT, Category.FLUSH, Category.FULL_HOUSE, Category.STRAIGHT_FLUSH}
)


def _plural(rank: int) -> str:
    name = _RANK_NAME[rank]
    return f"{name}es" if name.endswith("x") else f"{name}s"


@lru_cache(maxsize=1 << 16)
def name_of_high(value: int) -> str:
    """The name of a packed value, such as "full house, tens over fours"."""
    return _name(*unpack(value))


def _name(category: Category, places: Sequence[int]) -> str:
    first, last = places[0], places[-1]
    match category:
        case Category.FIVE:
            return f"five of a kind, {_plural(first)}"
        case Category.STRAIGHT_FLUSH:
            return f"straight flush, {_RANK_NAME[first]} high"
        case Category.FOUR:
            return f"four of a kind, {_plural(first)}"
        case Category.FULL_HOUSE:
            return f"full house, {_plural(first)} over {_plural(last)}"
        case Category.FLUSH:
            return f"flush, {_RANK_NAME[first]} high"
        case Category.STRAIGHT:
            return f"straight, {_RANK_NAME[first]} high"
        case Category.THREE:
            return f"three of a kind, {_plural(first)}"
        case Category.TWO_PAIR:
            return f"two pair, {_plural(first)} and {_plural(places[2])}"
        case Category.PAIR:
            return f"pair of {_plural(first)}"
        case Category.HIGH_CARD:
            return "lone wild card" if first == LONE_WILD else f"{_RANK_NAME[first]} high"


@lru_cache(maxsize=1 << 16)
def name_of_low(value: int) -> str:
    """The name of a packed value as a low hand: "seven-six low", "low with a pair of kings"."""
    category, places = unpack(value)
    if category is Category.HIGH_CARD:
        return f"{'-'.join(_RANK_NAME[rank] for rank in places[:2])} low"
    article = "a " if category in _COUNTED_ONCE else ""
    return f"low with {article}{_name(category, places)}"


def name_of_card(card: str) -> str:
    """A card in words, "ace of spades"; a card without a suit keeps its own name."""
    suit = SUIT.get(card)
    return card if suit is None else f"{_RANK_NAME[RANK[card]]} of {_SUIT_NAME[suit]}"


def number_in_words(number: int) -> str:
    """A sum from 0 to 21 in words."""
    return _NUMBER[number]


def name_of_badugi(ranks: Sequence[int]) -> str:
    """The name of a badugi by its ranks from the highest down: "four-card badugi, 8-5-3-A"."""
    return f"{_NUMBER[len(ranks)]}-card badugi, {'-'.join(RANK_TEXT[rank] for rank in ranks)}"
