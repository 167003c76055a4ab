"""Single cards: hands compared card by card from the best down, with some cards above all (RULINGS D1, R-M3)."""

from collections.abc import Collection, Iterable
from typing import Final

from engine.cards.holding import STRENGTH, strength_of
from engine.cards.standing import Standing
from engine.cards.worth import Worth

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
