"""The words of a line in the languages of people: read from any of them, and shown in the reader's own.

A table (`danish.py`) says them. A line is read the same whatever language its reader has, and a form that can be typed is
kept in English until it is shown.
"""

import re
from collections.abc import Mapping
from functools import cache

from engine.game.definition import Game
from engine.game.places import in_words, place_called
from engine.speech import speech
from service.language.languages import LANGUAGES, in_language
from service.language.shorthand import danish

TABLES: Mapping[str, Mapping[str, str]] = {"da": danish.WORDS}
# Those of the head of a file, by language; each stands alone, before a colon or behind it.
HEADS: Mapping[str, Mapping[str, str]] = {"da": danish.HEAD}
# What is not translated in a form: remarks in brackets, cards in braces, texts in quotes.
_LEFT_ALONE = r'\((?:[^()]|\([^()]*\))*\)|\{[^{}]*\}|"[^"]*"'
_AMOUNT = re.compile(r"(?<![\d.])(\d+)\.(\d\d)(?![\d.])")
Sequence = tuple[str, ...]


def _sequences(table: Mapping[str, str]) -> dict[Sequence, Sequence]:
    return {
        tuple(phrase.split()): tuple(english.partition(", ")[0].split())
        for english, words in table.items()
        if english[0].islower()
        for phrase in words.split(", ")
    }


# What English says in several words where a line has one. “Out” alone is what an open card does to a player.
IN_ONE_WORD: Mapping[str, str] = {
    "is out": "folds",
    "drops out": "folds",
    "goes all-in": "all-in",
    "goes all in": "all-in",
    "is back": "back",
    "takes the pot": "wins",
    "split the pot": "win",
    "wins the trick": "takes",
    "has paid": "paid",
    "goes home": "leaves",
    "went home": "leaves",
}
# What is said in other languages, word by word, and what it is in English: as many words, or fewer.
ENGLISH: Mapping[Sequence, Sequence] = {
    said: english for table in TABLES.values() for said, english in _sequences(table).items() if said != english
} | {tuple(said.split()): (english,) for said, english in IN_ONE_WORD.items()}
LONGEST = max(map(len, ENGLISH))

HEAD_IN_ENGLISH: Mapping[str, str] = {
    said: english for table in HEADS.values() for english, words in table.items() for said in words.split(", ")
}


def english_at(words: Sequence) -> tuple[int, Sequence]:
    """How many of the first words, in small letters, are said in another language, and what they are in English."""
    for length in range(min(LONGEST, len(words)), 0, -1):
        if english := ENGLISH.get(words[:length]):
            return length, english
    return 0, ()


def in_english(text: str) -> str:
    """The text with every word of a line in English; other words as they are."""
    typed, words = text.split(), list[str]()
    while typed:
        length, english = english_at(tuple(word.casefold() for word in typed[:LONGEST]))
        words += english or typed[:1]
        del typed[: length or 1]
    return " ".join(words)


@cache
def _shown(language: str) -> tuple[re.Pattern[str], Mapping[str, str]]:
    table = TABLES.get(language, {})
    words_of = {one: words.partition(", ")[0] for english, words in table.items() for one in english.split(", ")}
    longest_first = "|".join(map(re.escape, sorted(words_of, key=len, reverse=True)))
    quoted = "|".join(re.escape(one) for one in words_of if one.startswith('"'))
    return re.compile(rf"{quoted or '(?!)'}|{_LEFT_ALONE}|(?<![\w-])(?:{longest_first or '(?!)'})(?![\w-])"), words_of


def in_own_words(form: str) -> str:
    """A form that can be typed, as the reader types it, amounts of money too."""
    spoken = speech()
    pattern, words_of = _shown(spoken.code)
    return _AMOUNT.sub(rf"\1{spoken.decimal}\2", pattern.sub(lambda found: words_of.get(found[0], found[0]), form))


def of_head_in_own_words(word: str) -> str:
    """A key of the head of a file, or a word behind one, as the reader types it."""
    spoken = speech()
    return _AMOUNT.sub(rf"\1{spoken.decimal}\2", HEADS.get(spoken.code, {}).get(word, word).partition(", ")[0])


def in_own_words_where_quoted(sentence: str) -> str:
    """The sentence with the forms in it that stand in quotation marks as the reader types them."""
    return re.sub("[“”][^“”]*”", lambda quoted: in_own_words(quoted[0]), sentence)


class Form(str):
    """A form that can be typed, as part of a sentence: in English for programs, in the reader's words where it is said."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return in_own_words(self)


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
