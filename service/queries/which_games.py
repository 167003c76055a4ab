"""Which games are there, and how is one played? Every rulebook's games, with rules to read aloud."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.game.definition import Game
from engine.game.english import Summary, explain, summary
from engine.library import BOOK_NAMES, GAMES, named, search
from service.own_games.shelf import OWN
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


def games(*, rulebook: str | None, text: str | None, own: Sequence[Game] | None = None) -> Games:
    """The games of one rulebook or of all, or those that the text may mean; also the club's `own` games."""
    found = search(text, rulebook or "", own or ()) if text else (*GAMES, *(own or ()))
    return Games(
        rulebooks=BOOK_NAMES if own is None else (*BOOK_NAMES, OWN),
        games=tuple(summary(game) for game in found if rulebook in (None, game.rulebook)),
    )


def one_game(rulebook: str, name: str) -> GameRules:
    """The game with that name in that rulebook."""
    found = next((game for game in named(name, rulebook) if game.rulebook == rulebook), None)
    if found is None:
        raise GameMissing(game=name, rulebook=rulebook)
    return GameRules(summary=summary(found), rules=explain(found), declaration=_declared(found))


def _declared(game: Game) -> dict[str, Any]:
    declared: dict[str, Any] = msgspec.to_builtins(game)
    return declared
