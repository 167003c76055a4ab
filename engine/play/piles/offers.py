"""Arranging a pile, turning the top cards, and turning on until the hand to beat is beaten."""

from collections.abc import Iterator

from engine import commands
from engine.game import steps
from engine.ids import PlayerId
from engine.offer import Offer, of_each, of_the_table
from engine.play.holdings.pile import unturned
from engine.registry import offered_at
from engine.state import Hand


def turning(hand: Hand, player: PlayerId) -> Iterator[Offer]:
    """Turning one more card, as long as the player has a pile."""
    if unturned(hand.cards.own[player]):
        yield Offer(commands.TurnOwn(player=player), player)


offered_at(steps.Reveal)(of_the_table(commands.RevealCards()))
offered_at(steps.Arrange)(of_each(commands.ArrangeCards))
