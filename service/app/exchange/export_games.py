"""Writes games as TOML, the club's own and those of the rulebooks."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game.definition import Game
from engine.library import BOOK_NAMES, GAMES, OWN
from service.app.games.games import games_called
from service.app.games.own_games import OwnGame
from service.app.refusals import NoGameFound, UnknownRulebook
from service.book.own_games.writing import game_to_toml
from service.reports.views.games.own_games import GameFile


def exported(own: Sequence[OwnGame], name: str, rulebook: str) -> list[GameFile]:
    """One game by name, or all of a rulebook, or all; an own game as it was written."""
    if rulebook and rulebook not in (*BOOK_NAMES, OWN):
        raise UnknownRulebook(rulebook, [*BOOK_NAMES, OWN])
    games = (*(one.game for one in own), *GAMES)
    found = games_called(name, rulebook, [one.game for one in own]) if name else games
    found = tuple(game for game in found if rulebook in ("", game.rulebook))
    if not found:
        raise NoGameFound(rulebook, name)
    sources = {one.kept.name: one.kept.source for one in own}
    return [GameFile(name=game.name, rulebook=game.rulebook, toml=_toml(game, sources)) for game in found]


def _toml(game: Game, sources: dict[str, str]) -> str:
    return sources[game.name] if game.rulebook == OWN else game_to_toml(game)
