"""To whom the cards of a deal fall, and in which order."""

from collections.abc import Iterator, Sequence

from engine.game import steps
from engine.ids import PlayerId
from engine.state import Hand


def dealt_to(hand: Hand) -> list[PlayerId]:
    """Those still in, in the order in which cards are dealt to them (RULINGS R-M12)."""
    return [player for player in hand.dealing_order if player in hand.still_in]


def falling(step: steps.Deal, people: Sequence[PlayerId]) -> Iterator[tuple[PlayerId, int]]:
    """To whom each card falls and at which place of the hand: one for everybody in turn, or a batch."""
    every = step.closed + step.up
    for first in range(0, every, step.batch):
        for player in people:
            for place in range(first, min(first + step.batch, every)):
                yield player, place
