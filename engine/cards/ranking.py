"""The order of poker hands: a hand counted into one number, and the best of what is counted, with some wild cards.

Cards are counted, never substituted: a wild card is one of "whatever is missing". A value packs the category and the
ranks of the five places, so a greater value is a better hand.
"""

from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from engine.cards.card import RANK, SUIT, SUITS
from engine.cards.holding import LONE_WILD, RANK_TEXT
from engine.cards.worth import LONE, Worth

# A hand is counted by adding up one number per card. The upper part of the sum is an octal number whose digits count the
# ranks, twos in the last digit. Below it lies one field per suit; it starts so far from full that its highest bit stands for
# "five cards of this suit or more".
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


PLACES: Final = 5
_RANKS_DOWN: Final = range(14, 1, -1)
ACE_HIGH: Final = 14
ACE_LOW: Final = 1


class Category(IntEnum):
    """The kinds of hands, worst first."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR = 7
    STRAIGHT_FLUSH = 8
    FIVE = 9


class Order(NamedTuple):
    """Which kind of hand beats which, and where the low ace stands; the default is the order of 52 cards.

    `lowest`: the lowest rank of the pack; the ace also counts below it, so with 36 cards A-6-7-8-9 is a straight.
    `flush_over_house` and `three_over_straight`: the two kinds change places, as in short-deck poker.
    """

    lowest: int = 2
    flush_over_house: bool = False
    three_over_straight: bool = False

    @property
    def below(self) -> int:
        """The rank of a low ace: one below the lowest rank of the pack."""
        return self.lowest - 1

    def place(self, category: Category) -> int:
        """How high this kind of hand ranks, from 0."""
        return _places_of(self)[category]

    def worth(self, value: int) -> int:
        """The packed value as it compares in this order."""
        if self is USUAL:
            return value
        return self.place(Category(value >> 4 * PLACES)) << 4 * PLACES | value & (1 << 4 * PLACES) - 1


USUAL: Final = Order()


@lru_cache(maxsize=64)
def _places_of(order: Order) -> tuple[int, ...]:
    places = list(Category)
    for swapped, lower, upper in (
        (order.three_over_straight, Category.THREE, Category.STRAIGHT),
        (order.flush_over_house, Category.FLUSH, Category.FULL_HOUSE),
    ):
        if swapped:
            places[lower], places[upper] = places[upper], places[lower]
    return tuple(map(int, places))


RUNS: Final = frozenset({Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH})
"""The categories that need five cards of five ranks."""

# How many cards of each rank a kind of hand has, by the number of places, best first.
_GROUPS: Final[dict[int, tuple[tuple[Category, tuple[int, ...]], ...]]] = {
    1: ((Category.HIGH_CARD, (1,)),),
    2: ((Category.PAIR, (2,)), (Category.HIGH_CARD, (1, 1))),
    3: ((Category.THREE, (3,)), (Category.PAIR, (2, 1)), (Category.HIGH_CARD, (1, 1, 1))),
    4: (
        (Category.FOUR, (4,)),
        (Category.THREE, (3, 1)),
        (Category.TWO_PAIR, (2, 2)),
        (Category.PAIR, (2, 1, 1)),
        (Category.HIGH_CARD, (1, 1, 1, 1)),
    ),
    5: (
        (Category.FIVE, (5,)),
        (Category.FOUR, (4, 1)),
        (Category.FULL_HOUSE, (3, 2)),
        (Category.STRAIGHT, ()),
        (Category.THREE, (3, 1, 1)),
        (Category.TWO_PAIR, (2, 2, 1)),
        (Category.PAIR, (2, 1, 1, 1)),
        (Category.HIGH_CARD, (1, 1, 1, 1, 1)),
    ),
}


@lru_cache(maxsize=64)
def _groups_in(order: Order, places: int) -> tuple[tuple[Category, tuple[int, ...]], ...]:
    """The rows of `_GROUPS`, best first in this order."""
    return tuple(sorted(_GROUPS[places], key=lambda row: order.place(row[0]), reverse=True))


CATEGORY_OF_GROUPS: Final = {groups: category for row in _GROUPS.values() for category, groups in row if groups}


def pack(category: Category, places: Sequence[int]) -> int:
    """The value as one number: four bits for the category, then four for each place from the first; 0 if empty."""
    value = int(category)
    for place in places:
        value = value << 4 | place
    return value << 4 * (PLACES - len(places))


@lru_cache(maxsize=1 << 16)
def unpack(value: int) -> tuple[Category, tuple[int, ...]]:
    """The category of a packed value, and the ranks on its places."""
    ranks = (value >> 4 * (PLACES - 1 - place) & 15 for place in range(PLACES))
    return Category(value >> 4 * PLACES), tuple(rank for rank in ranks if rank)


# The kinds of poker hands, by their categories.
_KINDS: Final = {
    Category.FIVE: "five of a kind",
    Category.STRAIGHT_FLUSH: "straight flush",
    Category.FOUR: "four of a kind",
    Category.FULL_HOUSE: "full house",
    Category.FLUSH: "flush",
    Category.STRAIGHT: "straight",
    Category.THREE: "three of a kind",
    Category.TWO_PAIR: "two pair",
    Category.PAIR: "pair",
    Category.HIGH_CARD: "high card",
}
# The places of the ranks by which a kind is called; of others the first.
_NAMED_BY: Final = {Category.FULL_HOUSE: (0, -1), Category.TWO_PAIR: (0, 2)}


@lru_cache(maxsize=1 << 16)
def worth_of_high(value: int) -> Worth:
    """What a packed value is, as a high hand."""
    return _named(*unpack(value))


@lru_cache(maxsize=1 << 16)
def worth_of_low(value: int) -> Worth:
    """What a packed value is, as a low hand: called by its two highest ranks, or by what counts against it."""
    category, places = unpack(value)
    if category is Category.HIGH_CARD:
        return Worth(kind=_KINDS[category], ranks=tuple(RANK_TEXT[rank] for rank in places[:2]), low=True)
    return replace(_named(category, places), low=True)


def _named(category: Category, places: Sequence[int]) -> Worth:
    if category is Category.HIGH_CARD and places[0] == LONE_WILD:
        return Worth(kind=LONE)
    ranks = tuple(RANK_TEXT[places[place]] for place in _NAMED_BY.get(category, (0,)))
    return Worth(kind=_KINDS[category], ranks=ranks)


# One bit a rank, three apart as in a tally.
_ACE_BIT: Final = 36


def best_of_many(rank_tally: int, wilds: int) -> int:
    """The best hand of five cards or more, apart from suits: the same as `best_by_ranks`, but faster.

    A hand that needs more wild cards than its step allows was found in a step above, as a better one.
    """
    singles, twos, fours = (rank_tally >> bit & _EVERY_RANK for bit in range(3))
    held, pairs = singles | twos | fours, twos | fours
    at_least = (_EVERY_RANK, held, pairs, singles & twos | fours, fours)
    if wilds and (ranks := at_least[max(0, PLACES - wilds)]):
        return Category.FIVE << 20 | _top(ranks) * 0x11111
    if ranks := at_least[4 - wilds]:
        return Category.FOUR << 20 | (rank := _top(ranks)) * 0x11110 | _tops(held & ~_bit(rank), 1)
    if wilds < 2 and (ranks := at_least[3 - wilds]) and (rest := pairs & ~_bit(rank := _top(ranks))):
        return Category.FULL_HOUSE << 20 | rank * 0x11100 | _top(rest) * 0x11
    if run := _run_in(held, wilds):
        return Category.STRAIGHT << 20 | run
    if ranks := at_least[3 - wilds]:
        return Category.THREE << 20 | (rank := _top(ranks)) * 0x11100 | _tops(held & ~_bit(rank), 2)
    ranks = at_least[2 - wilds]
    if not ranks:
        return _tops(held, PLACES)
    rank = _top(ranks)
    if not wilds and (rest := pairs & ~_bit(rank)):
        second = _top(rest)
        side = _tops(held & ~_bit(rank) & ~_bit(second), 1)
        return Category.TWO_PAIR << 20 | rank * 0x11000 | second * 0x110 | side
    return Category.PAIR << 20 | rank * 0x11000 | _tops(held & ~_bit(rank), 3)


def _top(ranks: int) -> int:
    return (ranks.bit_length() + 5) // 3


def _bit(rank: int) -> int:
    return 1 << 3 * (rank - 2)


@lru_cache(maxsize=1 << 15)
def _tops(ranks: int, number: int) -> int:
    """The highest `number` of the ranks, packed."""
    packed = 0
    for _ in range(number):
        rank = _top(ranks)
        packed = packed << 4 | rank
        ranks &= ~_bit(rank)
    return packed


def _run_in(ranks: int, wilds: int) -> int:
    """The best straight, packed, or 0."""
    if wilds:
        return _run_with(ranks, wilds)
    # The ace also counts one, below the two; a bit stays set if the four ranks above it are held as well.
    held = ranks << 3 | ranks >> _ACE_BIT
    lowest = held & held >> 3 & held >> 6 & held >> 9 & held >> 12
    return (_top(lowest) + 3) * 0x11111 - 0x01234 if lowest else 0


@lru_cache(maxsize=1 << 15)
def _run_with(ranks: int, wilds: int) -> int:
    run = _best_run(sum(1 << rank for rank in _RANKS_DOWN if ranks & _bit(rank)), wilds)
    return pack(Category.HIGH_CARD, run) if run else 0


@lru_cache(maxsize=1 << 16)
def best_by_ranks(rank_tally: int, wilds: int, *, five_of_a_kind: bool = True, order: Order = USUAL) -> int:
    """The value of the best hand in this order, apart from suits; it is packed as usual.

    Fewer than five cards make neither straights nor full houses.
    """
    counts = rank_counts(rank_tally)
    held = sum(counts) + wilds
    if held >= PLACES and five_of_a_kind and order == USUAL:
        return best_of_many(rank_tally, wilds)
    most_alike = max(counts) + wilds
    for category, groups in _groups_in(order, min(held, PLACES)):
        if category is Category.STRAIGHT:
            places = _best_run(_ranks_held(counts), wilds, order.below)
        elif groups[0] > most_alike or (category is Category.FIVE and not five_of_a_kind):
            continue
        else:
            places = _best_groups(counts, wilds, groups, ())
        if places is not None:
            return pack(category, places)
    raise AssertionError("A high card can always be made.")


@lru_cache(maxsize=1 << 16)
def best_in_suit(ranks_held: int, wilds: int, below: int = ACE_LOW) -> int:
    """The value of the best flush or straight flush from the ranks held in one suit (bit n is rank n), or 0.

    `below` is the rank of a low ace. A wild card takes the highest rank not already in that flush (R-D20).
    """
    if ranks_held.bit_count() + wilds < PLACES:
        return 0
    run = _best_run(ranks_held, wilds, below)
    if run is not None:
        return pack(Category.STRAIGHT_FLUSH, run)
    places: list[int] = []
    for rank in _RANKS_DOWN:
        if ranks_held >> rank & 1:
            places.append(rank)
        elif wilds:
            wilds -= 1
            places.append(rank)
        if len(places) == PLACES:
            break
    return pack(Category.FLUSH, places)


def _ranks_held(counts: Sequence[int]) -> int:
    return sum(1 << rank for rank, count in enumerate(counts) if count)


def runs_down(below: int = ACE_LOW) -> range:
    """The top ranks of all possible straights, best first; the ace also counts as the rank `below`."""
    return range(ACE_HIGH, below + PLACES - 2, -1)


def run_from(top: int, below: int = ACE_LOW) -> tuple[int, ...]:
    """The ranks of the straight with this top; an ace at its lower end is always 1."""
    return tuple(ACE_LOW if rank == below else rank for rank in range(top, top - PLACES, -1))


def _best_run(ranks_held: int, wilds: int, below: int = ACE_LOW) -> tuple[int, ...] | None:
    # A straight never goes round from king to two.
    with_low_ace = ranks_held | (ranks_held >> ACE_HIGH & 1) << below
    for top in runs_down(below):
        if (with_low_ace >> top - 4 & 0b11111).bit_count() + wilds >= PLACES:
            return run_from(top, below)
    return None


def _best_groups(
    counts: Sequence[int], wilds: int, groups: tuple[int, ...], used: tuple[int, ...]
) -> tuple[int, ...] | None:
    """Fills the first group with the highest rank that leaves enough for the others; None if no rank does."""
    if not groups:
        return ()
    size, *_ = groups
    for rank in _RANKS_DOWN:
        missing = max(0, size - counts[rank])
        if missing > wilds or rank in used:
            continue
        others = _best_groups(counts, wilds - missing, groups[1:], (*used, rank))
        if others is not None:
            return (rank,) * size + others
    return None
