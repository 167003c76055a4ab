"""High hands, from high card to five of a kind; `high_value` is the fast way where only the value is asked."""

from array import array
from collections.abc import Callable, Iterable, Sequence, Set
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Final

from engine.cards.card import RANK, SUIT, SUITS
from engine.cards.holding import LONE_WILD, STRENGTH, Holding, Laid, lay, sort_out
from engine.cards.ranking import (
    CARD_IN_SUIT,
    CARD_TALLY,
    EMPTY_TALLY,
    FLUSH_BITS,
    ONE_OF_EACH_SUIT,
    PLACES,
    RANKS_IN_SUIT,
    RANKS_SHIFT,
    RUNS,
    SUIT_FIELDS,
    USUAL,
    Category,
    Order,
    best_by_ranks,
    best_in_suit,
    best_of_many,
    cards_counted,
    pack,
    unpack,
    worth_of_high,
)
from engine.cards.standing import Standing

# Five or seven natural cards are asked for most: a number per card, and a table by the sum of them. The upper part of a sum
# says which ranks the cards have, the lower part how many are of which suit.
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


# More cards have too many combinations to keep; up to seven there are fewer than 120,000.
_KEPT_TO: Final = 7
# The places of the ranks that make a hand what it is; the others are side cards, of which a run has none.
_PLACES_MADE: Final = {
    Category.PAIR: 2,
    Category.TWO_PAIR: 4,
    Category.THREE: 3,
    Category.FULL_HOUSE: 5,
    Category.FOUR: 4,
    Category.FIVE: 5,
}
# So many bits count up to five cards.
_COUNT_BITS: Final = 3
# A process that has worked out so many different hands gets tables by sums; a single command has not.
_TABLES_PAY_FROM: Final = 1_000


class _ValueOfNaturals(dict[int, int]):
    """What the ranks of natural cards are worth, worked out when first asked for and kept for up to seven cards."""

    def __missing__(self, rank_tally: int) -> int:
        held = cards_counted(rank_tally)
        value = best_of_many(rank_tally, 0) if held >= PLACES else best_by_ranks(rank_tally, 0)
        if held <= _KEPT_TO:
            self[rank_tally] = value
            if len(self) == _TABLES_PAY_FROM:
                make_room()
        return value


_VALUE_OF_NATURALS: Final = _ValueOfNaturals()
# The same beside wild cards: by the tally and, last, the number of wild cards.
_VALUE_WITH_WILDS: Final[dict[int, int]] = {}
_TALLY_OF: Final = CARD_TALLY.__getitem__
_IN_SUIT: Final = CARD_IN_SUIT.__getitem__


def high_value(cards: Sequence[str], wild: Set[str] = frozenset(), order: Order = USUAL) -> int:
    """The value of a hand of one or more different cards, equal to `best_high(cards, wild=wild, order=order).value`."""
    # Asked of every hand: most often it is the very same object, which is quicker to see than that it is equal.
    if wild or order is not USUAL:
        return _value_beside(cards, wild, order)
    held = len(cards)
    try:
        # The two hands that are asked for most, quicker without a loop. With five of a suit among seven cards no four
        # of a kind and no full house is left, so the suit alone decides.
        if held == SEVEN:
            number = CARD_IN_SEVEN
            a, b, c, d, e, f, g = cards
            seven = number[a] + number[b] + number[c] + number[d] + number[e] + number[f] + number[g]
            in_suit = FLUSH_IN_SEVEN[seven & SUITS_OF_SUM]
            if in_suit is None:
                return VALUE_OF_SEVEN[seven >> RANKS_OF_SUM] or _learnt(VALUE_OF_SEVEN, seven >> RANKS_OF_SUM, cards)
            return best_in_suit(sum(map(in_suit, cards)), 0)
        if held == FIVE:
            number = CARD_IN_FIVE
            a, b, c, d, e = cards
            five = number[a] + number[b] + number[c] + number[d] + number[e]
            in_suit = FLUSH_IN_FIVE[five & SUITS_OF_SUM]
            if in_suit is None:
                return VALUE_OF_FIVE[five >> RANKS_OF_SUM] or _learnt(VALUE_OF_FIVE, five >> RANKS_OF_SUM, cards)
            return best_in_suit(sum(map(in_suit, cards)), 0)
        return _value_counted(cards)
    except KeyError as missing:
        raise ValueError(f"{missing} has no rank of its own; only the cards 2s to Ac are natural cards.") from None
    except IndexError:
        # There is no table yet, or it does not reach so far.
        return _value_counted(cards)


