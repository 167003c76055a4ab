"""The betting words of a game: what is put in before the deal, who opens, and how much may be bet."""

from typing import Literal

import msgspec

from engine.money import Chips, SomeChips


class Ante(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Everyone puts in this many chips before the first card."""

    chips: Chips


class Blinds(msgspec.Struct, frozen=True, omit_defaults=True, tag=True, gc=False):
    """The first two after the dealer put in a small and a big blind, both live; everyone also puts in `ante`."""

    small: Chips
    big: Chips
    ante: Chips = 0


class BringIn(msgspec.Struct, frozen=True, omit_defaults=True, tag=True, gc=False):
    """Everyone antes, and whoever shows the worst open card opens the first round with at least `chips`."""

    chips: Chips
    ante: Chips = 0


Forced = Ante | Blinds | BringIn


class NextToDealer(msgspec.Struct, frozen=True, tag=True, gc=False):
    """The first player after the dealer opens; with blinds, the player after the last blind."""


class BestShowing(msgspec.Struct, frozen=True, omit_defaults=True, tag=True, gc=False, kw_only=True):
    """Whoever shows the best open cards opens; if equal, or if no card lies open, the first after the dealer.

    `by`: best by the game's scale, or by the best two cards of one suit and, without such a pair, the highest card
    (RULINGS R-S13).
    """

    by: Literal["scale", "clean pair"] = "scale"


class PreviousOpener(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Whoever opened the round before opens, or the next player still in; before that, the first after the dealer.

    RULINGS R-S4.
    """


Opens = NextToDealer | BestShowing | PreviousOpener


# The holdings that openers may need. They are named here, and `engine.words` decides who has them.
HOLDINGS = ("two Animals", "three-letter word")


class Openers(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What a player must have held to open; checked only if they are about to win the showdown (RULINGS R-S1).

    `any_of`: one of these is enough. `passed_out`: if nobody opens, the pot waits for the next hand, or goes back to
    those who put it in (RULINGS R-S3).
    """

    any_of: tuple[str, ...]
    passed_out: Literal["carry", "refund"] = "carry"


class HouseLimit(msgspec.Struct, frozen=True, omit_defaults=True, tag=True, gc=False, kw_only=True):
    """A bet or raise is at most `most`; once a hand a player may make one of exactly `once` (peder, RULINGS R-E2)."""

    most: SomeChips | None = None
    once: SomeChips | None = None


class FixedLimit(msgspec.Struct, frozen=True, omit_defaults=True, tag=True, gc=False, kw_only=True):
    """A bet or raise is exactly `small`, and exactly `big` from round `big_from` on.

    `raises`: the most raises after the bet in a round, unless only two players are left in the hand; blinds count as a
    bet, a bring-in does not. `reopens`: how large a short all-in must be to let those who have acted raise again, a
    full bet or half of one.
    """

    small: Chips
    big: Chips
    big_from: int = 3
    raises: int | Literal["any"] = 3
    reopens: Literal["full", "half"] = "full"


class PotLimit(msgspec.Struct, frozen=True, tag=True, gc=False):
    """A raise is at most what the pot would hold after the call."""


class NoLimit(msgspec.Struct, frozen=True, tag=True, gc=False):
    """A bet or raise is at most what the player has in front of them."""


Limit = HouseLimit | FixedLimit | PotLimit | NoLimit
