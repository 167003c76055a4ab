"""What cards are worth on each scale of the language: one way of counting a scale, in a table by its type."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.cards.announcement import Claim
from engine.cards.as_announced import high_as
from engine.cards.high import best_high
from engine.cards.low import best_low, low_as
from engine.cards.standing import Standing
from engine.game.scales import AnyScale, Low, Poker

Count = Callable[[Any, Sequence[str], frozenset[str], Claim | None], Standing | None]


def _poker(scale: Poker, cards: Sequence[str], wild: frozenset[str], claim: Claim | None) -> Standing | None:
    if claim:
        return high_as(claim, cards, wild=wild, naturals=scale.naturals, suits=scale.suits)
    return best_high(cards, wild=wild, naturals=scale.naturals, suits=scale.suits)


def _low(scale: Low, cards: Sequence[str], wild: frozenset[str], claim: Claim | None) -> Standing | None:
    if claim:
        return low_as(claim, cards, wild=wild, ace=scale.ace, runs=scale.runs, most=scale.most)
    return best_low(cards, wild=wild, ace=scale.ace, runs=scale.runs, most=scale.most)


COUNTED_BY: dict[type[Any], Count] = {Poker: _poker, Low: _low}


def evaluate(
    scale: AnyScale, cards: Sequence[str], wild: frozenset[str], claim: Claim | None = None
) -> Standing | None:
    """The best hand the cards make on the scale, `wild` being those of them that are wild; nothing if none qualifies.

    With a claim, the best hand that is exactly what was announced; nothing if it is not there.
    """
    return COUNTED_BY[type(scale)](scale, cards, wild, claim)
