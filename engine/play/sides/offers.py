"""The sides that everybody who has not declared yet may declare."""

from collections.abc import Iterator

from engine import commands
from engine.game import steps
from engine.offer import Offer
from engine.play.sides.acts import Side
from engine.registry import offered_at
from engine.state import Hand, Night

SIDES: tuple[Side, ...] = ("low", "both", "high")


@offered_at(steps.DeclareSides)
def declaring(_: Night, hand: Hand, __: steps.DeclareSides) -> Iterator[Offer]:
    for player in hand.asked.waiting:
        for side in SIDES:
            yield Offer(commands.DeclareSide(player=player, side=side), player)
