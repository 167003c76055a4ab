"""The order in which a deal's cards fall."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.game import steps
from engine.ids import PlayerId
from engine.state import Hand


def dealt_to(hand: Hand) -> list[PlayerId]:
    """The players still in, in dealing order (RULINGS R-M12)."""
    if hand.dealing_order is hand.order:
        return hand.still_in.copy()
    return [player for player in hand.dealing_order if player in hand.still_in]


def falling(step: steps.Deal, people: Sequence[PlayerId]) -> Iterator[tuple[PlayerId, int]]:
    """The player and the place in the hand of each card, in dealing order: one card at a time round, or in batches."""
    for seat, place in order_of_falling(len(people), step.closed + step.up, step.batch):
        yield people[seat], place


@lru_cache(maxsize=256)
def order_of_falling(people: int, every: int, batch: int) -> tuple[tuple[int, int], ...]:
    """To whom, by their number, and at which place each card falls where each gets `every` cards."""
    return tuple(
        (seat, place)
        for first in range(0, every, batch)
        for seat in range(people)
        for place in range(first, min(first + batch, every))
    )
