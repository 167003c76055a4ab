"""High hands, from high card to five of a kind; `high_value` is the fast way where only natural cards are held."""

from collections.abc import Iterable, Sequence, Set
from typing import Final

from engine.cards.card import RANK, SUIT, SUITS
from engine.cards.holding import LONE_WILD, STRENGTH, Holding, Laid, lay, sort_out
from engine.cards.naming import name_of_high
from engine.cards.ranking import PLACES, RUNS, Category, best_by_ranks, best_in_suit, pack, unpack
from engine.cards.standing import Standing
from engine.cards.tally import CARD_TALLY, EMPTY_TALLY, FLUSH_BITS, ONE_OF_EACH_SUIT, RANKS_SHIFT, rank_counts


class _ValueByRanks(dict[int, int]):
    """What natural ranks are worth, worked out when first asked for and kept for hands of up to seven cards.

    More cards have too many combinations to keep; up to seven there are fewer than 77,000.
    """

    def __missing__(self, rank_tally: int) -> int:
        value = best_by_ranks(rank_tally, 0)
        if sum(rank_counts(rank_tally)) <= 7:
            self[rank_tally] = value
        return value


_VALUE_BY_RANKS: Final = _ValueByRanks()
_TALLY_OF: Final = CARD_TALLY.__getitem__


def high_value(cards: Sequence[str]) -> int:
    """The value of a hand of one or more different natural cards, equal to `best_high(cards).value`."""
    try:
        tally = sum(map(_TALLY_OF, cards), EMPTY_TALLY)
    except KeyError as missing:
        raise ValueError(f"{missing} has no rank of its own; only the cards 2s to Ac are natural cards.") from None
    if tally & FLUSH_BITS:
        return max(best_by_ranks(tally >> RANKS_SHIFT, 0), *(value for value, _ in _suited(cards, 0)))
    return _VALUE_BY_RANKS[tally >> RANKS_SHIFT]


def best_high(
    cards: Iterable[str],
    *,
    wild: Set[str] = frozenset(),
    five_of_a_kind: bool = True,
    naturals: bool = False,
    suits: bool = False,
) -> Standing:
    """The best five of the cards, or what fewer than five make; `wild` are those of them that are wild.

    `naturals`: equal hands compare by their natural cards (R-E7). `suits`: hands without a pair, and single cards,
    compare by their highest card, suit included (R-M1). A wild card that is alone is above every ace.
    """
    holding = sort_out(cards, wild)
    wilds = len(holding.wild)
    tally = sum(map(_TALLY_OF, holding.natural), EMPTY_TALLY + min(wilds, PLACES) * ONE_OF_EACH_SUIT)
    made = [(best_by_ranks(tally >> RANKS_SHIFT, wilds, five_of_a_kind=five_of_a_kind), "")]
    if tally & FLUSH_BITS:
        made += _suited(holding.natural, wilds)
    value, _ = max(made)
    category, places = unpack(value)
    in_suits = [suit for each, suit in made if each == value]
    return laid_out(category, places, in_suits, holding, naturals=naturals, suits=suits)


def laid_out(
    category: Category, places: Sequence[int], in_suits: Sequence[str], holding: Holding, *, naturals: bool, suits: bool
) -> Standing:
    """The hand of these ranks, in the one of these suits that takes the better natural cards ("" is any suits)."""
    laid = [lay(places, holding, suit) for suit in in_suits]
    best = max(laid, key=lambda each: _natural_rank(category, each, holding)) if len(laid) > 1 else laid[0]
    value = pack(category, places)
    compared = _value_with_suits(category, places, best) if suits else value
    if naturals:
        compared = compared << PLACES | _natural_rank(category, best, holding)
    return Standing(compared, best.cards, best.stands_for, name_of_high(value))


def _suited(natural: Sequence[str], wilds: int) -> list[tuple[int, str]]:
    """The best flush or straight flush of each suit that has one."""
    made = []
    for suit in SUITS:
        held = 0
        for card in natural:
            if SUIT[card] == suit:
                held |= 1 << RANK[card]
        value = best_in_suit(held, wilds)
        if value:
            made.append((value, suit))
    return made


def _natural_rank(category: Category, laid: Laid, holding: Holding) -> int:
    """R-E7: in straights and flushes the higher natural cards from the top, otherwise the number of natural cards."""
    natural = [card in holding.natural for card in laid.cards]
    if category not in RUNS:
        return sum(natural)
    return sum(1 << PLACES - 1 - place for place, is_natural in enumerate(natural) if is_natural)


def _value_with_suits(category: Category, places: Sequence[int], laid: Laid) -> int:
    """Six bits a place instead of four; below the rank stands the suit, in hands without a pair only."""
    value = int(category)
    for rank, card in zip(places, laid.cards, strict=True):
        if category is Category.HIGH_CARD and rank != LONE_WILD:
            value = value << 6 | STRENGTH[card]
        else:
            value = value << 6 | rank << 2
    return value << 6 * (PLACES - len(places))
