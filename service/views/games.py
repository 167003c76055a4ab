"""Which games are there, and how is one played? Every rulebook's games, with rules to read aloud."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from engine.game.definition import Game
from engine.game.english import Summary, explain, summary
from engine.library import BOOK_NAMES, OWN
from service.problems import Problem


class Games(msgspec.Struct, frozen=True, kw_only=True):
    """A list of games, and the rulebooks that exist."""

    rulebooks: tuple[str, ...]
    games: tuple[Summary, ...]


class GameRules(msgspec.Struct, frozen=True, kw_only=True):
    """One game: its rules as numbered sentences, and the declaration that the engine plays by."""

    summary: Summary
    rules: str
    declaration: dict[str, Any]


class GameMissing(Problem):
    status, code = 404, "game_missing"
    sentence = "There is no game {game} in the rulebook {rulebook}; /api/v1/games lists its games."


def games_view(found: Iterable[Game], own: Sequence[Game] | None = None) -> Games:
    """These games in a list; `own` are the games of the club that is meant, None without a club."""
    return Games(
        rulebooks=BOOK_NAMES if own is None else (*BOOK_NAMES, OWN), games=tuple(summary(game) for game in found)
    )


def rules_view(game: Game) -> GameRules:
    """One game with its rules."""
    return GameRules(summary=summary(game), rules=explain(game), declaration=msgspec.to_builtins(game))
