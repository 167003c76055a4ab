"""What makes a declaration unsound: one small function for each finding, for the catalogue and the club's own games.

A new word brings its findings with it: write the function in `engine.game.findings`, with `@finding` above it.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from engine.game.counts import KEPT, players_served
from engine.game.definition import Game
from engine.game.findings import board, pack, pot, script, tricks, wild_cards, words
from engine.game.findings.finding import CHECK_OF, Check, Finding, may_hang_on

__all__ = ["CHECKS", "FILES", "Finding", "findings", "may_hang_on"]

FILES: Final = (pack, script, board, pot, words, wild_cards, tricks)
"""The files of `engine.game.findings` in the order of precedence: a refusal of a game tells the first finding."""

# Within a file, what stands first comes first.
CHECKS: Final[Mapping[str, Check]] = {
    code: check for file in FILES for code, check in CHECK_OF.items() if check.__module__ == file.__name__
}


@lru_cache(maxsize=KEPT)
def findings(game: Game) -> tuple[Finding, ...]:
    """Everything unsound about a game that its rulebook has resolved; empty if the game is sound."""
    assert not game.unsaid, "Ask after Rulebook.resolve."
    game = game.for_players(players_served(game)[1])
    return tuple(Finding(code, *found) for code, check in CHECKS.items() for found in check(game))
