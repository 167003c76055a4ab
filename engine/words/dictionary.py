"""The words that count: a dictionary is a value with a name and a version, and finds words by their letters."""

import hashlib
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Final

SHORTEST: Final = 2
LONGEST: Final = 5
"""A hand is five cards, so longer words are in no dictionary of ours."""
VERSION_LENGTH: Final = 12


class Dictionary:
    """Words of two to five letters. Two dictionaries of one name and version hold the same words.

    `words` are in any case. `plurals_in_s` are those among them that can only be read as the plural of a noun made
    with S (RULINGS R-W5): "cats", but not "lens", nor "runs", which is a verb too.
    """

    __slots__ = ("_first", "_plurals", "_words", "name", "version")

    def __init__(self, name: str, words: Iterable[str], plurals_in_s: Iterable[str] = ()) -> None:
        self.name = name
        self._words = frozenset(word for each in words if SHORTEST <= len(word := each.upper()) <= LONGEST)
        self._plurals = self._words.intersection(word.upper() for word in plurals_in_s)
        # By number of wild cards and whether plurals count: worked out when first asked for.
        self._first: dict[tuple[int, bool], Mapping[str, str]] = {}
        said = "".join(f"{word}{' plural' if word in self._plurals else ''}\n" for word in sorted(self._words))
        self.version = hashlib.sha256(said.encode()).hexdigest()[:VERSION_LENGTH]

    def __len__(self) -> int:
        """How many words it holds."""
        return len(self._words)

    @property
    def reference(self) -> str:
        """What a book keeps, so that a word is judged again by the same words: "wide-english@0f3c…"."""
        return f"{self.name}@{self.version}"

    def has(self, word: str, *, plurals: bool = True) -> bool:
        """Is this a word? Without `plurals`, nouns that are plurals made with S are none."""
        word = word.upper()
        return word in self._words and (plurals or word not in self._plurals)

    def is_plural_in_s(self, word: str) -> bool:
        """Can it only be read as the plural of a noun made with S?"""
        return word.upper() in self._plurals

    def words(self, *, plurals: bool = True) -> frozenset[str]:
        """All of them, in capitals."""
        return self._words if plurals else self._words - self._plurals

    def first(self, letters: str, wilds: int = 0, *, plurals: bool = True) -> str:
        """The first word in the alphabet that takes exactly these letters, given in alphabetical order, and `wilds`.

        Each of the wilds stands for any one letter; no word is "".
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
