"""Who the pot goes to."""

import msgspec

from engine.game.scales import AnyScale


class Award(msgspec.Struct, frozen=True, omit_defaults=True, tag=True, gc=False):
    """One way of dividing the pot."""


class Best(Award, frozen=True):
    """The best hand on the scale, by default the game's; equal hands split."""

    scale: AnyScale | None = None


class HighestClosed(Award, frozen=True):
    """The player with the highest closed card of the suit; open ones do not count, a wild one has its printed rank."""

    suit: str


class Split(Award, frozen=True):
    """Half to each; a share nobody can win goes to the other."""

    first: Best
    second: Best | HighestClosed


AnyAward = Best | Split
