"""Copies the sides declared, sealed until everybody has declared."""

from engine import commands, events
from engine.registry import folds_in_hand
from engine.state import Hand, Night


@folds_in_hand(commands.DeclareSide)
def sealed(night: Night, hand: Hand, event: commands.DeclareSide) -> None:
    """The declaration is kept until the last one is made."""
    hand.asked.waiting.remove(event.player)
    hand.asked.sealed[event.player] = event


@folds_in_hand(events.SidesDeclared)
def declared(night: Night, hand: Hand, event: events.SidesDeclared) -> None:
    """The sides are known to everybody."""
    hand.showdown.sides = {
        **dict.fromkeys(event.low, "low"),
        **dict.fromkeys(event.both, "both"),
        **dict.fromkeys(event.high, "high"),
    }
    hand.asked.sealed.clear()
    hand.step_done()
