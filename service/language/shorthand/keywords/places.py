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
            # Lord Nelson is the centre card of a cross, too.
            called = [
                (place_called(spot, layout), spot)
                for layout in (board.but(lines=None), board)
                for spot in (*layout.names, *in_words(layout).names)
            ]
        spots |= {in_english(name).casefold(): spot for name, spot in called}
    longest_first = "|".join(map(re.escape, sorted(spots, key=len, reverse=True)))
    return re.sub(
        rf"(?<!\w)(?:{longest_first})(?!\w)", lambda found: spots[found[0].casefold()], text, flags=re.IGNORECASE
    )
