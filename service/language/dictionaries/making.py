"""Makes the word lists that come with the house, from SCOWL for the words and WordNet for what is only a plural.

    apt-get install scowl wordnet-base
    python -m service.language.dictionaries.making /usr/share/dict/scowl /usr/share/wordnet

Both are packages of Debian 12. Only words in small letters are taken, and none that SCOWL keeps apart as names,
abbreviations or contractions; nor any that is known to be foreign (RULINGS R-W13).
"""

import re
import sys
from collections.abc import Iterator, Set
from itertools import pairwise
from pathlib import Path

HERE = Path(__file__).parent
LISTS = {"common-english": 50, "wide-english": 70}
"""How rare a word may be, by SCOWL's sizes: 50 is what a reader meets, 70 what a large dictionary holds."""

_SIZES = (10, 20, 35, 40, 50, 55, 60, 70)
_SPELLINGS = ("english", "american", "british")
_WORD = re.compile("[a-z]{2,5}")

# Words of SCOWL that are abbreviations, or a letter with an S.
_ABBREVIATIONS = "cs csc csch dkl emf emfs es gs hhd kb ks lm ln ls lx mb mf ms ps rs ss ts"

# Words of SCOWL that English only quotes, alone or in phrases such as beau monde, ad hoc and in situ (RULINGS R-W13). None
# of them is in WordNet.
_FOREIGN = "bueno casa chez de eau esse hoc idem moi monde objet oui quo situ terra versa vive"

# Not plurals, or not only, although something like their singular is a noun; WordNet has neither pronouns nor forms of to
# be and to have.
_NO_PLURALS = "as bis bus egads gas hades has his hers ins is its kris kudos news ours pas pes plus sis this thus us was yes yours"
_HISSING = ("s", "x", "z", "ch", "sh")


def words_of(scowl: Path, size: int) -> set[str]:
    """All words of SCOWL up to a size, of any length."""
    results: set[str] = set()
    for spelling in _SPELLINGS:
        for each in _SIZES:
            part = scowl / f"{spelling}-words.{each}"
            if each <= size and part.exists():
                results.update(part.read_text(encoding="latin-1").split())
    return results


def lemmas_of(wordnet: Path, part: str) -> set[str]:
    """The headwords of one part of speech that are written in small letters."""
    results: set[str] = set()
    for line in (wordnet / f"data.{part}").read_text(encoding="latin-1").splitlines():
        if line.startswith(" "):
            continue
        fields = line.split()
        synonyms = fields[4 : 4 + 2 * int(fields[3], 16) : 2]
        results.update(word.partition("(")[0] for word in synonyms if word.isascii())
    return {word for word in results if word.islower() and word.isalpha()}


def singulars(word: str) -> Iterator[str]:
    """The words that this one may be made from with S, noun or verb: cats cat, foxes fox, flies fly, elves elf."""
    if not word.endswith("s") or word.endswith("ss"):
        return
    stem = word[:-1]
    if not stem.endswith(_HISSING):
        yield stem
    if stem.endswith("ie"):
        yield stem[:-2] + "y"
    if stem.endswith("ve"):
        yield stem[:-2] + "f"
        yield stem[:-2] + "fe"
    if stem.endswith("e") and stem[:-1].endswith((*_HISSING, "o")):
        yield stem[:-1]


def is_verb_of_the_list(stem: str, words: Set[str], lemmas: dict[str, set[str]]) -> bool:
    """True if the stem is unknown to WordNet, and the list has its form in -ing."""
    if any(stem in part for part in lemmas.values()):
        return False
    forms = {stem + "ing", stem.removesuffix("e") + "ing", stem + stem[-1:] + "ing", stem.removesuffix("ie") + "ying"}
    return bool(forms & words)


def is_plural_in_s(word: str, words: Set[str], lemmas: dict[str, set[str]]) -> bool:
    """RULINGS R-W5: True if its only reading is the plural of a noun, made with S.

    False if one of its stems is a verb: by WordNet, or, if WordNet does not know the stem, because the list has its form in
    -ing. False if WordNet knows the word itself as something that is not a plural: as another part of speech, or as a noun
    whose stem is not a noun. Every other word is a plural if its stem is a noun of WordNet or in the list.
    """
    stems = list(singulars(word))
    if word in _NO_PLURALS.split() or not stems:
        return False
    if any(stem in lemmas["verb"] or is_verb_of_the_list(stem, words, lemmas) for stem in stems):
        return False
    if any(word in lemmas[part] for part in ("verb", "adj", "adv")):
        return False
    nouns = [stem for stem in stems if stem in lemmas["noun"]]
    return bool(nouns) or (word not in lemmas["noun"] and any(stem in words for stem in stems))


def lines_of(scowl: Path, wordnet: Path, size: int) -> Iterator[str]:
    """The list with one word on each line, and its mark."""
    lemmas = {part: lemmas_of(wordnet, part) for part in ("noun", "verb", "adj", "adv")}
    everything = words_of(scowl, max(_SIZES))
    left_out = {*_ABBREVIATIONS.split(), *_FOREIGN.split()}
    for word in sorted(words_of(scowl, size)):
        if _WORD.fullmatch(word) and word not in left_out:
            yield f"{word} plural" if is_plural_in_s(word, everything, lemmas) else word


def main() -> None:
    """Writes all lists."""
    scowl, wordnet = map(Path, sys.argv[1:])
    for name, size in LISTS.items():
        head = (
            f"# English words of two to five letters, from SCOWL up to size {size}; plurals marked with WordNet's help.\n"
            "# Made by `python -m service.language.dictionaries.making`; whose work it is and what may be done with it: NOTICE.txt.\n"
        )
        lines = list(lines_of(scowl, wordnet, size))
        assert all(first < second for first, second in pairwise(lines))
        (HERE / f"{name}.txt").write_text(head + "".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
