"""Twenty-one: the cards are added up, and the sum nearest to 21 but not over it wins (RULINGS R-M5, R-M6)."""

from collections.abc import Collection, Iterable
from typing import Final

from engine.cards.card import RANK
from engine.cards.holding import strength_of
from engine.cards.standing import Standing
from engine.cards.worth import Worth

GOAL: Final = 21
_ABOVE_ALL: Final = GOAL + 1
_BUSTED: Final = 0
# How much more an ace counts as eleven than as one.
_ACE_MORE: Final = 10
_ACE: Final = 14


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
        return _standing(_ABOVE_ALL, held, Worth(kind="cards together", cards=tuple(crowned)))
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
