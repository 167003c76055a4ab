"""The word lists that come with the house: what is in them, and that they are found by name and version."""

from importlib.resources import files

import pytest

from engine.words.dictionary import find, read_word_list
from service.language.dictionaries.shipped import COMMON_ENGLISH, WIDE_ENGLISH


def test_two_lists_come_with_the_house_a_common_and_a_wider_one() -> None:
    assert COMMON_ENGLISH.words() < WIDE_ENGLISH.words()
    assert (len(COMMON_ENGLISH), len(WIDE_ENGLISH)) == (7430, 10522)


@pytest.mark.parametrize("dictionary", [COMMON_ENGLISH, WIDE_ENGLISH], ids=lambda each: each.name)
def test_a_book_finds_them_by_name_and_version(dictionary) -> None:
    assert find(dictionary.reference) is dictionary
    assert find(dictionary.name) is dictionary


def test_a_version_changes_with_the_words_and_with_nothing_else() -> None:
    """Books name these versions: whoever makes the lists anew keeps the old ones beside them."""
    assert COMMON_ENGLISH.reference == "common-english@d28c020e42cd"
    assert WIDE_ENGLISH.reference == "wide-english@10a2fe684f53"
    for dictionary in (COMMON_ENGLISH, WIDE_ENGLISH):
        file = files("service.language.dictionaries") / f"{dictionary.name}.txt"
        assert read_word_list(dictionary.name, file.read_bytes()).reference == dictionary.reference


@pytest.mark.parametrize("word", ["cat", "ox", "moose", "snail", "aces", "cats", "ducks", "lens", "mount"])
def test_common_words_are_in_both(word) -> None:
    assert COMMON_ENGLISH.has(word)
    assert WIDE_ENGLISH.has(word)


@pytest.mark.parametrize("word", ["paris", "james", "kb", "lm", "ms", "usa", "mr", "dna", "lmnop"])
def test_names_and_abbreviations_are_in_neither(word) -> None:
    assert not WIDE_ENGLISH.has(word)


@pytest.mark.parametrize("word", ["oui", "chez", "monde", "hoc", "situ", "quo"])
def test_words_that_are_known_to_be_foreign_are_in_neither(word) -> None:
    """RULINGS R-W13."""
    assert not WIDE_ENGLISH.has(word)


@pytest.mark.parametrize("word", ["atoms", "ducts", "chefs", "days", "elves", "towns"])
def test_what_is_only_a_plural_made_with_s_is_marked(word) -> None:
    """RULINGS R-W5."""
    assert WIDE_ENGLISH.is_plural_in_s(word)


@pytest.mark.parametrize(
    "word",
    [
        "runs",
        "goes",
        "does",
        "tries",
        "fixes",
        "gas",
        "lens",
        "bus",
        "class",
        "his",
        "us",
        "as",
        "news",
        "mice",
        "oxen",
    ],
)
def test_verbs_and_words_that_are_no_plurals_made_with_s_are_not_marked(word) -> None:
    assert WIDE_ENGLISH.has(word, plurals=False)


def test_the_notices_of_both_sources_are_shipped() -> None:
    notice = (files("service.language.dictionaries") / "NOTICE.txt").read_text(encoding="utf-8")
    assert "Copyright 2000-2018 by Kevin Atkinson" in notice
    assert "WordNet 3.0 Copyright 2006 by Princeton University" in notice


@pytest.mark.parametrize("name", ["common-english", "wide-english"])
def test_a_list_is_small_and_says_how_it_was_made(name) -> None:
    data = (files("service.language.dictionaries") / f"{name}.txt").read_bytes()
    assert len(data) < 100_000
    assert b"python -m service.language.dictionaries.making" in data.partition(b"\na")[0]
