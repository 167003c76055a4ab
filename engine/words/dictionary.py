"""The words that count: a dictionary has a name and a version, and finds words by their letters.

A word list as a file: UTF-8, one word a line; `cats plural` marks a plural made with S, # a comment. Whoever reads one makes its
dictionary known.
"""

import hashlib
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from itertools import combinations
from typing import Any, Final

from engine import errors

SHORTEST: Final = 2
LONGEST: Final = 5
"""A hand is five cards, so dictionaries hold no longer words."""
VERSION_LENGTH: Final = 12


class Dictionary:
    """Words of two to five letters. Two dictionaries of one name and version hold the same words.

    `words` may be in any case. `plurals_in_s` are those that can only be read as the plural of a noun made with S
    (RULINGS R-W5): "cats", but not "lens", nor "runs", which is also a verb.
    """

    __slots__ = ("_first", "_plurals", "_words", "name", "version")

    def __init__(self, name: str, words: Iterable[str], plurals_in_s: Iterable[str] = ()) -> None:
        self.name = name
        self._words = frozenset(word for each in words if SHORTEST <= len(word := each.upper()) <= LONGEST)
        self._plurals = self._words.intersection(word.upper() for word in plurals_in_s)
        # By number of wild cards and whether plurals count; worked out at the first use.
        self._first: dict[tuple[int, bool], Mapping[str, str]] = {}
        text = "".join(f"{word}{' plural' if word in self._plurals else ''}\n" for word in sorted(self._words))
        self.version = hashlib.sha256(text.encode()).hexdigest()[:VERSION_LENGTH]

    def __len__(self) -> int:
        """The number of words."""
        return len(self._words)

    @property
    def reference(self) -> str:
        """Name and version, "wide-english@0f3c…": a book keeps it, so a word is judged again by the same words."""
        return f"{self.name}@{self.version}"

    def has(self, word: str, *, plurals: bool = True) -> bool:
        """True if this is a word; without `plurals`, plurals made with S are not."""
        word = word.upper()
        return word in self._words and (plurals or word not in self._plurals)

    def is_plural_in_s(self, word: str) -> bool:
        """True if the word can only be read as the plural of a noun made with S."""
        return word.upper() in self._plurals

    def words(self, *, plurals: bool = True) -> frozenset[str]:
        """All words, in capitals; without `plurals`, those that are not plurals made with S."""
        return self._words if plurals else self._words - self._plurals

    def first(self, letters: str, wilds: int = 0, *, plurals: bool = True) -> str:
        """The first word in the alphabet that uses exactly these letters and `wilds`, or "" if there is none.

        The letters are given in alphabetical order; each wild stands for any one letter.
        """
        index = self._first.get((wilds, plurals))
        if index is None:
            index = self._first[wilds, plurals] = self._indexed(wilds, plurals=plurals)
        return index.get(letters, "")

    def _indexed(self, wilds: int, *, plurals: bool) -> Mapping[str, str]:
        index: dict[str, str] = {}
        for word in sorted(self.words(plurals=plurals)):
            for letters in combinations(sorted(word), len(word) - wilds) if wilds <= len(word) else ():
                index.setdefault("".join(letters), word)
        return index


class UnreadDictionary(Dictionary):
    """A dictionary whose version is known beforehand; its words are read when the first of them is asked for.

    `read` gives the dictionary itself, of this name and version.
    """

    __slots__ = ("_read",)

    def __init__(self, name: str, version: str, read: Callable[[], Dictionary]) -> None:
        self.name, self.version = name, version
        self._read = read

    def __getattr__(self, attribute: str) -> Any:
        """Reads the words, which are the only attributes that are not there from the beginning."""
        if attribute not in Dictionary.__slots__:
            raise AttributeError(attribute)
        result = self._read()
        assert result.reference == self.reference, f"{result.reference} was read for {self.reference}."
        self._words, self._plurals, self._first = result._words, result._plurals, result._first  # noqa: SLF001 - a dictionary.
        return getattr(self, attribute)


PLURAL = "plural"
_BYTE_ORDER_MARK = "\ufeff"


def read_word_list(name: str, data: bytes) -> Dictionary:
    """The dictionary in a file; words of more than five letters are left out.

    Refuses data that is not UTF-8, a line that is not one word, and a list without a word.
    """
    words: list[str] = []
    plurals: list[str] = []
    for number, line in enumerate(_text(name, data).splitlines(), start=1):
        word, *mark = line.split()[:3] or [""]
        if not word or word.startswith("#"):
            continue
        if not word.isalpha() or mark not in ([], [PLURAL]):
            raise errors.NotAWordList(list=name, line=number, said=line.strip())
        words.append(word)
        plurals += [word] if mark else []
    dictionary = Dictionary(name, words, plurals)
    if not len(dictionary):
        raise errors.WordListIsEmpty(list=name, shortest=SHORTEST, longest=LONGEST)
    return dictionary


def _text(name: str, data: bytes) -> str:
    try:
        text = data.decode().removeprefix(_BYTE_ORDER_MARK)
    except UnicodeDecodeError as mistake:
        line = data.count(b"\n", 0, mistake.start) + 1
        raise errors.WordListIsNotUtf8(list=name, line=line) from None
    # A letter may be encoded as one sign or two; the word is the same either way.
    return unicodedata.normalize("NFC", text)


_ENGLISH: Final = "-english"
_known: Final[dict[str, Dictionary]] = {}


def register(dictionary: Dictionary) -> Dictionary:
    """Makes a dictionary known and returns it; older versions stay known, because books may rest on them."""
    # The latest version of a name comes last.
    _known.pop(dictionary.reference, None)
    _known[dictionary.reference] = dictionary
    return dictionary


def known() -> tuple[str, ...]:
    """The name and version of every known dictionary."""
    return tuple(_known)


def called(text: str) -> str:
    """The full name of the dictionary that people call `text`; refuses a name that is not known.

    "wide" is wide-english, unless a club has a list with exactly that name.
    """
    names = {dictionary.name for dictionary in _known.values()}
    if text in names:
        return text
    if (english := f"{text.casefold()}{_ENGLISH}") in names:
        return english
    raise errors.DictionaryIsMissing(dictionary=text, known=sorted(names))


def find(text: str) -> Dictionary:
    """The dictionary of this name and version, "wide-english@0f3c…", or the latest of this name; refuses others."""
    name, _, version = text.partition("@")
    for dictionary in reversed(_known.values()):
        if dictionary.name == name and version in ("", dictionary.version):
            return dictionary
    raise errors.DictionaryIsMissing(dictionary=text, known=list(known()))


def name_of(reference: str) -> str:
    """The name that people read of a dictionary kept by name and version: "wide-english" for "wide-english@0f3c…"."""
    return reference.partition("@")[0]
