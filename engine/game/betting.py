"""Before the deal, who opens, and how much: the betting words of a game."""

from typing import Literal

import msgspec

from engine.money import Chips, SomeChips


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


class BestShowing(msgspec.Struct, frozen=True, omit_defaults=True, tag=True, gc=False, kw_only=True):
    """The best own open cards open; equal: the first after the dealer; none open: next to the dealer.

    `by`: the scale says what is best, or two cards of one suit are, and without such a pair the highest card
    (RULINGS R-S13).
    """

    by: Literal["scale", "clean pair"] = "scale"


class PreviousOpener(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Who opened the betting before, or the first player after them still in; as long as nobody has: next to the dealer.

    RULINGS R-S4.
    """


Opens = NextToDealer | BestShowing | PreviousOpener


# What openers may be asked for: deciding it is for the room of words, naming it for the language.
HOLDINGS = ("two Animals", "three-letter word")


class Openers(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What a player must have held to open; asked only if they are about to win the showdown (RULINGS R-S1).

    `any_of`: one of these is enough. `passed_out`: where nobody opens, what is in the pot waits for the next hand, or
    goes back to those who put it in (RULINGS R-S3).
    """

    any_of: tuple[str, ...]
    passed_out: Literal["carry", "refund"] = "carry"


class HouseLimit(msgspec.Struct, frozen=True, omit_defaults=True, tag=True, gc=False, kw_only=True):
    """At most so many a bet or raise, and once a hand exactly `once` (the peder, RULINGS R-E2)."""

    most: SomeChips | None = None
    once: SomeChips | None = None


class FixedLimit(msgspec.Struct, frozen=True, omit_defaults=True, tag=True, gc=False, kw_only=True):
    """Exactly so many a bet or raise: `small`, and `big` from round `big_from` on.

    `raises`: after the bet at most so many a round, unless only two players are left in the hand; blinds are a bet, a
    bring-in is none. `reopens`: what a short all-in must be for those who have acted to raise again, a full bet or half.
    """

    small: Chips
    big: Chips
    big_from: int = 3
    raises: int | Literal["any"] = 3
    reopens: Literal["full", "half"] = "full"


class PotLimit(msgspec.Struct, frozen=True, tag=True, gc=False):
    """At most what the pot would hold after a call."""


class NoLimit(msgspec.Struct, frozen=True, tag=True, gc=False):
    """At most what the player has in front of them."""


Limit = HouseLimit | FixedLimit | PotLimit | NoLimit


def flaw_of_limit(limit: Limit) -> str:
    """Why the numbers of a limit contradict each other; empty where they do not."""
    match limit:
        case HouseLimit(most=most, once=once) if most is not None and once is not None and once <= most:
            return f"the one large bet of {once} is not above the most of {most}; it is {most + 1} or more"
        case FixedLimit(small=small) if small < 1:
            return f"the small bet is {small}; it is 1 or more"
        case FixedLimit(small=small, big=big) if big < small:
            return f"the big bet of {big} is below the small one of {small}; it is {small} or more"
        case FixedLimit(big_from=begins) if begins < 1:
            return f"the big bet begins in round {begins}; rounds are counted from 1"
        case _:
            return ""
