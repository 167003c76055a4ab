"""The games of the Danish table by name."""

from engine.library import GAMES

DECLARED = {game.name: game for game in GAMES if game.rulebook == "enemaerke"}
