"""Which games of the standard rulebook hand histories have codes for, and at which limit."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from engine.game.betting import FixedLimit, Limit, NoLimit, PotLimit
from engine.game.definition import Game
from engine.library import named

RULEBOOK = "standard"


@dataclass(frozen=True, slots=True)
class Variant:
    """A game of the standard rulebook at one limit; `code` is that of PHH."""

    code: str
    game: str
    limit: type[Limit]
    bring_in: bool = False

    @property
    def is_fixed(self) -> bool:
        """Whether bets have two fixed sizes."""
        return self.limit is FixedLimit


VARIANTS: tuple[Variant, ...] = (
    Variant("FT", "Fixed-Limit Hold'em", FixedLimit),
    Variant("NT", "Texas Hold'em", NoLimit),
    Variant("NS", "Short-Deck Hold'em", NoLimit),
    Variant("PO", "Omaha", PotLimit),
    Variant("FO/8", "Fixed-Limit Omaha Hi/Lo 8", FixedLimit),
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
