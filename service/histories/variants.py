"""Which games of the standard rulebook the hand history formats have codes for, and at which limit."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from engine.game.betting import FixedLimit, Limit, NoLimit, PotLimit
from engine.game.definition import Game
from engine.game.steps import Lay
from engine.library import named

RULEBOOK = "standard"


@dataclass(frozen=True, slots=True)
class Variant:
    """`code` is that of PHH. `ohh` is the name in Open Hand History, and empty for a game that it does not carry."""

    code: str
    game: str
    limit: type[Limit]
    ohh: str = ""
    bring_in: bool = False

    @property
    def is_fixed(self) -> bool:
        """Whether bets have two fixed sizes."""
        return self.limit is FixedLimit

    @property
    def has_board(self) -> bool:
        """Whether cards are laid out for everybody."""
        return any(isinstance(step, Lay) for step in declared(self).steps)


VARIANTS: tuple[Variant, ...] = (
    Variant("FT", "Fixed-Limit Hold'em", FixedLimit, "Holdem"),
    Variant("NT", "Texas Hold'em", NoLimit, "Holdem"),
    Variant("NS", "Short-Deck Hold'em", NoLimit),
    Variant("PO", "Omaha", PotLimit, "Omaha"),
    Variant("FO/8", "Fixed-Limit Omaha Hi/Lo 8", FixedLimit, "OmahaHiLo"),
    Variant("F7S", "Seven-Card Stud", FixedLimit, bring_in=True),
    Variant("F7S/8", "Stud Hi/Lo 8", FixedLimit, bring_in=True),
    Variant("FR", "Razz", FixedLimit, bring_in=True),
    Variant("N2L1D", "2-7 Single Draw", NoLimit),
    Variant("F2L3D", "2-7 Triple Draw", FixedLimit),
    Variant("FB", "Badugi", FixedLimit),
)
BY_CODE = {variant.code: variant for variant in VARIANTS}


def declared(variant: Variant) -> Game:
    """The game of the rulebook."""
    (game,) = (found for found in named(variant.game, RULEBOOK) if found.rulebook == RULEBOOK)
    return game


def variant_of(game: Game, players: int) -> Variant | None:
    """The variant that a game is, as so many have played it, whatever its stakes. None if no code means it."""
    for variant in VARIANTS:
        ours = declared(variant).for_players(players)
        if type(game.limit) is not variant.limit or type(game.forced) is not type(ours.forced):
            continue
        if replace(ours, name=game.name, forced=game.forced, limit=game.limit) == game:
            return variant
    return None
