"""How many chips the bank can still hand out, and how many a count should find."""

from engine.ids import PlayerId
from engine.state import Night

# What a box without a declared inventory can hand out: more chips than any act may name.
ENDLESS = 10**12


def left_in_the_box(night: Night) -> int:
    """The chips the bank can still hand out, after those it must sell to players who owe the pot.

    `ENDLESS` without a declared inventory. For a banker who plays from the box, what they won is in it and what they
    lost is gone from it.
    """
    if not night.inventory:
        return ENDLESS
    balance = night.balance
    from_box = balance.get("chips:" + night.banker, 0) if night.rules.banker_stack == "box" else 0
    return balance.get("box", 0) + from_box - balance.get("due", 0)


def in_the_box(night: Night) -> int:
    """The chips that lie in the box by the book: those of a banker who plays from it are among them."""
    own = night.balance.get("chips:" + night.banker, 0) if night.banker == night.from_box else 0
    return night.balance.get("box", 0) + own


def to_be_counted(night: Night, player: PlayerId) -> int:
    """The chips a count of this player should find: their own, plus those in the box if they play from it."""
    chips = night.balance.get("chips:" + player, 0)
    from_box = night.rules.banker_stack == "box" and player == night.banker
    return chips + night.balance.get("box", 0) if from_box else chips
