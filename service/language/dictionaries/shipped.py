"""The dictionaries that chipbook brings, and those of a club."""

from importlib.resources import files
from pathlib import Path
from typing import Final

from engine.cards.deck import add_deck, set_deck_aside
from engine.errors import DeckIsAnother
from engine.speech import say
from engine.words.dictionary import Dictionary, UnreadDictionary, read_word_list, register
from service.config import SettingError
from service.errors import NotADeck
from service.errors.system import reason_of
from service.language.dictionaries.deck_file import read_deck


def _shipped(name: str, version: str) -> Dictionary:
    def read() -> Dictionary:
        return read_word_list(name, (files(__package__) / f"{name}.txt").read_bytes())

    return register(UnreadDictionary(name, version, read))


# Books name these versions: whoever changes the words keeps the old lists beside the new ones.
COMMON_ENGLISH: Final = _shipped("common-english", "d28c020e42cd")
WIDE_ENGLISH: Final = _shipped("wide-english", "10a2fe684f53")


WORDS = "words"
DECKS = "decks"


def learn(home: Path) -> None:
    """Loads `words/NAME.txt` and `decks/NAME.toml` below the folder of the book.

    Refuses to start if a file is not a word list. A list with the name of a shipped one is the newer version of it, and
    nights use the newest. A file that is not a deck is set aside: only games that need it are refused.
    """
    for path in sorted((home / WORDS).glob("*.txt")):
        register(read_word_list(path.stem, _read(path)))
    for path in sorted((home / DECKS).glob("*.toml")):
        try:
            add_deck(path.stem, read_deck(path.stem, _read(path)))
        except (NotADeck, DeckIsAnother) as flaw:
            set_deck_aside(path.stem, str(flaw))


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as problem:
        sentence = say(
            "{path} cannot be read: {because}. CHIPBOOK_HOME holds the club's word lists and decks.",
            path=path,
            because=reason_of(problem),
        )
        raise SettingError("CHIPBOOK_HOME", sentence) from problem
