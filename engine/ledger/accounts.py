"""Each player's account: what they have won or lost, and what is still to be paid."""

from collections import Counter

from engine.ids import PlayerId
from engine.ledger.postings import KITTY
from engine.registry import FUNDS, load
from engine.state import Night

# Chips in a fund count in every result.
load("fund")


def nets(night: Night) -> dict[PlayerId, int]:
    """Everyone's result in cents, from chips at their value, chips on credit, and money paid in and out.

    Before the close it is the result if the night ended now. Chips in a fund count as they would
    be shared out then, so that the close changes nobody's result.
    """
    results = _standing(night)
    return {player: cents + _cash(night, player) for player, cents in results.items()}


def dues(night: Night) -> dict[PlayerId, int]:
    """The cents each player has still to receive (negative: to pay), after money that has already changed hands.

    The banker holds the money in the till and owes it to the others. What was paid for others beside the game is in it.
    """
    owed = {player: cents + from_expenses(night, player) for player, cents in _standing(night).items()}
    owed[night.banker] -= night.balance.get("till", 0)
    return owed


def owes(night: Night, player: PlayerId) -> int:
    """The cents the player has still to pay in (below zero: has coming); the banker's till is not what they have paid."""
    return -_standing(night)[player] - from_expenses(night, player)


def has_coming(night: Night, player: PlayerId) -> int:
    """The cents the bank can pay the player out (below zero: they owe), apart from the chips in front of them."""
    return _loan(night, player) + from_expenses(night, player)


def from_expenses(night: Night, player: PlayerId) -> int:
    """The cents the player has coming beside the game, for what they paid for others (below zero: owes for what others paid).

    Whoever keeps the bank keeps the kitty with it, so that what is left in it at the end is theirs to look after.
    """
    return night.balance.get("expense:" + player, 0) + (in_kitty(night) if player == night.banker else 0)


def in_kitty(night: Night) -> int:
    """The cents that the kitty has got and not spent."""
    return night.balance.get(KITTY, 0)


def _standing(night: Night) -> dict[PlayerId, int]:
    """In cents: chips at their value less what is owed for them; the bank's own chips count for the banker."""
    shares = shares_of_funds(night)
    standing = {
        player: _chips_worth(night, player) + shares[player] * night.unit + _loan(night, player)
        for player in night.everybody
    }
    standing[night.banker] -= given_away(night)
    return standing


def shares_of_funds(night: Night) -> Counter[PlayerId]:
    """The chips of all funds by player, as if the night ended now."""
    shares: Counter[PlayerId] = Counter()
    for account, shared in FUNDS.items():
        if night.balance.get(account):
            shares.update(shared(night))
    return shares


def in_funds(night: Night) -> int:
    """The chips set aside from pots that are not shared out yet."""
    return sum(night.balance.get(account, 0) for account in FUNDS)


def given_away(night: Night) -> int:
    """The worth in cents of chips that rulings took out of the box, for which nobody owes, less those they put in.

    Only those since the bank passed on last: earlier ones are on the account of the banker of that time.
    """
    balance = night.balance
    issued = -(balance.get("box", 0) + balance.get("inventory", 0))
    loans = sum(cents for account, cents in balance.items() if account.startswith("loan:"))
    resolved = gap_in_chips(night) if night.closing.gap_resolved else 0
    return (issued - resolved) * night.unit + loans - balance.get("till", 0)


def gap_in_chips(night: Night) -> int:
    """All chips missing (positive) or over (negative) at the counts."""
    return night.balance.get("gap", 0)


def _chips_worth(night: Night, player: PlayerId) -> int:
    return night.balance.get("chips:" + player, 0) * night.unit


def _loan(night: Night, player: PlayerId) -> int:
    return night.balance.get("loan:" + player, 0)


def _cash(night: Night, player: PlayerId) -> int:
    return night.balance.get("cash:" + player, 0)
