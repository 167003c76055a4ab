"""Five or seven natural cards, the hands that are asked for most: a number per card, and a table by the sum of them.

The upper part of a sum says which ranks the cards have, the lower part how many are of which suit.
"""

from array import array
from collections.abc import Callable
from functools import cache
from itertools import combinations_with_replacement
from typing import Final

from engine.cards.card import RANK, SUIT, SUITS
from engine.cards.ranking import PLACES

FIVE: Final = 5
SEVEN: Final = 7

RANK_NUMBERS_OF_FIVE: Final = (0, 1, 6, 31, 108, 366, 926, 2286, 5733, 12905, 27316, 44676, 94545)
"""From twos to aces: each is the least number with which no other five of them have the same sum."""
RANK_NUMBERS_OF_SEVEN: Final = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
"""The same for seven cards, of which at most four have the same rank."""

# No sum of these with five of one suit is also a sum without, whether of five cards or of seven.
_SUIT_NUMBERS: Final = dict(zip(SUITS, (0, 1, 29, 37), strict=True))

RANKS_OF_SUM: Final = 9
"""So many bits of a sum are of the suits."""
SUITS_OF_SUM: Final = (1 << RANKS_OF_SUM) - 1

# The bit of a card's rank where the card is of one suit, 0 where it is of another.
BitInSuit = Callable[[str], int]


def _numbers(of_ranks: tuple[int, ...]) -> dict[str, int]:
    return {card: of_ranks[rank - 2] << RANKS_OF_SUM | _SUIT_NUMBERS[SUIT[card]] for card, rank in RANK.items()}


@cache
def _bits_in(suit: str) -> BitInSuit:
    return {card: 1 << rank if SUIT[card] == suit else 0 for card, rank in RANK.items()}.__getitem__


def _flushes(held: int) -> tuple[BitInSuit | None, ...]:
    suits: list[BitInSuit | None] = [None] * (1 << RANKS_OF_SUM)
    for suit in SUITS:
        for others in combinations_with_replacement(SUITS, held - PLACES):
            suits[sum(_SUIT_NUMBERS[each] for each in (suit,) * PLACES + others)] = _bits_in(suit)
    return tuple(suits)


CARD_IN_FIVE: Final = _numbers(RANK_NUMBERS_OF_FIVE)
CARD_IN_SEVEN: Final = _numbers(RANK_NUMBERS_OF_SEVEN)

FLUSH_IN_FIVE: Final = _flushes(FIVE)
"""By the suits of a sum: the bits of the ranks in the suit that has five cards or more; None where no suit has."""
FLUSH_IN_SEVEN: Final = _flushes(SEVEN)

VALUE_OF_FIVE: Final = array("I")
"""By the ranks of a sum: what they are worth, 0 where it is not known yet. Empty until `make_room`."""
VALUE_OF_SEVEN: Final = array("I")


def make_room() -> None:
    """Give both tables their places, about 21 MB: for a process that values many hands.

    Seven cards have a place where they hold at most two of each rank, and nearly all others as well. Beyond are three
    and four aces, which are rare and would make the table half as large again.
    """
    *_, jack, queen, king, ace = RANK_NUMBERS_OF_SEVEN
    _fill(VALUE_OF_SEVEN, 2 * (ace + king + queen) + jack + 1)
    *_, king, ace = RANK_NUMBERS_OF_FIVE
    _fill(VALUE_OF_FIVE, 4 * ace + king + 1)


def _fill(table: "array[int]", places: int) -> None:
    if not table:
        table.append(0)
        table *= places
