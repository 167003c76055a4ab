"""A dictionary knows its words, finds them by letters, and says by its version which words it holds."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import errors
from engine.words.dictionary import Dictionary, find, known, read_word_list, register


def test_words_are_found_in_any_case() -> None:
    dictionary = Dictionary("few", ["cat", "Dog"])
    assert dictionary.has("CAT")
    assert dictionary.has("dog")
    assert not dictionary.has("cow")


def test_only_words_of_two_to_five_letters_are_kept() -> None:
    assert len(Dictionary("few", ["a", "ox", "mount", "mounts"])) == 2


def test_plurals_with_s_can_be_left_out() -> None:
    dictionary = Dictionary("few", ["cat", "cats", "lens"], ["cats"])
    assert dictionary.has("cats")
    assert not dictionary.has("cats", plurals=False)
    assert dictionary.has("lens", plurals=False)
    assert dictionary.is_plural_in_s("cats")
    assert dictionary.first("ACST") == "CATS"
    assert dictionary.first("ACST", plurals=False) == ""


@given(st.sets(st.text("ABC", min_size=2, max_size=5), min_size=1, max_size=30), st.integers(0, 3))
def test_the_first_word_of_the_letters_and_wild_cards_is_found(words, wilds) -> None:
    dictionary = Dictionary("letters", words)
    for word in words:
        for letters in combinations(sorted(word), max(0, len(word) - wilds)):
            fitting = [other for other in words if len(other) == len(letters) + wilds and not _missing(letters, other)]
            assert dictionary.first("".join(letters), wilds) == min(fitting, default="")


def _missing(letters: tuple[str, ...], word: str) -> bool:
    return any(letters.count(letter) > word.count(letter) for letter in letters)


def test_the_version_says_which_words_and_which_plurals() -> None:
    few = Dictionary("few", ["cat", "cats"], ["cats"])
    assert few.version == Dictionary("other", ["CATS", "CAT", "longer"], ["cats"]).version
    assert few.version != Dictionary("few", ["cat", "cats"]).version
    assert few.version != Dictionary("few", ["cat", "cats", "ox"], ["cats"]).version
    assert few.reference == f"few@{few.version}"


def test_a_dictionary_is_found_by_name_and_version_and_by_name_alone() -> None:
    old, new = register(Dictionary("growing", ["cat"])), register(Dictionary("growing", ["cat", "ox"]))
    assert find("growing") is new
    assert find(old.reference) is old
    assert {old.reference, new.reference} <= set(known())


def test_a_dictionary_that_is_missing_is_named() -> None:
    with pytest.raises(errors.DictionaryIsMissing, match="The dictionary klingon@1234 is not here"):
        find("klingon@1234")


def test_a_word_list_is_one_word_a_line() -> None:
    dictionary = read_word_list("club", "\ufeff# ours\r\ncat\r\n\r\ncats plural\r\nÆble\nbananas\n".encode())
    assert dictionary.words() == {"CAT", "CATS", "ÆBLE"}
    assert not dictionary.has("cats", plurals=False)


def test_a_letter_written_with_two_signs_is_the_same_letter() -> None:
    assert read_word_list("club", "a\u030ane".encode()).has("åne")


@pytest.mark.parametrize("line", ["f1sh", "two words", "don't", "co-op", "cats plurals", "cats plural 3"])
def test_what_is_no_word_is_refused_with_its_line(line) -> None:
    with pytest.raises(errors.NotAWordList, match=f"Line 2 of the word list club says “{line}”"):
        read_word_list("club", f"cat\n{line}\n".encode())


def test_another_encoding_is_refused_with_its_line() -> None:
    with pytest.raises(errors.WordListIsNotUtf8, match="Line 3 of the word list club is not UTF-8"):
        read_word_list("club", "cat\ndog\næble\n".encode("latin-1"))


@pytest.mark.parametrize("data", [b"", b"\n\n", b"# nothing\n", b"bananas\n"])
def test_a_list_without_a_word_that_fits_is_refused(data) -> None:
    with pytest.raises(errors.WordListIsEmpty, match="holds no word of 2 to 5 letters"):
        read_word_list("club", data)
