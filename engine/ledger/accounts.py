"""What each player's account says: what they have won or lost, and what is still to be paid."""

from engine.ids import PlayerId
from engine.state import Night


def nets(night: Night) -> dict[PlayerId, int]:
    """Everyone's result in cents: chips at their value, chips on credit, money paid in and out.

    Before the close this is how each would stand if the night ended now.
    """
    results = _standing(night)
    return {player: cents + _cash(night, player) for player, cents in results.items()}


def dues(night: Night) -> dict[PlayerId, int]:
    """What is still to be received (or, negative, paid): results without money that has changed hands already.

    The banker holds the till, so that they owe it out.
    """
    owed = _standing(night)
    owed[night.banker] -= night.balance.get("till", 0)
    return owed


def _standing(night: Night) -> dict[PlayerId, int]:
    """Chips at their value less what is owed for them; the bank's own chips are the banker's to win or lose."""
    people = dict.fromkeys((*night.people, night.banker))
    standing = {player: _chips_worth(night, player) + _loan(night, player) for player in people}
    standing[night.banker] -= _given_away(night)
    return standing


def _given_away(night: Night) -> int:
    """What chips are worth that a ruling took out of the box, so that nobody owes for them (less those it put in)."""
    balance = night.balance
    issued = -(balance.get("box", 0) + balance.get("inventory", 0))
    loans = sum(cents for account, cents in balance.items() if account.startswith("loan:"))
    resolved = gap_in_chips(night) if night.closing.gap_resolved else 0
    return (issued - resolved) * night.unit + loans - balance.get("till", 0)


def gap_in_chips(night: Night) -> int:
    """Chips missing at the count (positive) or over (negative), in all."""
    return night.balance.get("gap", 0)


def to_be_counted(night: Night, player: PlayerId) -> int:
    """The chips a count of this player finds, if the book is right: their own, or those in the box they play from."""
    chips = night.balance.get("chips:" + player, 0)
    from_box = night.rules.banker_stack == "box" and player == night.banker
    return chips + night.balance.get("box", 0) if from_box else chips


def _chips_worth(night: Night, player: PlayerId) -> int:
    return night.balance.get("chips:" + player, 0) * night.unit


def _loan(night: Night, player: PlayerId) -> int:
    return night.balance.get("loan:" + player, 0)


def _cash(night: Night, player: PlayerId) -> int:
    return night.balance.get("cash:" + player, 0)
