"""Copies which cards were chosen to be opened, and which lie open."""

from engine import commands, events
from engine.play.holdings.lying import closed_cards, fill_in, lose_sight, open_up
from engine.registry import folds_in_hand
from engine.state import UNKNOWN, Hand, Night


@folds_in_hand(commands.ExposeCard)
def sealed(night: Night, hand: Hand, event: commands.ExposeCard) -> None:
    """The choice is sealed until the last one is made; nobody else can hold the card it names."""
    hand.asked.waiting.remove(event.player)
    fill_in(hand, closed_cards(hand, event.player), (event.card,))
    hand.asked.sealed[event.player] = event


@folds_in_hand(events.CardsExposed)
def exposed(night: Night, hand: Hand, event: events.CardsExposed) -> None:
    """Each card lies open; if a choice is not known, neither are the cards that stay closed."""
    for player, card in zip(hand.still_in, event.cards, strict=True):
        closed = closed_cards(hand, player)
        if card == UNKNOWN and len(closed) > 1:
            lose_sight(hand, player, closed)
        if card != UNKNOWN:
            # Whoever is told the night without closed cards did not see the choice.
            fill_in(hand, closed, (card,))
        held = next(held for held in closed if held.card == card or len(closed) == 1)
        held.vague = False
        open_up(hand, player, held)
    hand.asked.sealed.clear()
    hand.step_done()
