"""To whom the cards of a deal fall, in which order, and how many it takes."""

from collections.abc import Iterator, Sequence

from engine.game import steps
from engine.ids import PlayerId
from engine.play.holdings.stock import left_to_deal
from engine.state import Hand


def dealt_for_all(hand: Hand, step: steps.Deal) -> bool:
    """Whether the pack has no card for everyone, even with folded ones, so that one is dealt for all (RULINGS R-S11)."""
    return step.common and len(hand.still_in) * (step.closed + step.up) > left_to_deal(hand)


def dealt_to(hand: Hand) -> list[PlayerId]:
    """Those still in, in the order in which cards are dealt to them (RULINGS R-M12)."""
    return [player for player in hand.dealing_order if player in hand.still_in]


def cards_wanted(hand: Hand, step: steps.Deal) -> int:
    """How many cards this step deals."""
    return 1 if dealt_for_all(hand, step) else len(hand.still_in) * (step.closed + step.up)


def falling(step: steps.Deal, people: Sequence[PlayerId]) -> Iterator[tuple[PlayerId, int]]:
    """To whom each card falls and at which place of the hand: one for everybody in turn, or a batch."""
    every = step.closed + step.up
    for first in range(0, every, step.batch):
        for player in people:
            for place in range(first, min(first + step.batch, every)):
                yield player, place
