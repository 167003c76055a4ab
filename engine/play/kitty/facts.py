"""Copies chips into the kitty, and at the close out of it."""

from engine import events
from engine.ledger.postings import Move, Moves
from engine.registry import copies_nothing, folds, moves


@moves(events.PaidToKitty)
def paid_moves(event: events.PaidToKitty) -> Moves:
    return (("pot", "kitty", event.chips),)


@moves(events.KittyShared)
def shared_moves(event: events.KittyShared) -> Moves:
    """The chips go back to the box and their worth to the accounts, because the stacks are already counted."""
    moved: list[Move] = []
    for share in event.shares:
        moved += [("kitty", "box", share.chips), ("credit", "loan:" + share.player, share.cents)]
    return tuple(moved)


folds(events.PaidToKitty, events.KittyShared)(copies_nothing)
