"""The side a player declares for, and all sides when they are open."""

from typing import Literal

from engine.acts import Command, Consequence
from engine.ids import PlayerId
from engine.registry import drawn, stored_as

Side = Literal["low", "both", "high"]


@stored_as("side_sealed")
class DeclareSide(Command, frozen=True, kw_only=True, tag="declare_side"):
    """A player declares for low, both or high (one, two or three chips); hidden until all have declared."""

    player: PlayerId
    side: Side


@drawn
class SidesDeclared(Consequence, frozen=True, kw_only=True, tag="sides_declared"):
    """All have declared, and all sides are known at once."""

    low: tuple[PlayerId, ...] = ()
    both: tuple[PlayerId, ...] = ()
    high: tuple[PlayerId, ...] = ()
