"""How many cards the player in turn may exchange."""

from collections.abc import Iterator

from engine import commands
from engine.game import steps
from engine.offer import Offer
from engine.registry import offered_at
from engine.state import Hand, Night


@offered_at(steps.Draw)
def exchanging(_: Night, hand: Hand, step: steps.Draw) -> Iterator[Offer]:
    for player in hand.asked.waiting[:1]:
        most = min(step.up_to, len(hand.cards.own[player]))
        least = most if step.compulsory else 0
        yield Offer(commands.Exchange(player=player, number=least), player, least=least, most=most)
