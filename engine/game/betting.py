"""Before the deal, who opens, and how much: the betting words of a game."""

import msgspec

from engine.money import Chips


class Ante(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Everyone puts in so many chips before the first card."""

    chips: Chips


class Blinds(msgspec.Struct, frozen=True, omit_defaults=True, tag=True, gc=False):
    """The first two after the dealer put in a small and a big blind, live; `ante` is asked of everyone besides."""

    small: Chips
    big: Chips
    ante: Chips = 0


class BringIn(msgspec.Struct, frozen=True, omit_defaults=True, tag=True, gc=False):
    """Everyone antes, and whoever shows the worst open card opens the first round with at least `chips`."""

    chips: Chips
    ante: Chips = 0


Forced = Ante | Blinds | BringIn


class NextToDealer(msgspec.Struct, frozen=True, tag=True, gc=False):
    """The first player after the dealer opens; after blinds, the player behind the last blind."""


class BestShowing(msgspec.Struct, frozen=True, tag=True, gc=False):
    """The best own open cards open; equal: the first after the dealer; none open: next to the dealer."""


Opens = NextToDealer | BestShowing


class HouseLimit(msgspec.Struct, frozen=True, omit_defaults=True, tag=True, gc=False, kw_only=True):
    """At most so many a bet or raise, and once a hand exactly `once` (the peder, RULINGS R-E2)."""

    most: Chips | None = None
    once: Chips | None = None


class FixedLimit(msgspec.Struct, frozen=True, omit_defaults=True, tag=True, gc=False, kw_only=True):
    """Exactly so many a bet or raise: `small`, and `big` from round `big_from` on."""

    small: Chips
    big: Chips
    big_from: int = 3


class PotLimit(msgspec.Struct, frozen=True, tag=True, gc=False):
    """At most what the pot would hold after a call."""


class NoLimit(msgspec.Struct, frozen=True, tag=True, gc=False):
    """At most what the player has in front of him."""


Limit = HouseLimit | FixedLimit | PotLimit | NoLimit
