"""Who the pot goes to."""

from typing import Literal

import msgspec

from engine.game.scales import AnyScale


class Award(msgspec.Struct, frozen=True, omit_defaults=True, tag=True, gc=False):
    """One way of dividing the pot."""


class DealOff(Award, frozen=True, kw_only=True):
    """Equal hands get so many new open cards each, compared on the scale, no betting; repeated while equal (R-M5)."""

    up: int
    scale: AnyScale


class Best(Award, frozen=True):
    """The best hand on the scale, by default the game's; equal hands split, or settle by `ties`."""

    scale: AnyScale | None = None
    ties: Literal["split"] | DealOff = "split"


class HighestClosed(Award, frozen=True):
    """The player with the highest closed card of the suit; open ones do not count, a wild one has its printed rank."""

    suit: str


class Split(Award, frozen=True):
    """Half to each; a share nobody can win goes to the other."""

    first: Best
    second: Best | HighestClosed


AnyAward = Best | Split
