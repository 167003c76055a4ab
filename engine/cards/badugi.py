"""Badugi: the most cards of different suits and ranks win; of equally many, the lowest; aces are low."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from engine.cards.card import RANK, SUIT, SUITS
from engine.cards.holding import RANK_TEXT, strength_of
from engine.cards.standing import Standing
from engine.cards.worth import Worth

_MOST: Final = len(SUITS)
_ACE: Final = 14
# Above every rank, so what is left after subtracting a rank is greater for a lower card.
_ABOVE: Final = 15


def best_badugi(cards: Iterable[str]) -> Standing:
    """The best hand of cards whose suits and ranks all differ; a greater value has more cards, or lower ones.

    Hands with equally many cards compare from the highest card down.
    """
    held = sorted(cards, key=strength_of, reverse=True)
    if not held:
        raise ValueError("No cards were given; a hand that is to be compared has at least one.")
    for size in range(min(_MOST, len(held)), 0, -1):
        made = [chosen for chosen in combinations(held, size) if _all_differ(chosen)]
        if made:
            best = min(made, key=_ranks_down)
            ranks = _ranks_down(best)
            in_order = tuple(sorted(best, key=_low_rank, reverse=True))
            return Standing(
                _value(ranks), in_order, in_order, Worth(kind="badugi", ranks=tuple(RANK_TEXT[rank] for rank in ranks))
            )
    raise AssertionError("One card is always different from all others.")


def _all_differ(chosen: Sequence[str]) -> bool:
    return len({SUIT[card] for card in chosen}) == len({RANK[card] for card in chosen}) == len(chosen)


def _low_rank(card: str) -> int:
    rank = RANK[card]
    return 1 if rank == _ACE else rank


def _ranks_down(chosen: Sequence[str]) -> tuple[int, ...]:
    return tuple(sorted(map(_low_rank, chosen), reverse=True))


def _value(ranks: Sequence[int]) -> int:
    """Three bits for the number of cards, then four for each place from the highest card down."""
    value = len(ranks)
    for rank in ranks:
        value = value << 4 | _ABOVE - rank
    return value << 4 * (_MOST - len(ranks))
