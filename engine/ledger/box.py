"""What the bank can still hand out."""

from engine.state import Night

# What a box without a declared inventory can hand out: more chips than any act may name.
ENDLESS = 10**12


def left_in_the_box(night: Night) -> int:
    """Chips the bank can still hand out, besides those it must sell to players who owe the pot.

    A banker who plays from the box has laid there what they have won, and taken from it what they have lost.
    """
    if not night.inventory:
        return ENDLESS
    balance = night.balance
    from_box = balance.get("chips:" + night.banker, 0) if night.rules.banker_stack == "box" else 0
    return balance.get("box", 0) + from_box - balance.get("due", 0)
