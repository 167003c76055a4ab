"""Finding a game by name among all rulebooks."""

from difflib import get_close_matches

from engine.catalogue import RULEBOOKS
from engine.game.definition import Game

GAMES: tuple[Game, ...] = tuple(book.resolve(game) for book in RULEBOOKS for game in book.games)
BOOK_NAMES: tuple[str, ...] = tuple(book.name for book in RULEBOOKS)


def letters(name: str) -> str:
    """The name as people type it: without case, punctuation and double spaces."""
    return " ".join("".join(sign if sign.isalnum() else " " for sign in name.casefold().replace("'", "")).split())


def named(name: str, rulebook: str = "") -> tuple[Game, ...]:
    """Every game of exactly this name (case and punctuation aside), the given rulebook's first."""
    wanted = letters(name)
    found = [game for game in GAMES if letters(game.name) == wanted]
    return tuple(sorted(found, key=lambda game: game.rulebook != rulebook))


def search(text: str, rulebook: str = "") -> tuple[Game, ...]:
    """Games that the text may mean: by name, else by beginning, else by a part of the name or its initials."""
    exact = named(text, rulebook)
    if exact:
        own = tuple(game for game in exact if game.rulebook == rulebook)
        return own[:1] or exact
    wanted = letters(text)
    for fits in (str.startswith, str.__contains__):
        found = [game for game in GAMES if fits(letters(game.name), wanted)]
        own_first = [game for game in found if game.rulebook == rulebook] or found
        if own_first:
            return tuple(own_first)
    return tuple(game for game in GAMES if "".join(word[0] for word in letters(game.name).split()) == wanted)


def close_to(text: str) -> tuple[str, ...]:
    """Names that look like the text, for a sentence that helps."""
    by_letters = {letters(game.name): game.name for game in GAMES}
    return tuple(by_letters[hit] for hit in get_close_matches(letters(text), by_letters, n=3))
