"""How many chips the bank can still hand out, and how many a count should find.

No sum of a night may be larger than the book writes (`CENTS_MOST`): half of that is for what is out and owed, half for what
is counted, so that the close can always be written.
"""

from typing import Final

from engine.ids import PlayerId
from engine.ledger.postings import is_money
from engine.money import CENTS_MOST
from engine.state import Night

# What a box without a declared inventory can hand out: more chips than any act may name.
ENDLESS = 10**12
OUT_MOST: Final = CENTS_MOST // 2
COUNTED_MOST: Final = CENTS_MOST // 2
# Accounts that mirror others, and chips that are not out.
_BESIDES: Final = frozenset({"box", "inventory", "gap", "due", "till", "credit"})


def left_in_the_box(night: Night) -> int:
    """The chips the bank can still hand out, after those it must sell to players who owe the pot.

    `ENDLESS` without a declared inventory, and never more than the book can write down. For a banker who plays from the
    box, what they won is in it and what they lost is gone from it.
    """
    return min(_lies_in_the_box(night), _can_be_written(night))


def _can_be_written(night: Night) -> int:
    """The chips that may still be handed out: each is worth its price in front of a player, and as much on an account."""
    chips = money = 0
    for account, amount in night.balance.items():
        if account in _BESIDES:
            continue
        if is_money(account):
            money += abs(amount)
        else:
            chips += abs(amount)
    left = (OUT_MOST - chips * night.unit - money) // (2 * night.unit)
    return max(0, left - night.balance.get("due", 0))


def _lies_in_the_box(night: Night) -> int:
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
