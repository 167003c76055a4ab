"""Low hands: the lowest hand wins. Ace-five, ace-six, deuce-seven and "eight or better" are options of one scale."""

from collections.abc import Iterable, Iterator, Sequence, Set
from functools import lru_cache
from itertools import combinations
from typing import Final, Literal, NamedTuple

from engine.cards.announcement import Claim
from engine.cards.card import RANK, SUIT
from engine.cards.holding import Holding, Laid, lay, sort_out
from engine.cards.ranking import ACE_HIGH, ACE_LOW, CATEGORY_OF_GROUPS, PLACES, Category, pack, unpack, worth_of_low
from engine.cards.standing import Standing

Ace = Literal["low", "high"]
# At most five cards of a hand are wild.
_WILD_BITS: Final = 3


class _Ladder(NamedTuple):
    """The ranks of the pack from the lowest up; a low ace counts one less than the lowest rank."""

    ace: int
    bottom: int
    top: int

    def places(self, value: int) -> tuple[Category, tuple[int, ...]]:
        """The category and ranks of a packed value, a low ace as 1."""
        category, ranks = unpack(value)
        return category, tuple(ACE_LOW if rank == self.ace < ACE_HIGH else rank for rank in ranks)


def _ladder_of(ace: Ace, below: int) -> _Ladder:
    return _Ladder(below, below, ACE_HIGH - 1) if ace == "low" else _Ladder(ACE_HIGH, below + 1, ACE_HIGH)


def best_low(
    cards: Iterable[str],
    *,
    wild: Set[str] = frozenset(),
    ace: Ace = "low",
    runs: bool = False,
    most: int | None = None,
    below: int = ACE_LOW,
    naturals: bool = False,
) -> Standing | None:
    """The lowest five of the cards, or None if `most` excludes them; a greater value is a lower hand.

    The ace is always low or always high, so a straight over the other end does not count. `below`: the rank of a low
    ace in runs. `runs`: straights and flushes count against the hand. `most`: a low hand needs five different ranks,
    none above this, and must not be a straight or flush if `runs` count. `naturals`: of hands equal in all ranks the one
    with more natural cards is better (RULINGS R-E16).
    """
    holding = sort_out(cards, wild)
    if most is not None and len(holding.natural) + len(holding.wild) < PLACES:
        return None
    ladder = _ladder_of(ace, below)
    value = _lowest_value(holding, ladder, runs=runs, most=most)
    return None if value is None else _laid_out(value, holding, ladder, runs=runs, naturals=naturals)


def low_enough(cards: Iterable[str], *, ace: Ace, most: int) -> list[str]:
    """Those of the natural cards that a low hand may hold whose highest rank is at most this."""
    return [card for card in cards if RANK.get(card, 0) <= most or (ace == "low" and RANK[card] == ACE_HIGH)]


def low_as(
    claim: Claim,
    cards: Iterable[str],
    *,
    wild: Set[str] = frozenset(),
    ace: Ace = "low",
    runs: bool = False,
    most: int | None = None,
    below: int = ACE_LOW,
    naturals: bool = False,
) -> Standing | None:
    """The lowest hand that is exactly what was announced; None if it is not there, or is not a low hand."""
    holding = sort_out(cards, wild)
    ladder = _ladder_of(ace, below)
    stated = tuple(ladder.ace if rank == ACE_LOW else rank for rank in claim.ranks)
    values = (
        value
        for value in _values_of_every_choice(holding, ladder, runs=runs)
        if (most is None or _qualifies(value, most)) and _is_as_stated(value, claim.category, stated)
    )
    value = min(values, default=None)
    return None if value is None else _laid_out(value, holding, ladder, runs=runs, naturals=naturals)


def _is_as_stated(value: int, category: Category, stated: tuple[int, ...]) -> bool:
    kind, places = unpack(value)
    return kind is category and tuple(dict.fromkeys(places))[: len(stated)] == stated


def _values_of_every_choice(holding: Holding, ladder: _Ladder, *, runs: bool) -> Iterator[int]:
    """The low values of every five of the cards, with wild cards as any different ranks or as the lowest missing."""
    wilds = len(holding.wild)
    ranks = {card: _low_rank(card, ladder) for card in holding.natural}
    held = sum(1 << rank for rank in set(ranks.values()))
    for wanted, places in _hands_on(ladder, runs=runs):
        if (wanted & ~held).bit_count() <= wilds and not (runs and wilds == 0 and _must_be_flush(places, ranks)):
            yield pack(Category.HIGH_CARD, places)
    for chosen in combinations(holding.natural, min(PLACES - min(wilds, PLACES), len(holding.natural))):
        yield _value_of_chosen(chosen, wilds, ranks, ladder, runs=runs)


