"""Who gets the pot."""

from typing import Literal

import msgspec

from engine.game.scales import AnyScale
from engine.money import Chips


class Award(msgspec.Struct, frozen=True, omit_defaults=True, tag=True, gc=False):
    """One way of dividing the pot."""


class DealOff(Award, frozen=True, kw_only=True):
    """Players with equal hands get `up` new open cards each, compared on `scale`, until one is best (R-M5)."""

    up: int
    scale: AnyScale


class Best(Award, frozen=True):
    """The best hand on `scale`, or on the game's own if None; `ties` says what happens to equal hands."""

    scale: AnyScale | None = None
    ties: Literal["split"] | DealOff = "split"


class HighestClosed(Award, frozen=True):
    """The player with the highest closed card of the suit; a wild card counts with its printed rank."""

    suit: str


class Split(Award, frozen=True):
    """Half the pot to each share; a share that nobody can win is added to the other."""

    first: Best
    second: Best | HighestClosed


class LastHolding(Award, frozen=True):
    """The last player who holds cards takes the pot (Lift Smoke)."""


class TarokScore(Award, frozen=True, kw_only=True):
    """No pot: bidder and opponents pay each other. `threesome` and `solo` are the values of the contracts, in chips.

    `target`: the points that win a game, one more than half of all. `passed_out`: the chips forehand gets when all
    pass (25 in Tapp-Tarok). Set by the switches of RULINGS C4: `jack` (the points of a jack, R-T1), `multiplier` (what
    is doubled or trebled when the bidder takes the second three cards or goes back to the first, R-T5), `pagat_pays`
    (R-T11), `kept` (R-T10).
    """

    threesome: Chips
    solo: Chips
    target: int
    jack: int = 2
    passed_out: Chips = 0
    multiplier: Literal["game", "base"] = "game"
    pagat_pays: Literal["bidder", "all"] = "bidder"
    kept: Literal["chips", "paper"] = "chips"

    def value(self, contract: str) -> Chips:
        """The value of the contract, in chips."""
        return self.solo if contract == "solo" else self.threesome


AnyAward = Best | Split | LastHolding | TarokScore
