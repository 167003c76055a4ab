"""One sentence for each word of the language, in a table by type; a new word adds its own to the part it belongs to."""

from collections.abc import Callable
from typing import Any

from engine.game.definition import Game
from engine.game.sentences_of_hands import CARDS, POTS
from engine.game.sentences_of_play import BETTING, STEPS, TRICKS

# By type, because words are data without methods; the type of each function says which word it is for.
SENTENCES: dict[type[Any], Callable[[Any, Game], str]] = {**STEPS, **TRICKS, **CARDS, **POTS, **BETTING}


def sentence(word: object, game: Game) -> str:
    """The sentence or clause for this word, as it reads in this game."""
    return SENTENCES[type(word)](word, game)