def _laid_out(value: int, holding: Holding, ladder: _Ladder, *, runs: bool, naturals: bool) -> Standing:
    category, places = ladder.places(value)
    laid = lay(places, holding)
    if runs and category is Category.HIGH_CARD and _is_flush(laid.stands_for):
        laid = _broken_up(laid, holding)
    if naturals:
        value = value << _WILD_BITS | sum(card in holding.wild for card in laid.cards)
    return Standing(-value, laid.cards, laid.stands_for, worth_of_low(pack(category, places)))


def _lowest_value(holding: Holding, ladder: _Ladder, *, runs: bool, most: int | None) -> int | None:
    wilds = len(holding.wild)
    ranks = {card: _low_rank(card, ladder) for card in holding.natural}
    different = set(ranks.values())
    if len(different) + wilds >= PLACES:
        places = _lowest_different(sum(1 << rank for rank in different), wilds, ladder, runs=runs)
        if places is not None and not (runs and wilds == 0 and _must_be_flush(places, ranks)):
            return None if most is not None and places[0] > most else pack(Category.HIGH_CARD, places)
    elif most is not None:
        # A pair never qualifies.
        return None
    # The rest is rare: too few ranks, or only straights and flushes.
    values = (
        _value_of_chosen(chosen, wilds, ranks, ladder, runs=runs)
        for chosen in combinations(holding.natural, min(PLACES - wilds, len(holding.natural)))
    )
    return min((value for value in values if most is None or _qualifies(value, most)), default=None)


def _low_rank(card: str, ladder: _Ladder) -> int:
    rank = RANK[card]
    return ladder.ace if rank == ACE_HIGH else rank


def _qualifies(value: int, most: int) -> bool:
    category, places = unpack(value)
    return category is Category.HIGH_CARD and places[0] <= most


@lru_cache(maxsize=64)
def _hands_on(ladder: _Ladder, *, runs: bool) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """All hands of five different ranks, lowest first, as bits and as ranks from the top; no straights if `runs`."""
    hands = [
        tuple(reversed(ranks))
        for ranks in combinations(range(ladder.bottom, ladder.top + 1), PLACES)
        if not (runs and _is_run(ranks))
    ]
    return tuple((sum(1 << rank for rank in hand), hand) for hand in sorted(hands))


@lru_cache(maxsize=1 << 16)
def _lowest_different(held: int, wilds: int, ladder: _Ladder, *, runs: bool) -> tuple[int, ...] | None:
    """The five lowest distinct ranks, at most `wilds` of them not held; None if there are none."""
    for wanted, places in _hands_on(ladder, runs=runs):
        if (wanted & ~held).bit_count() <= wilds:
            return places
    return None


def _must_be_flush(places: Sequence[int], ranks: dict[str, int]) -> bool:
    return len({SUIT[card] for card, rank in ranks.items() if rank in places}) == 1


def _value_of_chosen(chosen: Sequence[str], wilds: int, ranks: dict[str, int], ladder: _Ladder, *, runs: bool) -> int:
    """The low value of these natural cards when each wild card takes the lowest missing rank."""
    held = [ranks[card] for card in chosen]
    missing = (rank for rank in range(ladder.bottom, ladder.top + 1) if rank not in held)
    held += [rank for rank, _ in zip(missing, range(wilds), strict=False)]
    places = sorted(held, key=lambda rank: (held.count(rank), rank), reverse=True)
    category = CATEGORY_OF_GROUPS[tuple(held.count(rank) for rank in dict.fromkeys(places))]
    if runs and len(places) == PLACES and category is Category.HIGH_CARD:
        category = _run_category(chosen, places)
    return pack(category, places)


def _run_category(chosen: Sequence[str], places: Sequence[int]) -> Category:
    straight = _is_run(places)
    if len(chosen) == PLACES and _is_flush(chosen):
        return Category.STRAIGHT_FLUSH if straight else Category.FLUSH
    return Category.STRAIGHT if straight else Category.HIGH_CARD


def _is_run(ranks: Sequence[int]) -> bool:
    return abs(ranks[0] - ranks[-1]) == PLACES - 1


def _is_flush(cards: Sequence[str]) -> bool:
    return len(cards) == PLACES and len({SUIT[card] for card in cards}) == 1


def _broken_up(laid: Laid, holding: Holding) -> Laid:
    """The same ranks without a flush: with a natural card of another suit, else a wild card standing for one."""
    suit = SUIT[laid.stands_for[0]]
    cards, stands_for = list(laid.cards), list(laid.stands_for)
    for place, card in enumerate(laid.cards):
        if card not in holding.natural:
            continue
        other = next((each for each in holding.natural if RANK[each] == RANK[card] and SUIT[each] != suit), None)
        if other is not None:
            cards[place] = stands_for[place] = other
            return Laid(tuple(cards), tuple(stands_for))
    used = [place for place, card in enumerate(laid.cards) if card not in holding.natural]
    place = used[-1] if used else PLACES - 1
    if not used:
        cards[place] = holding.wild[0]
    stands_for[place] = stands_for[place].removesuffix(suit) + ("h" if suit == "s" else "s")
    return Laid(tuple(cards), tuple(stands_for))
