"""The games of the night, with the best and worst result in each."""

from engine.reports.by_game import GameTold
from service.reports.forms.column import TEXT, Column, Table
from service.reports.forms.kinds import CHANGE, NUMBER, PLAYER, WORDS

GAMES: Table[GameTold] = Table(
    columns=(
        Column("game", WORDS, lambda game: game.game, TEXT, heading="page", wraps=True),
        Column("hands", NUMBER, lambda game: game.hands, TEXT),
        Column("chips put in", NUMBER, lambda game: game.chips, TEXT),
        Column("best for", PLAYER, lambda game: game.results[0].player, TEXT),
        Column("best result", CHANGE, lambda game: game.results[0].net, TEXT, heading="page"),
        Column("worst for", PLAYER, lambda game: game.results[-1].player, TEXT),
        Column("worst result", CHANGE, lambda game: game.results[-1].net, TEXT, heading="page"),
    )
)
