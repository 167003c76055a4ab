"""Doubling the stakes, which is recorded as the bet it comes to."""

from engine.acts import Command
from engine.ids import PlayerId
from engine.registry import shorthand


@shorthand
class DoubleStakes(Command, frozen=True, kw_only=True, tag="double_stakes"):
    """A player doubles the stakes; recorded as a bet of as many chips as they have put into this pot so far."""

    player: PlayerId
