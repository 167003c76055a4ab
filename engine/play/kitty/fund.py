"""Whose the chips in the kitty are, and how it is shared out at the close."""

from engine import events
from engine.ids import PlayerId
from engine.money import share_out
from engine.registry import at_close, fund
from engine.state import Night


@fund("kitty")
def shares_of_kitty(night: Night) -> dict[PlayerId, int]:
    """The chips of the kitty by player: equal shares for all who were dealt a hand tonight, also if they have gone home.

    Odd chips go one at a time in the order of seats from the banker's left, the banker last
    (all/kitty-odd-chips-left-of-banker). Of two who had the same seat, the one who sat there first comes first.
    """
    banker = night.people.get(night.banker)
    begins_behind = banker.seat if banker is not None else 0
    seats = {player: person.seat for player, person in night.people.items() if person.hands}
    order = sorted(seats, key=lambda player: (player == night.banker, seats[player] <= begins_behind, seats[player]))
    return dict(zip(order, share_out(night.balance.get("kitty", 0), len(order)), strict=True))


@at_close
def share_kitty(night: Night) -> tuple[events.Event, ...]:
    """The kitty is shared out; nothing where it is empty."""
    if not night.balance.get("kitty"):
        return ()
    shares = tuple(
        events.KittyShare(player=player, chips=chips, cents=chips * night.unit)
        for player, chips in shares_of_kitty(night).items()
        if chips
    )
    return (events.KittyShared(shares=shares),)
