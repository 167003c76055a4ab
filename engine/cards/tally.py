"""A hand counted into one whole number by adding up one number per card.

The upper part is an octal number whose digits count the ranks, twos in the last digit. Below it lies one field per
suit; it starts so far from full that its highest bit stands for "five cards of this suit or more".
"""

from typing import Final

from engine.cards.card import RANK, SUIT, SUITS

_FIELD_BITS: Final = 5
_FIVE_OR_MORE: Final = 1 << _FIELD_BITS - 1
_SUIT_BITS: Final = _FIELD_BITS * len(SUITS)

_SUIT_SHIFT: Final = {suit: _FIELD_BITS * place for place, suit in enumerate(SUITS)}

CARD_TALLY: Final[dict[str, int]] = {
    card: 1 << 3 * (rank - 2) + _SUIT_BITS | 1 << _SUIT_SHIFT[SUIT[card]] for card, rank in RANK.items()
}
EMPTY_TALLY: Final = sum((_FIVE_OR_MORE - 5) << shift for shift in _SUIT_SHIFT.values())
ONE_OF_EACH_SUIT: Final = sum(1 << shift for shift in _SUIT_SHIFT.values())
"""What a wild card adds to every suit at once; more than five of them would overflow a field."""
FLUSH_BITS: Final = sum(_FIVE_OR_MORE << shift for shift in _SUIT_SHIFT.values())
RANKS_SHIFT: Final = _SUIT_BITS
_EVERY_RANK: Final = 0o1111111111111

# Beside the tally, used only if a suit may be full: the ranks held in each suit; bit n of its field is rank n.
_RANK_BITS: Final = 15
SUIT_FIELDS: Final = tuple(_RANK_BITS * place for place in range(len(SUITS)))
RANKS_IN_SUIT: Final = (1 << _RANK_BITS) - 1
CARD_IN_SUIT: Final[dict[str, int]] = {
    card: 1 << SUIT_FIELDS[SUITS.index(SUIT[card])] + rank for card, rank in RANK.items()
}


def rank_counts(rank_tally: int) -> list[int]:
    """How many cards of each rank there are, indexed by rank; places 0 and 1 are always 0."""
    return [0, 0, *(rank_tally >> 3 * place & 7 for place in range(13))]


def cards_counted(rank_tally: int) -> int:
    """How many cards there are in all."""
    return sum((rank_tally >> bit & _EVERY_RANK).bit_count() << bit for bit in range(3))
