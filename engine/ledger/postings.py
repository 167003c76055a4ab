"""Double entry: accounts and what moves between them. A night's ledger is the sum of its events' postings.

Chips: `box` `chips:<player>` `pot` `carry` `shadow:<player>` (the marker in front of them) `owed:<player>` (their debt to
the pot, negative) `due` (the pot's claim on all debtors) `gap` `inventory`. Cents: `loan:<player>` (chips on credit,
negative when they owe) `credit` (the bank's claims) `cash:<player>` (money they paid, negative) `till` (the bank's money).
Each commodity sums to zero in every event.
"""

from typing import NamedTuple

MONEY_ACCOUNTS = ("loan:", "cash:", "till", "credit")


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
    found: list[Posting] = []
    for source, target, amount in moves:
        if amount:
            found += (Posting(source, -amount), Posting(target, amount))
    return tuple(found)
