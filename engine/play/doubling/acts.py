"""Doubling the stakes, which is recorded as the bet it comes to."""

from engine.play.betting.acts import BettingAct
from engine.registry import says, shorthand
from engine.speech import to_say


@says("double", does=to_say("{player} doubles the stakes with {chips}."))
@shorthand
class DoubleStakes(BettingAct, frozen=True, kw_only=True, tag="double_stakes"):
    """A player doubles the stakes; recorded as a bet of as many chips as they have put into this pot so far."""
