"""Finding a game by name among all rulebooks."""

from collections.abc import Sequence
from difflib import get_close_matches
from functools import lru_cache
from itertools import combinations

from engine.catalogue import ALIASES, RULEBOOKS, SWITCHED
from engine.game.definition import Game
from engine.game.switches import Switches, as_the_house_has_it, thrown

GAMES: tuple[Game, ...] = tuple(book.resolve(game) for book in RULEBOOKS for game in book.games)
BOOK_NAMES: tuple[str, ...] = tuple(book.name for book in RULEBOOKS)
_SWITCHED: dict[tuple[str, object], tuple[Game, ...]] = {
    choice: tuple(book.resolve(game) for game in games)
    for book in RULEBOOKS
    for choice, games in SWITCHED.get(book.name, {}).items()
}

# Phones write their own apostrophe, and not every keyboard has the Danish letters.
_TYPED = str.maketrans({"'": "", "\u2019": "", "æ": "ae", "ø": "o", "å": "a"})
_CLOSE_NAMES = 3


def as_switched(game: Game, switches: Switches) -> Game:
    """The game as a house with these switches plays it: declared otherwise by its rulebook, then edited like all."""
    for choice in thrown(switches).items():
        for other in _SWITCHED.get(choice, ()):
            if (other.name, other.rulebook) == (game.name, game.rulebook):
                game = other
    return as_the_house_has_it(game, switches)


@lru_cache(maxsize=1024)
def letters(name: str) -> str:
    """The name as people type it: without case, punctuation, double spaces and Danish letters."""
    typed = name.casefold().translate(_TYPED)
    return " ".join("".join(sign if sign.isalnum() else " " for sign in typed).split())


def aliases(game: Game) -> tuple[str, ...]:
    """What the game is called besides its name."""
    return ALIASES.get(game.rulebook, {}).get(game.name, ())


def named(name: str, rulebook: str = "") -> tuple[Game, ...]:
    """Every game of exactly this name (case and punctuation aside), the given rulebook's first.

    Where no game is called so, those that some people call so.
    """
    wanted = letters(name)
    found = [game for game in GAMES if letters(game.name) == wanted]
    found = found or [game for game in GAMES if wanted in map(letters, aliases(game))]
    return tuple(sorted(found, key=lambda game: game.rulebook != rulebook))


def search(text: str, rulebook: str = "") -> tuple[Game, ...]:
    """Games that the text may mean: by name, else by the beginning of the name or of a word in it, else by initials.

    Where the given rulebook has such games, those of others are not meant; only a full name is stronger than that,
    and an alias typed in full comes next. The beginning of an alias is asked last of all.
    """
    wanted = letters(text)
    own = [game for game in GAMES if game.rulebook == rulebook]
    for fits, among in (
        *((_is_named, games) for games in (own, GAMES)),
        *((_is_called, games) for games in (own, GAMES)),
        *((fits, games) for games in (own, GAMES) for fits in (_begins, _has_words)),
        *((_has_initials, games) for games in (own, GAMES)),
        *((_alias_begins, games) for games in (own, GAMES)),
    ):
        found = tuple(game for game in among if wanted and fits(game, wanted))
        if found:
            return found
    return ()


def _is_named(game: Game, wanted: str) -> bool:
    return letters(game.name) == wanted


def _is_called(game: Game, wanted: str) -> bool:
    return wanted in map(letters, aliases(game))


def _begins(game: Game, wanted: str) -> bool:
    return letters(game.name).startswith(wanted)


def _has_words(game: Game, wanted: str) -> bool:
    return f" {wanted}" in letters(game.name)


def _has_initials(game: Game, wanted: str) -> bool:
    return "".join(word[0] for word in letters(game.name).split()) == wanted


def _alias_begins(game: Game, wanted: str) -> bool:
    return any(letters(alias).startswith(wanted) for alias in aliases(game))


def close_to(text: str) -> tuple[str, ...]:
    """Names that look like the text, whole or in some of their words, for a sentence that helps."""
    names: dict[str, list[str]] = {}
    for game in GAMES:
        for name in (game.name, *aliases(game)):
            for words in _runs(letters(name).split()):
                names.setdefault(words, []).append(game.name)
    hits = get_close_matches(letters(text), names, n=_CLOSE_NAMES)
    return tuple(dict.fromkeys(name for hit in hits for name in names[hit]))[:_CLOSE_NAMES]


def _runs(words: Sequence[str]) -> list[str]:
    """All neighbouring words of a name, the whole name among them."""
    return [" ".join(words[start:end]) for start, end in combinations(range(len(words) + 1), 2)]
