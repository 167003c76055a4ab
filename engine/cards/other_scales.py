"""The scales beside poker: badugi, single cards and twenty-one.

Badugi: the most cards of different suits and ranks win; of equally many, the lowest; aces are low.

Single cards: hands compared card by card from the best down, with some cards above all (RULINGS D1, R-M3).

Twenty-one: the cards are added up, and the sum nearest to 21 but not over it wins (RULINGS R-M5, R-M6).
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from typing import Final

from engine.cards.card import RANK, SUIT, SUITS
from engine.cards.holding import RANK_TEXT, STRENGTH, strength_of
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


_ABOVE_ALL: Final = max(STRENGTH.values()) + 1


def best_single(cards: Iterable[str], *, top: Collection[str] = ()) -> Standing:
    """The standing by the best card, rank first, then suit; `top` cards are equal and above all others.

    The value holds every card from the best down, so if two hands share a card the next one decides (R-M1).
    """
    held = list(cards)
    if not held:
        raise ValueError("No cards were given; a hand that is to be compared has at least one.")
    strengths = {card: _ABOVE_ALL if card in top else strength_of(card) for card in held}
    in_order = sorted(held, key=strengths.__getitem__, reverse=True)
    counts = in_order[: sum(card in top for card in held) + 1]
    return Standing(
        value=tuple(strengths[card] for card in in_order),
        cards=tuple(counts),
        stands_for=tuple(counts),
        worth=Worth(kind="cards", cards=tuple(counts)),
    )


GOAL: Final = 21
_ABOVE_SUMS: Final = GOAL + 1
_BUSTED: Final = 0
# How much more an ace counts as eleven than as one.
_ACE_MORE: Final = 10


def best_twenty_one(cards: Iterable[str], *, top: Collection[str] = ()) -> Standing:
    """The standing by the sum of all cards: aces one or eleven, faces ten; busted hands are equal and lowest.

    A hand with all `top` cards is above all others, bust or not (Book'em Danno).
    """
    held = sorted(cards, key=strength_of, reverse=True)
    if not held:
        raise ValueError("No cards were given; a hand that is to be compared has at least one.")
    total = _sum(held)
    if top and set(top) <= set(held):
        crowned = [card for card in held if card in top]
        return _standing(_ABOVE_SUMS, held, Worth(kind="cards together", cards=tuple(crowned)))
    if total > GOAL:
        return _standing(_BUSTED, held, Worth(kind="busted", number=total))
    return _standing(total, held, Worth(kind="sum", number=total))


def _sum(cards: Iterable[str]) -> int:
    """The sum with every ace as one, and then one ace as eleven if that is not over 21; two would always be."""
    ranks = [RANK[card] for card in cards]
    total = sum(1 if rank == _ACE else min(rank, 10) for rank in ranks)
    return total + _ACE_MORE if _ACE in ranks and total + _ACE_MORE <= GOAL else total


def _standing(value: int, held: list[str], worth: Worth) -> Standing:
    return Standing(value=value, cards=tuple(held), stands_for=tuple(held), worth=worth)
