"""The places of shared cards as people call them, read in every language."""

import re

from engine.game.definition import Game
from engine.game.places import in_words, place_called
from service.language.languages import LANGUAGES, in_language
from service.language.shorthand.keywords.translated import in_english


def with_spots(text: str, game: Game) -> str:
    """A text in the English of the shorthand with the spot for every name of a place in this game."""
    board = game.board
    if board is None:
        return text
    spots: dict[str, str] = {}
    for language in LANGUAGES.values():
        with in_language(language):
            called = {spot: place_called(spot, board) for spot in (*board.names, *in_words(board).names)}
        spots |= {in_english(name).casefold(): spot for spot, name in called.items()}
    longest_first = "|".join(map(re.escape, sorted(spots, key=len, reverse=True)))
    return re.sub(
        rf"(?<!\w)(?:{longest_first})(?!\w)", lambda found: spots[found[0].casefold()], text, flags=re.IGNORECASE
    )