def highest_choice(own: Sequence[str], shared: Sequence[str], own_exactly: int) -> tuple[str, ...]:
    """The cards of the highest hand of exactly so many own cards and enough shared ones (Omaha); of equal ones the first.

    All are natural, and the order is the usual one. There may be sixty hands: each half is added up only once.
    """
    enough = min(PLACES - own_exactly, len(shared))
    laid = [(cards, sum(map(_TALLY_OF, cards))) for cards in combinations(shared, enough)]
    best: tuple[str, ...] = ()
    highest = -1
    for held in combinations(own, own_exactly):
        of_own = sum(map(_TALLY_OF, held), EMPTY_TALLY)
        for cards, of_shared in laid:
            tally = of_own + of_shared
            if tally & FLUSH_BITS:
                value = _made(tally, (*held, *cards), 0)[0]
            else:
                value = _VALUE_OF_NATURALS[tally >> RANKS_SHIFT]
            if value > highest:
                best, highest = (*held, *cards), value
    return best


def _learnt(table: "array[int]", ranks: int, cards: Sequence[str]) -> int:
    """The value of ranks that the table does not know yet; from now on it does."""
    value = table[ranks] = _value_counted(cards)
    return value


def _value_counted(cards: Sequence[str]) -> int:
    """The value of any number of natural cards in the usual order."""
    tally = sum(map(_TALLY_OF, cards), EMPTY_TALLY)
    return _made(tally, cards, 0)[0] if tally & FLUSH_BITS else _VALUE_OF_NATURALS[tally >> RANKS_SHIFT]


def _value_beside(cards: Sequence[str], wild: Set[str], order: Order) -> int:
    """The value beside wild cards, or in another order."""
    if order != USUAL:
        return order.worth(_made_in(order, sort_out(cards, wild))[0])
    if not wild:
        return high_value(cards)
    return _value_beside_wilds([card for card in cards if card not in wild], len(cards))


def _value_beside_wilds(natural: Sequence[str], held: int) -> int:
    wilds = min(held - len(natural), PLACES)
    try:
        tally = sum(map(_TALLY_OF, natural), EMPTY_TALLY + wilds * ONE_OF_EACH_SUIT)
    except KeyError as missing:
        raise ValueError(f"{missing} has no rank of its own; a card without one must be wild.") from None
    return _made(tally, natural, wilds)[0]


def _made(tally: int, natural: Sequence[str], wilds: int) -> tuple[int, list[str]]:
    """The best value, and the suits it may be in ("" is any suits)."""
    value = _value_of_ranks(tally >> RANKS_SHIFT, wilds, len(natural) + wilds)
    if not tally & FLUSH_BITS:
        return value, [""]
    return _best_of(value, _suited(natural, wilds))


def _made_in(order: Order, holding: Holding, *, five_of_a_kind: bool = True) -> tuple[int, list[str]]:
    """The same in any order, and where there is no five of a kind; the value is packed as usual."""
    wilds = min(len(holding.wild), PLACES)
    tally = sum(map(_TALLY_OF, holding.natural), EMPTY_TALLY) >> RANKS_SHIFT
    of_ranks = best_by_ranks(tally, wilds, five_of_a_kind=five_of_a_kind, order=order)
    return _best_of(of_ranks, _suited(holding.natural, wilds, order), order)


def _best_of(of_ranks: int, suited: Sequence[tuple[int, str]], order: Order = USUAL) -> tuple[int, list[str]]:
    made = [(of_ranks, ""), *suited]
    values = [value for value, _ in made]
    best = max(values) if order is USUAL else max(values, key=order.worth)
    return best, [suit for value, suit in made if value == best]


def _value_of_ranks(rank_tally: int, wilds: int, held: int) -> int:
    if held > _KEPT_TO:
        return best_of_many(rank_tally, wilds)
    if not wilds:
        return _VALUE_OF_NATURALS[rank_tally]
    key = rank_tally << _COUNT_BITS | wilds
    value = _VALUE_WITH_WILDS.get(key)
    if value is None:
        worked_out = best_of_many if held >= PLACES else best_by_ranks
        value = _VALUE_WITH_WILDS[key] = worked_out(rank_tally, wilds)
    return value


