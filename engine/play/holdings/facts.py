"""Copies the faces of cards that were unknown."""

from engine import commands
from engine.play.holdings.lying import fill_in, to_be_seen
from engine.registry import folds_in_hand
from engine.state import UNKNOWN, Hand, Night


@folds_in_hand(commands.NameCards)
def named(night: Night, hand: Hand, event: commands.NameCards) -> None:
    """The faces are known from now on; nothing decided before changes."""
    lying = hand.cards.board if event.player is None else to_be_seen(hand, hand.cards.own[event.player])
    unknown_open = [held for held in lying if held.up and held.card == UNKNOWN]
    fill_in(hand, lying, event.cards)
    unknown = [held for held in unknown_open if held.card != UNKNOWN]
    for held in unknown:
        held.vague = False
    if event.player is not None:
        hand.effects.due.extend((event.player, held.card) for held in unknown)
