"""The order in which a deal's cards fall."""

from collections.abc import Iterator, Sequence

from engine.game import steps
from engine.ids import PlayerId
from engine.state import Hand


def dealt_to(hand: Hand) -> list[PlayerId]:
    """The players still in, in dealing order (RULINGS R-M12)."""
    return [player for player in hand.dealing_order if player in hand.still_in]


def falling(step: steps.Deal, people: Sequence[PlayerId]) -> Iterator[tuple[PlayerId, int]]:
    """The player and the place in the hand of each card, in dealing order: one card at a time round, or in batches."""
    every = step.closed + step.up
    for first in range(0, every, step.batch):
        for player in people:
            for place in range(first, min(first + step.batch, every)):
                yield player, place
