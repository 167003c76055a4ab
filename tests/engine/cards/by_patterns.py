"""Hands found another way than the engine's: every hand there is, best first, and the first of them that the cards make.

Wild cards stand for what a pattern lacks. Both functions give something to compare: greater is better.
"""

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from functools import cache
from itertools import combinations, product

from tests.engine.cards.brute_force import rank_of

SHAPES = ((5,), (4, 1), (3, 2), (3, 1, 1), (2, 2, 1), (2, 1, 1, 1), (1, 1, 1, 1, 1))
WORTH = {(5,): 9, (4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}
STRAIGHT, FLUSH, STRAIGHT_FLUSH = 4, 5, 8

Pattern = tuple[int, tuple[int, ...], str]
Compared = tuple[int, tuple[int, ...], tuple[int, ...]]


def _of_shape(shape: tuple[int, ...], ranks: range) -> Iterator[tuple[int, ...]]:
    sizes = Counter(shape)
    for chosen in product(*(combinations(sorted(ranks, reverse=True), number) for number in sizes.values())):
        groups = [(rank, size) for ranks_of_size, size in zip(chosen, sizes, strict=True) for rank in ranks_of_size]
        if len({rank for rank, _ in groups}) == len(groups):
            yield tuple(rank for rank, size in groups for _ in range(size))


@cache
def _high_patterns() -> tuple[Pattern, ...]:
    """Kind, ranks in order of weight and, where the suit counts, the suit; an ace at the lower end of a run is 1."""
    patterns = [(WORTH[shape], ranks, "") for shape in SHAPES for ranks in _of_shape(shape, range(2, 15))]
    different = list(_of_shape(SHAPES[-1], range(2, 15)))
    runs = [tuple(range(top, top - 5, -1)) for top in range(14, 4, -1)]
    patterns += [(STRAIGHT, run, "") for run in runs]
    patterns += [(FLUSH, ranks, suit) for ranks in different for suit in "shdc"]
    patterns += [(STRAIGHT_FLUSH, run, suit) for run in runs for suit in "shdc"]
    return tuple(sorted(patterns, reverse=True))


@cache
def _low_patterns() -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The same with the ace as 1, the lowest first; a straight counts as one, a flush is not told apart."""
    patterns = [(WORTH[shape], ranks) for shape in SHAPES for ranks in _of_shape(shape, range(1, 14))]
    return tuple(
        sorted((STRAIGHT if kind == 0 and ranks[0] - ranks[-1] == 4 else kind, ranks) for kind, ranks in patterns)
    )


def _lacking(ranks: Sequence[int], held: Sequence[int]) -> int:
    return sum((Counter(ranks) - Counter(held)).values())


def best_high(cards: Sequence[str], wild: Set[str]) -> Compared:
    """The best hand of five cards or more, and of equal ones the more natural (RULINGS R-E7)."""
    natural, wilds = [card for card in cards if card not in wild], sum(card in wild for card in cards)
    best: Compared | None = None
    for kind, ranks, suit in _high_patterns():
        if best is not None and (kind, ranks) != best[:2]:
            break
        held = [rank_of(card) for card in natural if suit in ("", card[-1])]
        held += [1] * (14 in held and ranks[-1] == 1)
        lacking = _lacking(ranks, held)
        if lacking > wilds:
            continue
        run = kind in (STRAIGHT, FLUSH, STRAIGHT_FLUSH)
        naturals = tuple(rank for rank in ranks if rank in held) if run else (5 - lacking,)
        if best is None or naturals > best[2]:
            best = kind, ranks, naturals
    assert best is not None
    return best


def best_low(cards: Sequence[str], wild: Set[str]) -> tuple[int, tuple[int, ...], int]:
    """The lowest hand: aces low, straights and flushes count against it; of equal ones the more natural (R-E16)."""
    natural, wilds = [card for card in cards if card not in wild], sum(card in wild for card in cards)
    ranks_held = [rank_of(card, ace_low=True) for card in natural]
    found = []
    for kind, ranks in _low_patterns():
        lacking = _lacking(ranks, ranks_held)
        if lacking > wilds or (found and kind > found[0][0]):
            continue
        suits = {card[-1] for card in natural if rank_of(card, ace_low=True) in ranks}
        naturals = 5 - lacking
        if lacking == 0 and len(set(ranks)) == 5 and len(suits) == 1:
            # Five natural cards of one suit are a flush, unless a wild card takes the place of one.
            kind, naturals = (kind, 4) if wilds else (FLUSH if kind == 0 else STRAIGHT_FLUSH, 5)  # noqa: PLW2901
        found.append((kind, ranks, -naturals))
        if kind < FLUSH:
            break
    kind, ranks, naturals = min(found)
    return -kind, tuple(-rank for rank in ranks), -naturals
