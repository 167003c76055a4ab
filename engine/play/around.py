"""Players in order round the table: plain lists, used where it is decided who acts and where that is copied."""

from collections.abc import Sequence

from engine.ids import PlayerId


def beginning_with(order: Sequence[PlayerId], player: PlayerId) -> Sequence[PlayerId]:
    """Everybody in this order, beginning with the player."""
    place = order.index(player)
    return (*order[place:], *order[:place])


def behind(order: Sequence[PlayerId], player: PlayerId) -> Sequence[PlayerId]:
    """Everybody else in this order, beginning with the one behind the player."""
    return beginning_with(order, player)[1:]
