"""Which games stand for the others: every two words of the language that meet in some game meet in one of these."""

from collections.abc import Callable
from itertools import combinations

from engine.game.definition import Game
from engine.library import GAMES
from tests.soak import SOAK


def words_of(game: Game) -> frozenset[object]:
    """The kinds of everything that a declaration says."""
    said = (*game.steps, *game.wild_rules, *game.effects, game.forced, game.limit, game.opens, game.scale, game.claims)
    return frozenset({*map(type, said), type(game.award), game.short, game.out_of_turn, game.direction})


def pairs_of(game: Game) -> set[object]:
    """Every two words that meet in the game."""
    return {*combinations(sorted(words_of(game), key=repr), 2)}


def fewest(parts_of: Callable[[Game], set[object]]) -> tuple[Game, ...]:
    """As few games as have every part that some game has, each time the one that brings most that are new."""
    parts = {game: parts_of(game) for game in GAMES}
    left, chosen = set[object]().union(*parts.values()), list[Game]()
    while left:
        chosen.append(max(GAMES, key=lambda game: len(parts[game] & left)))
        left -= parts[chosen[-1]]
    return tuple(game for game in GAMES if game in chosen)


# Every game where much is asked for.
KINDS_OF_GAMES = GAMES if SOAK else fewest(pairs_of)
