"""The stable English names of poker hands, high and low."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.cards.holding import LONE_WILD
from engine.cards.ranking import Category, unpack

_RANK_NAME: Final = (
    *("", "ace", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "jack", "queen", "king", "ace"),
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
    """The name of a hand as a low one: "seven-six low", "low with a pair of kings"."""
    category, places = unpack(value)
    if category is Category.HIGH_CARD:
        return f"{'-'.join(_RANK_NAME[rank] for rank in places[:2])} low"
    article = "a " if category in _COUNTED_ONCE else ""
    return f"low with {article}{_name(category, places)}"
