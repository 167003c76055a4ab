"""Copies expenses and tips into the ledger: what each has coming for what they paid, and owes for their share."""

from engine import commands
from engine.ledger.postings import KITTY, Moves
from engine.registry import copies_nothing, folds, moves


@moves(commands.PayExpense)
def expense_moves(event: commands.PayExpense) -> Moves:
    """What the kitty does not bear goes through `expenses`, on which nothing is left once all of it is shared."""
    if event.kitty:
        return ((KITTY, "expense:" + event.player, event.cents),)
    shared = tuple(("expense:" + share.player, "expenses", share.cents) for share in event.shares or ())
    return (("expenses", "expense:" + event.player, event.cents), *shared)


@moves(commands.GiveTip)
def tip_moves(event: commands.GiveTip) -> Moves:
    return (("expense:" + event.player, "expense:" + event.payee if event.payee else KITTY, event.cents),)


folds(commands.PayExpense, commands.GiveTip)(copies_nothing)
