"""Debts added up by who owes whom."""

from collections.abc import Iterable

from engine.debts import Debt
from engine.ids import PlayerId

# By payer and payee: cents.
Owed = dict[tuple[PlayerId, PlayerId], int]


def owed_in(debts: Iterable[Debt]) -> Owed:
    """The debts added up by payer and payee, in the order in which the pairs first come."""
    owed: Owed = {}
    for debt in debts:
        pair = (debt.payer, debt.payee)
        owed[pair] = owed.get(pair, 0) + debt.cents
    return owed
