"""Who has a part in the kitty, and how the close shares it out."""

from collections.abc import Sequence

from engine import events
from engine.ids import PlayerId
from engine.money import share_out
from engine.registry import at_close, fund
from engine.state import Night


@fund("kitty")
def shares_of_kitty(night: Night) -> dict[PlayerId, int]:
    """The kitty's chips by player: equal shares for everyone who was dealt a hand tonight, even if they went home.

    Odd chips go one at a time by seat from the banker's left, the banker last (all/kitty-odd-chips-left-of-banker). Of
    two players who had the same seat, the one who sat there first comes first.
    """
    dealt_in = [player for player, person in night.people.items() if person.hands]
    return from_bankers_left(night, night.balance.get("kitty", 0), dealt_in)


def from_bankers_left(night: Night, chips: int, players: Sequence[PlayerId]) -> dict[PlayerId, int]:
    """The chips in equal shares; odd ones go one at a time by seat from the banker's left, the banker last."""
    order = night.from_the_left_of(night.banker, players)
    return dict(zip(order, share_out(chips, len(order)), strict=True))


@at_close
def share_kitty(night: Night) -> tuple[events.Event, ...]:
    """The event that shares out the kitty; empty if no chip is in it."""
    if not night.balance.get("kitty"):
        return ()
    shares = tuple(
        events.KittyShare(player=player, chips=chips, cents=chips * night.unit)
        for player, chips in shares_of_kitty(night).items()
        if chips
    )
    return (events.KittyShared(shares=shares),)
