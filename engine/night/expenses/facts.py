"""Copies expenses, tips and fees into the ledger: what each has coming for what they paid, and owes for their share."""

from engine import commands, events
from engine.ledger.postings import KITTY, Move, Moves
from engine.registry import copies_nothing, folds, moves
from engine.state import Night


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


@moves(events.FeeCharged)
def fee_moves(event: events.FeeCharged) -> Moves:
    """Chips go into the box and their worth onto the account, so that the result stays what the game made it."""
    moved: list[Move] = []
    for share in event.shares:
        moved.append(("expense:" + share.player, KITTY, share.cents))
        if share.chips:
            moved += [("chips:" + share.player, "box", share.chips), ("credit", "loan:" + share.player, share.cents)]
    return tuple(moved)


@folds(events.FeeCharged)
def fee_charged(night: Night, _: events.FeeCharged) -> None:
    """The fee of all hands and of the time there is taken, and so is not due again."""
    night.charged, night.closing.there = night.hands_played, ()
