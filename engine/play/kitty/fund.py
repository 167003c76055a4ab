"""Who has a part in the kitty, and how the close shares it out."""

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
    banker = night.people.get(night.banker)
    begins_behind = banker.seat if banker is not None else 0
    seats = {player: person.seat for player, person in night.people.items() if person.hands}
    order = sorted(seats, key=lambda player: (player == night.banker, seats[player] <= begins_behind, seats[player]))
    return dict(zip(order, share_out(night.balance.get("kitty", 0), len(order)), strict=True))


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
