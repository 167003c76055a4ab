"""What each player's account says: what he has won or lost, and what is still to be paid."""

from engine.ids import PlayerId
from engine.state import Night


def nets(night: Night) -> dict[PlayerId, int]:
    """Everyone's result in cents: chips at their value, chips on credit, money paid in and out.

    Before the close this is how each would stand if the night ended now.
    """
    return {
        player: _chips_worth(night, player) + _loan(night, player) + _cash(night, player) for player in night.people
    }


def dues(night: Night) -> dict[PlayerId, int]:
    """What is still to be received (or, negative, paid): results without money that has changed hands already.

    The banker holds the till, so that he owes it out.
    """
    owed = {player: _chips_worth(night, player) + _loan(night, player) for player in night.people}
    owed[night.banker] = owed.get(night.banker, 0) - night.balance.get("till", 0)
    return owed


def gap_in_chips(night: Night) -> int:
    """Chips missing at the count (positive) or over (negative), in all."""
    return night.balance.get("gap", 0)


def _chips_worth(night: Night, player: PlayerId) -> int:
    return night.balance.get("chips:" + player, 0) * night.unit


def _loan(night: Night, player: PlayerId) -> int:
    return night.balance.get("loan:" + player, 0)


def _cash(night: Night, player: PlayerId) -> int:
    return night.balance.get("cash:" + player, 0)
