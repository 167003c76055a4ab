"""Double entry: accounts and what moves between them. A night's ledger is the sum of its events' postings.

Chips: `box` `chips:<player>` `pot` `carry` `shadow:<player>` (the marker in front of them) `owed:<player>` (their debt to
the pot, negative) `due` (the pot's claim on all debtors) `gap` `inventory`. Cents: `loan:<player>` (chips on credit,
negative when they owe) `credit` (the bank's claims) `cash:<player>` (money they paid, negative) `till` (the bank's money)
`expense:<player>` (what they have coming beside the game, for what they paid for others, negative when they owe) `expenses`
(paid and not shared, nothing between events) `expenses:kitty` (what the kitty has got and not spent). Each commodity sums to zero in every event.

No sum of a night may be larger than the book writes (`CENTS_MOST`): half of that is for what is out and owed, half for what
is counted, so that the close can always be written.
"""

from typing import Final, NamedTuple

from engine.ids import PlayerId
from engine.money import CENTS_MOST
from engine.state import Night

MONEY_ACCOUNTS = ("loan:", "cash:", "till", "credit", "expense")

# The kitty of the house: money beside the game, with whoever keeps the bank. Chips that games set aside lie on `kitty`.
KITTY: Final = "expenses:kitty"


class Posting(NamedTuple):
    """Chips, or cents on a money account, that go into an account; a negative amount goes out of it."""

    account: str
    amount: int


Postings = tuple[Posting, ...]
# From one account, to another, the amount; an amount of 0 makes no posting.
Move = tuple[str, str, int]
Moves = tuple[Move, ...]


def is_money(account: str) -> bool:
    """Whether the account holds cents; all others hold chips."""
    return account.startswith(MONEY_ACCOUNTS)


def two_sided(moves: Moves) -> Postings:
    postings: list[Posting] = []
    for source, target, amount in moves:
        if amount:
            postings += (Posting(source, -amount), Posting(target, amount))
    return tuple(postings)


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
    left = money_left(night) // (2 * night.unit)
    return max(0, left - night.balance.get("due", 0))


def money_left(night: Night) -> int:
    """The cents that the book can still write on accounts, beside all that is out and owed."""
    chips = money = 0
    for account, amount in night.balance.items():
        if account in _BESIDES:
            continue
        if is_money(account):
            money += abs(amount)
        else:
            chips += abs(amount)
    return OUT_MOST - chips * night.unit - money


def _lies_in_the_box(night: Night) -> int:
    if not night.inventory:
        return ENDLESS
    return in_the_box(night) - night.balance.get("due", 0)


def in_the_box(night: Night) -> int:
    """The chips that lie in the box by the book: those of a banker who plays from it are among them."""
    own = night.balance.get("chips:" + night.from_box, 0) if night.from_box is not None else 0
    return night.balance.get("box", 0) + own


def to_be_counted(night: Night, player: PlayerId) -> int:
    """The chips a count of this player should find: their own, plus those in the box if they play from it."""
    chips = night.balance.get("chips:" + player, 0)
    return chips + night.balance.get("box", 0) if player == night.from_box else chips
