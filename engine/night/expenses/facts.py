"""Copies expenses into the ledger: what each person has coming for what they paid, and owes for what they share in."""

from engine import commands
from engine.ledger.postings import Moves
from engine.registry import copies_nothing, folds, moves


@moves(commands.PayExpense)
def expense_moves(event: commands.PayExpense) -> Moves:
    """What was paid goes through `expenses`, on which nothing is left once all of it is shared."""
    shared = tuple(("expense:" + share.player, "expenses", share.cents) for share in event.shares or ())
    return (("expenses", "expense:" + event.player, event.cents), *shared)


folds(commands.PayExpense)(copies_nothing)
