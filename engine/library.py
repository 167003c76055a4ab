"""Finds games by name, in all rulebooks and among the caller's own games."""

from collections.abc import Callable, Sequence
from difflib import SequenceMatcher, get_close_matches
from functools import lru_cache
from itertools import combinations

from engine.catalogue import ALIASES, RULEBOOKS, SWITCHED
from engine.game.awards import Words
from engine.game.definition import Game
from engine.game.option_texts import option_text
from engine.game.options import AnyOption, HighLow, HighSpade, Hot, MixingTheJuice, Psychology
from engine.game.switches import Switches, as_the_house_has_it, thrown
from engine.spelling import compared

GAMES: tuple[Game, ...] = tuple(book.resolve(game) for book in RULEBOOKS for game in book.games)
BOOK_NAMES: tuple[str, ...] = tuple(book.name for book in RULEBOOKS)
# The rulebook name of every game of a club's own, whatever rulebook its file builds on.
OWN = "own"
# In the place of a rulebook where a night keeps the bank alone: it has no games, and one that is played all the same keeps its own.
ONLY_BANK = "bank"
# What a house may play by.
HOUSE_BOOKS = (*BOOK_NAMES, ONLY_BANK)
# The dictionaries that rulebooks name; "" leaves the choice to the house.
OF_THE_RULEBOOKS = frozenset(book.scale.dictionary for book in RULEBOOKS if isinstance(book.scale, Words))
_SWITCHED: dict[tuple[str, object], tuple[Game, ...]] = {
    choice: tuple(book.resolve(game) for game in games)
    for book in RULEBOOKS
    for choice, games in SWITCHED.get(book.name, {}).items()
}

# People write "7 card stud" as well as "seven card stud".
_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS = {str(number): word for number, word in enumerate(_WORDS, 1)}
# Phones type another apostrophe.
_APOSTROPHES = str.maketrans({"'": "", "\u2019": ""})
_CLOSE_NAMES = 3
# In percent of the best match's likeness.
_NEARLY_AS_LIKE = 85


def as_switched(game: Game, switches: Switches) -> Game:
    """The game as a house with these switches plays it: its rulebook's variant, if any, edited like all games."""
    for choice in thrown(switches).items():
        for other in _SWITCHED.get(choice, ()):
            if (other.name, other.rulebook) == (game.name, game.rulebook):
                game = other
    return as_the_house_has_it(game, switches)


@lru_cache(maxsize=1024)
def letters(name: str) -> str:
    """The name as names are compared: without case, accents or punctuation, and with numbers as words."""
    typed = compared(name).translate(_APOSTROPHES)
    words = "".join(sign if sign.isalnum() else " " for sign in typed).split()
    return " ".join(_NUMBERS.get(word, word) for word in words)


def aliases(game: Game) -> tuple[str, ...]:
    """The other names of the game; empty if it has none."""
    return ALIASES.get(game.rulebook, {}).get(game.name, ())


# By the rulebook: the games of it that most tables know, for a book in which nothing has been played.
MOST_KNOWN = {
    "standard": ("Texas Hold'em", "Omaha", "Seven-Card Stud", "Five-Card Draw"),
    "enemaerke": ("Straight Poker", "Five Card Stud", "Seven Card Stud", "Three Card Draw"),
    "munk": ("Midnight Cobain Baseball", "Courtney Love Baseball", "Five-Card 21", "United States Stud"),
}


def most_known(rulebook: str) -> tuple[Game, ...]:
    """The games of the rulebook to offer first: a handful, or all of a small book; the usual ones where it has no games."""
    theirs = tuple(game for game in GAMES if game.rulebook == rulebook)
    if not theirs:
        return most_known("standard")
    names = MOST_KNOWN.get(rulebook)
    return tuple(next(game for game in theirs if game.name == name) for name in names) if names else theirs


