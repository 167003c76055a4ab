"""Who the pot goes to."""

from typing import Literal

import msgspec

from engine.game.scales import AnyScale
from engine.money import Chips


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


class LastHolding(Award, frozen=True):
    """The last player who holds cards takes the pot (Lift Smoke)."""


class TarokScore(Award, frozen=True, kw_only=True):
    """No pot: bidder and opponents pay each other. `threesome` and `solo` are the values of the contracts.

    `target`: the points with which a game is won, one more than half of all. The switches of RULINGS C4: `jack` (what a
    jack counts, R-T1), `passed_out` (what forehand gets when all pass: 25 in Tapp-Tarok), `multiplier` (what taking the
    second or the first three cards again doubles or trebles, R-T5), `pagat_pays` (R-T11), `kept` (R-T10).
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
        """What the contract is worth."""
        return self.solo if contract == "solo" else self.threesome


AnyAward = Best | Split | LastHolding | TarokScore
