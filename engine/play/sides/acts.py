"""The declaration of sides, high or low or both, and their opening."""

from typing import Literal

from engine.acts import Command, Consequence
from engine.ids import PlayerId
from engine.registry import asked_to, consequence, listed_as, own_act, stored_as
from engine.speech import to_say

Side = Literal["low", "both", "high"]


@own_act("player", at_once=True)
@asked_to(to_say("to declare high or low"))
@listed_as("declare")
@stored_as("side_sealed")
class DeclareSide(Command, frozen=True, kw_only=True, tag="declare_side"):
    """A player declares low, both or high (with one, two or three chips); hidden until everybody has declared."""

    player: PlayerId
    side: Side


@consequence
class SidesDeclared(Consequence, frozen=True, kw_only=True, tag="sides_declared"):
    """Everybody has declared, and all the sides are shown at once."""

    low: tuple[PlayerId, ...] = ()
    both: tuple[PlayerId, ...] = ()
    high: tuple[PlayerId, ...] = ()
