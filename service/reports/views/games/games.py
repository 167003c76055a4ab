"""Which games are there, and how is one played? Every rulebook's games, with rules to read aloud."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from engine.game.definition import Game
from engine.game.pictures import rows_of
from engine.game.rules_told import explain, rules_of, summary
from engine.game.shown import Row, Rules, Summary
from engine.library import BOOK_NAMES, OWN
from service.errors.problems import Problem


class Games(msgspec.Struct, frozen=True, kw_only=True):
    """A list of games, and the rulebooks that exist."""

    rulebooks: tuple[str, ...]
    games: tuple[Summary, ...]


class LayoutView(msgspec.Struct, frozen=True, kw_only=True):
    """How the shared cards of a game lie, for a picture.

    `rows`: from the top, null where no card lies. `lines`: the spots of each line of which a player uses exactly one;
    null if all cards count, empty if none does.
    """

    rows: tuple[Row, ...]
    lines: tuple[tuple[str, ...], ...] | None = None


class GameRules(msgspec.Struct, frozen=True, kw_only=True):
    """One game: its rules as numbered sentences, and the declaration that the engine plays by.

    `parts` are the same rules one by one. `layout` is null if the game has no shared cards.
    """

    summary: Summary
    rules: str
    parts: Rules
    layout: LayoutView | None
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
    return GameRules(
        summary=summary(game),
        rules=explain(game),
        parts=rules_of(game),
        layout=layout_view(game),
        declaration=msgspec.to_builtins(game),
    )


def layout_view(game: Game) -> LayoutView | None:
    """How the shared cards lie; None if there are none."""
    rows = rows_of(game)
    if not rows:
        return None
    lines = game.board.lines if game.board is not None else None
    return LayoutView(rows=rows, lines=None if lines is None else tuple(tuple(line.split()) for line in lines))