def best_high(
    cards: Iterable[str],
    *,
    wild: Set[str] = frozenset(),
    five_of_a_kind: bool = True,
    naturals: bool = False,
    naturals_first: bool = False,
    suits: bool = False,
    order: Order = USUAL,
) -> Standing:
    """The best five of the cards, or what fewer than five make; `wild` are those of them that are wild.

    `naturals`: equal hands compare by their natural cards (R-E7), with `naturals_first` before the side cards.
    `suits`: hands without a pair, and single cards, compare by their highest card, suit included (R-M1), and a wild
    card that is alone is above every ace (R-M8); elsewhere it is an ace.
    """
    holding = sort_out(cards, wild)
    wilds = min(len(holding.wild), PLACES)
    if five_of_a_kind and order == USUAL:
        # Five wild cards do as well as more.
        tally = sum(map(_TALLY_OF, holding.natural), EMPTY_TALLY + wilds * ONE_OF_EACH_SUIT)
        value, in_suits = _made(tally, holding.natural, wilds)
    else:
        value, in_suits = _made_in(order, holding, five_of_a_kind=five_of_a_kind)
    category, places = unpack(value)
    if suits and wilds == 1 and not holding.natural:
        places = (LONE_WILD,)
    return laid_out(
        category,
        places,
        in_suits,
        holding,
        naturals=naturals,
        naturals_first=naturals_first,
        suits=suits,
        order=order,
    )


def laid_out(
    category: Category,
    places: Sequence[int],
    in_suits: Sequence[str],
    holding: Holding,
    *,
    naturals: bool,
    naturals_first: bool,
    suits: bool,
    order: Order,
) -> Standing:
    """The hand of these ranks, in the one of these suits that takes the better natural cards ("" is any suits)."""
    laid = [lay(places, holding, suit) for suit in in_suits]
    best = max(laid, key=lambda each: _natural_rank(category, each, holding)) if len(laid) > 1 else laid[0]
    value = pack(category, places)
    compared = _value_with_suits(order.place(category), category, places, best) if suits else order.worth(value)
    if naturals and naturals_first:
        compared = _with_naturals_of_made(compared, category, best, holding, bits=6 if suits else 4)
    if naturals:
        compared = compared << PLACES | _natural_rank(category, best, holding)
    return Standing(compared, best.cards, best.stands_for, worth_of_high(value))


def _suited(natural: Sequence[str], wilds: int, order: Order = USUAL) -> list[tuple[int, str]]:
    """The best flush or straight flush of each suit that has one."""
    held = sum(map(_IN_SUIT, natural))
    made = []
    for suit, field in zip(SUITS, SUIT_FIELDS, strict=True):
        value = best_in_suit(held >> field & RANKS_IN_SUIT, wilds, order.below)
        if value:
            made.append((value, suit))
    return made


def _natural_rank(category: Category, laid: Laid, holding: Holding) -> int:
    """R-E7: in straights and flushes the higher natural cards from the top, otherwise the number of natural cards."""
    natural = [card in holding.natural for card in laid.cards]
    if category not in RUNS:
        return sum(natural)
    return sum(1 << PLACES - 1 - place for place, is_natural in enumerate(natural) if is_natural)


def _with_naturals_of_made(value: int, category: Category, laid: Laid, holding: Holding, *, bits: int) -> int:
    """The number of natural cards that make the hand stands before its side cards (R-E7, naturals_before_kickers)."""
    made = _PLACES_MADE.get(category, 0)
    side = bits * (PLACES - made)
    number = sum(card in holding.natural for card in laid.cards[:made])
    return (value >> side << _COUNT_BITS | number) << side | value & (1 << side) - 1


def _value_with_suits(above: int, category: Category, places: Sequence[int], laid: Laid) -> int:
    """Six bits a place instead of four; below the rank stands the suit, in hands without a pair only."""
    value = above
    for rank, card in zip(places, laid.cards, strict=True):
        if category is Category.HIGH_CARD and rank != LONE_WILD:
            value = value << 6 | STRENGTH[card]
        else:
            value = value << 6 | rank << 2
    return value << 6 * (PLACES - len(places))
