"""Five natural cards, the hand that is asked for most: a number per card, small enough that five add up in no time.

The upper part of a sum says which ranks the five have, the lower how many are of which suit.
"""

from functools import cache
from itertools import combinations_with_replacement
from typing import Final

from engine.cards.card import RANK, RANKS, SUIT, SUITS
from engine.cards.ranking import PLACES, best_of_many

# From twos to aces: each the least number with which no other five of them have the same sum.
RANK_NUMBERS: Final = (0, 1, 6, 31, 108, 366, 926, 2286, 5733, 12905, 27316, 44676, 94545)
# The digits of a number to the base six; the last suit is what the others leave of the five.
_SUIT_NUMBERS: Final = dict(zip(SUITS, (36, 6, 1, 0), strict=True))

RANKS_OF_FIVE: Final = 8
"""So many bits of a sum are of the suits."""
SUITS_OF_FIVE: Final = (1 << RANKS_OF_FIVE) - 1

CARD_IN_FIVE: Final[dict[str, int]] = {
    card: RANK_NUMBERS[rank - 2] << RANKS_OF_FIVE | _SUIT_NUMBERS[SUIT[card]] for card, rank in RANK.items()
}
ALL_OF_ONE_SUIT: Final = bytes(
    number in {PLACES * of_suit for of_suit in _SUIT_NUMBERS.values()} for number in range(1 << RANKS_OF_FIVE)
)


class _ValueOfFive(dict[int, int]):
    """What the ranks of five natural cards are worth, by the sum of their numbers; worked out when first asked for."""

    def __missing__(self, ranks: int) -> int:
        value = self[ranks] = best_of_many(_rank_tallies()[ranks], 0)
        return value


VALUE_OF_FIVE: Final = _ValueOfFive()


@cache
def _rank_tallies() -> dict[int, int]:
    """The tally of ranks that `best_of_many` reads, by the sum of their numbers."""
    fives = combinations_with_replacement(range(len(RANKS)), PLACES)
    return {sum(RANK_NUMBERS[rank] for rank in five): sum(1 << 3 * rank for rank in five) for five in fives}