def named(name: str, rulebook: str = "", own: Sequence[Game] = ()) -> tuple[Game, ...]:
    """Every game of exactly this name (case and punctuation aside), the `own` ones and the given rulebook's first.

    If no game has this name, the games with this alias; empty if there are none either.
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
    """The games that `named` finds; if none, those of the name without the options before it, and these options."""
    result = named(name, rulebook, own)
    if result:
        return result, ()
    options, rest = without_options(name)
    return named(rest, rulebook, own), options


def without_options(name: str) -> tuple[tuple[AnyOption, ...], str]:
    """The options said before the name of a game, and the name itself: “hot longhorn stud” (source text 000).

    Only options that need no further words are found; without one, no options and the name as it is.
    """
    options: list[AnyOption] = []
    words = letters(name).split()
    while option := next((each for each in _NAMED_BEFORE if words[: len(each)] == list(each)), None):
        options.append(_NAMED_BEFORE[option])
        words = words[len(option) :]
    return (tuple(options), " ".join(words)) if words else ((), name)


def by_letters(games: Sequence[Game]) -> dict[str, tuple[Game, ...]]:
    """The games by their names in the form that `letters` gives."""
    results: dict[str, tuple[Game, ...]] = {}
    for game in games:
        results[letters(game.name)] = (*results.get(letters(game.name), ()), game)
    return results


BY_LETTERS = by_letters(GAMES)
_NAMED_BEFORE: dict[tuple[str, ...], AnyOption] = {
    tuple(letters(option_text(option)).split()): option
    for option in (Hot(), MixingTheJuice(), Psychology(), HighLow(), HighSpade())
}


def search(text: str, rulebook: str = "", own: Sequence[Game] = ()) -> tuple[Game, ...]:
    """The games that the text may mean; empty if there are none.

    These are tried in turn until one finds a game: the full name, an alias in full, the beginning of the name or of a
    word in it, the initials, the beginning of an alias. At each try games of the given rulebook and the `own` ones come
    before all others, which then are not meant; a full name of an own game comes first of all.
    """
    wanted = letters(text)
    near = [*own, *(game for game in GAMES if game.rulebook == rulebook)]
    every = [*own, *GAMES]
    for tried, among in ((_TRIED[0], own), *((each, games) for each in _TRIED for games in (near, every))):
        for fits in tried:
            results = tuple(game for game in among if wanted and fits(game, wanted))
            if results:
                return results
    return ()


# What is tried in turn: the full name, an alias, the beginning of the name and that of a word in it, the initials, the beginning
# of an alias.
_TRIED: tuple[tuple[Callable[[Game, str], bool], ...], ...] = (
    (lambda game, wanted: letters(game.name) == wanted,),
    (lambda game, wanted: wanted in map(letters, aliases(game)),),
    (
        lambda game, wanted: letters(game.name).startswith(wanted),
        lambda game, wanted: f" {wanted}" in letters(game.name),
    ),
    (lambda game, wanted: "".join(word[0] for word in letters(game.name).split()) == wanted,),
    (lambda game, wanted: any(letters(alias).startswith(wanted) for alias in aliases(game)),),
)


def close_to(text: str, own: Sequence[Game] = (), *, always: bool = False) -> tuple[str, ...]:
    """At most three names of games that look like the text, as a whole or in some words, the most similar first.

    Empty if none does, unless the nearest are `always` wanted.
    """
    names: dict[str, list[str]] = {}
    for game in (*own, *GAMES):
        for name in (game.name, *aliases(game)):
            for words in _runs(letters(name).split()):
                # A number alone would resemble every line with an amount in it.
                if not set(words.split()).issubset(_WORDS):
                    names.setdefault(words, []).append(game.name)
    wanted = letters(text)
    hits = get_close_matches(wanted, names, n=_CLOSE_NAMES)
    hits = hits or (get_close_matches(wanted, names, n=_CLOSE_NAMES, cutoff=0) if always else [])
    # Names much less like the text than the best one only confuse.
    best = max((_likeness(wanted, hit) for hit in hits), default=0)
    hits = [hit for hit in hits if _likeness(wanted, hit) * 100 >= best * _NEARLY_AS_LIKE]
    return tuple(dict.fromkeys(name for hit in hits for name in names[hit]))[:_CLOSE_NAMES]


def _likeness(text: str, other: str) -> int:
    """How alike the texts are, from 0 to 1000."""
    matched = sum(block.size for block in SequenceMatcher(None, other, text).get_matching_blocks())
    return 2000 * matched // max(1, len(text) + len(other))


def _runs(words: Sequence[str]) -> list[str]:
    """Every run of neighbouring words of a name, and the whole name."""
    return [" ".join(words[start:end]) for start, end in combinations(range(len(words) + 1), 2)]
