"""Copies the fee of the house into the ledger: what each owes for it, and the chips that went for it."""

from engine import events
from engine.ledger.postings import KITTY, Move, Moves
from engine.registry import folds, moves
from engine.state import Night


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
