"""Is the text of an own game sound, and how would it play? Its faults, or its rules and one hand."""

from __future__ import annotations

import msgspec

from engine.game.definition import Game
from service.book.own_games.shelf import as_own
from service.reports.views.games.games import GameRules, rules_view


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong in a line of the text, and in which key."""

    line: int
    key: str
    problem: str


class TriedGame(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a trial. Without `faults` there are the rules of the `game`, and the `story` of a hand played at random."""

    faults: tuple[Fault, ...] = ()
    game: GameRules | None = None
    story: tuple[str, ...] = ()


def tried_game(game: Game, story: tuple[str, ...]) -> TriedGame:
    """A game without faults."""
    return TriedGame(game=rules_view(as_own(game)), story=story)
