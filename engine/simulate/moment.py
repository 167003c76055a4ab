"""One act that is about to be done, and what its player sees."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from engine import commands
from engine.game import steps
from engine.ids import PlayerId
from engine.offer import Offer
from engine.resolved import resolved
from engine.simulate.chance import Chance
from engine.simulate.dealer import Dealer
from engine.state import Hand, Night

Step = TypeVar("Step", bound=steps.Step)


@dataclass(frozen=True, slots=True)
class Moment:
    """One act that is about to be done, and what its player sees."""

    night: Night
    hand: Hand
    offer: Offer
    dealer: Dealer
    chance: Chance

    @property
    def player(self) -> PlayerId:
        """The player who acts. An error for an act of the table."""
        return resolved(self.offer.player)

    def own(self) -> tuple[str, ...]:
        """The player's cards, as far as they are known."""
        return tuple(held.card for held in self.hand.cards.own[self.player])

    def step(self, kind: type[Step]) -> Step:
        """The step at the cursor."""
        step: steps.AnyStep = self.hand.steps[self.hand.cursor]
        assert isinstance(step, kind)
        return step


Act = Callable[[Moment], commands.Command]
