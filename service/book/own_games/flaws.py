"""What is wrong with a club's own games, as a check of them has found."""

from __future__ import annotations

from typing import NamedTuple

from engine.game.definition import Game
from service.book.own_games.shelf import GameVersion


class Flaw(NamedTuple):
    """A fault. `version` is that of the game, or the number of the event that announces a hand."""

    version: int
    sentence: str


class Checked(NamedTuple):
    """Every version that can be read, with its game as its rulebook resolves it, and the faults of the others."""

    sound: tuple[tuple[GameVersion, Game], ...]
    flaws: tuple[Flaw, ...]
