"""Finding a game by name among all rulebooks, and among the games of one's own that whoever asks brings along."""

from collections.abc import Sequence
from difflib import SequenceMatcher, get_close_matches
from functools import lru_cache
from itertools import combinations

from engine.catalogue import ALIASES, RULEBOOKS, SWITCHED
from engine.game.definition import Game
from engine.game.options import AnyOption, HighLow, HighSpade, Hot, MixingTheJuice, Psychology
from engine.game.said import said_as
from engine.game.scales import Words
from engine.game.switches import Switches, as_the_house_has_it, thrown
from engine.spelling import compared

GAMES: tuple[Game, ...] = tuple(book.resolve(game) for book in RULEBOOKS for game in book.games)
BOOK_NAMES: tuple[str, ...] = tuple(book.name for book in RULEBOOKS)
# The dictionaries that rulebooks name; "" leaves it to the house.
OF_THE_RULEBOOKS = frozenset(book.scale.dictionary for book in RULEBOOKS if isinstance(book.scale, Words))
_SWITCHED: dict[tuple[str, object], tuple[Game, ...]] = {
    choice: tuple(book.resolve(game) for game in games)
    for book in RULEBOOKS
    for choice, games in SWITCHED.get(book.name, {}).items()
}

# Half of all people write "7 card stud".
_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS = {str(number): word for number, word in enumerate(_WORDS, 1)}
# Phones write their own apostrophe.
_APOSTROPHES = str.maketrans({"'": "", "\u2019": ""})
_CLOSE_NAMES = 3
# In parts of a hundred of the best.
_NEARLY_AS_LIKE = 85


def as_switched(game: Game, switches: Switches) -> Game:
    """The game as a house with these switches plays it: declared otherwise by its rulebook, then edited like all."""
    for choice in thrown(switches).items():
        for other in _SWITCHED.get(choice, ()):
            if (other.name, other.rulebook) == (game.name, game.rulebook):
                game = other
    return as_the_house_has_it(game, switches)


@lru_cache(maxsize=1024)
def letters(name: str) -> str:
    """The name in the form in which names are compared, without punctuation and with numbers as words."""
    typed = compared(name).translate(_APOSTROPHES)
    words = "".join(sign if sign.isalnum() else " " for sign in typed).split()
    return " ".join(_NUMBERS.get(word, word) for word in words)


def aliases(game: Game) -> tuple[str, ...]:
    """What the game is called besides its name."""
    return ALIASES.get(game.rulebook, {}).get(game.name, ())


def named(name: str, rulebook: str = "", own: Sequence[Game] = ()) -> tuple[Game, ...]:
    """Every game of exactly this name (case and punctuation aside), one's `own` and the given rulebook's first.

    Where no game is called so, those that some people call so.
    """
    wanted = letters(name)
    mine = [game for game in own if letters(game.name) == wanted]
    theirs = BY_LETTERS.get(wanted, ())
    if not mine and not theirs:
        theirs = tuple(game for game in GAMES if wanted in map(letters, aliases(game)))
    return (*mine, *sorted(theirs, key=lambda game: game.rulebook != rulebook))


def game_called(
    name: str, rulebook: str = "", own: Sequence[Game] = ()
) -> tuple[tuple[Game, ...], tuple[AnyOption, ...]]:
    """As `named`, with the options that the name begins with where no game is called so in full."""
    found = named(name, rulebook, own)
    if found:
        return found, ()
    options, rest = without_options(name)
    return named(rest, rulebook, own), options


def without_options(name: str) -> tuple[tuple[AnyOption, ...], str]:
    """The options that stand before the name of a game, and the name itself: “hot longhorn stud” is hot (source text 000).

    None where the name begins with no option that says enough by its name alone.
    """
    found: list[AnyOption] = []
    words = letters(name).split()
    while option := next((each for each in _NAMED_BEFORE if words[: len(each)] == list(each)), None):
        found.append(_NAMED_BEFORE[option])
        words = words[len(option) :]
    return (tuple(found), " ".join(words)) if words else ((), name)


def by_letters(games: Sequence[Game]) -> dict[str, tuple[Game, ...]]:
    """Games by their names as people type them."""
    found: dict[str, tuple[Game, ...]] = {}
    for game in games:
        found[letters(game.name)] = (*found.get(letters(game.name), ()), game)
    return found


BY_LETTERS = by_letters(GAMES)
_NAMED_BEFORE: dict[tuple[str, ...], AnyOption] = {
    tuple(letters(said_as(option)).split()): option
    for option in (Hot(), MixingTheJuice(), Psychology(), HighLow(), HighSpade())
}


def search(text: str, rulebook: str = "", own: Sequence[Game] = ()) -> tuple[Game, ...]:
    """Games that the text may mean: by name, else by the beginning of the name or of a word in it, else by initials.

    Where the given rulebook has such games, those of others are not meant; only a full name is stronger than that,
    and an alias typed in full comes next. The beginning of an alias is asked last of all. Games of one's `own`, which no
    rulebook has, stand beside those of the given one.
    """
    wanted = letters(text)
    near = [*own, *(game for game in GAMES if game.rulebook == rulebook)]
    every = [*own, *GAMES]
    for fits, among in (
        (_is_named, own),
        *((_is_named, games) for games in (near, every)),
        *((_is_called, games) for games in (near, every)),
        *((fits, games) for games in (near, every) for fits in (_begins, _has_words)),
        *((_has_initials, games) for games in (near, every)),
        *((_alias_begins, games) for games in (near, every)),
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


def close_to(text: str, own: Sequence[Game] = ()) -> tuple[str, ...]:
    """Names that look like the text, whole or in some of their words, for a sentence that helps."""
    names: dict[str, list[str]] = {}
    for game in (*own, *GAMES):
        for name in (game.name, *aliases(game)):
            for words in _runs(letters(name).split()):
                # Numbers alone are like every line that holds an amount.
                if not set(words.split()).issubset(_WORDS):
                    names.setdefault(words, []).append(game.name)
    wanted = letters(text)
    hits = get_close_matches(wanted, names, n=_CLOSE_NAMES)
    # Beside one that is meant, those that look far less like it only confuse.
    best = max((_likeness(wanted, hit) for hit in hits), default=0)
    hits = [hit for hit in hits if _likeness(wanted, hit) * 100 >= best * _NEARLY_AS_LIKE]
    return tuple(dict.fromkeys(name for hit in hits for name in names[hit]))[:_CLOSE_NAMES]


def _likeness(text: str, other: str) -> int:
    """How many letters the texts share, in parts of a thousand."""
    matched = sum(block.size for block in SequenceMatcher(None, other, text).get_matching_blocks())
    return 2000 * matched // max(1, len(text) + len(other))


def _runs(words: Sequence[str]) -> list[str]:
    """All neighbouring words of a name, the whole name among them."""
    return [" ".join(words[start:end]) for start, end in combinations(range(len(words) + 1), 2)]
