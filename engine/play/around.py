"""Players in order round the table, and the order in which a deal's cards fall.

Plain lists, used where it is decided who acts and where that is copied.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.game import steps
from engine.ids import PlayerId
from engine.state import Hand


def beginning_with(order: Sequence[PlayerId], player: PlayerId) -> Sequence[PlayerId]:
    """Everybody in this order, beginning with the player."""
    place = order.index(player)
    return (*order[place:], *order[:place])


def behind(order: Sequence[PlayerId], player: PlayerId) -> Sequence[PlayerId]:
    """Everybody else in this order, beginning with the one behind the player."""
    return beginning_with(order, player)[1:]


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
