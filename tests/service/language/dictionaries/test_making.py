"""How a word is judged to be only the plural of a noun made with S, when the lists are made (RULINGS R-W5)."""

import pytest

from service.language.dictionaries.making import is_plural_in_s, lemmas_of, lines_of, singulars

LEMMAS = {
    "noun": {"cat", "run", "fox", "fly", "elf", "lens", "day", "days", "bat"},
    "verb": {"run", "fly", "do"},
    "adj": {"cross", "bats"},
    "adv": set(),
}
LISTED = {"cat", "blog", "blogging", "veep", "day"}


@pytest.mark.parametrize(
    ("word", "stems"),
    [
        ("cats", ["cat"]),
        ("foxes", ["foxe", "fox"]),
        ("flies", ["flie", "fly"]),
        ("elves", ["elve", "elf", "elfe"]),
        ("goes", ["goe", "go"]),
        ("cross", []),
        ("mice", []),
    ],
)
def test_what_a_word_may_be_made_from(word, stems) -> None:
    assert list(singulars(word)) == stems


@pytest.mark.parametrize("word", ["cats", "foxes", "elves", "days", "veeps"])
def test_a_noun_and_an_s_is_a_plural(word) -> None:
    assert is_plural_in_s(word, LISTED, LEMMAS)


@pytest.mark.parametrize("word", ["runs", "flies", "does", "blogs", "lens", "cross", "bats", "his", "zzyxs"])
def test_a_verb_another_word_or_nothing_known_is_no_plural(word) -> None:
    assert not is_plural_in_s(word, LISTED, LEMMAS)


def test_lists_are_made_from_small_letters_only(tmp_path) -> None:
    (tmp_path / "english-words.10").write_text("cat\ncats\nCat\ndon't\nkb\nlonger\ncaf\xe9\n", encoding="latin-1")
    (tmp_path / "american-words.70").write_text("rare\n", encoding="latin-1")
    for part in ("verb", "adj", "adv"):
        (tmp_path / f"data.{part}").write_text("  1 notice\n", encoding="latin-1")
    line = "00001740 03 n 02 cat 0 Paris 0 001 @ 00001740 n 0000 | gloss\n"
    (tmp_path / "data.noun").write_text("  1 notice\n" + line, encoding="latin-1")
    assert lemmas_of(tmp_path, "noun") == {"cat"}
    assert list(lines_of(tmp_path, tmp_path, 50)) == ["cat", "cats plural"]
    assert list(lines_of(tmp_path, tmp_path, 70)) == ["cat", "cats plural", "rare"]


def test_words_that_are_known_to_be_foreign_are_left_out(tmp_path) -> None:
    """RULINGS R-W13."""
    (tmp_path / "english-words.10").write_text("oui\nchez\nmonde\ncat\n", encoding="latin-1")
    for part in ("noun", "verb", "adj", "adv"):
        (tmp_path / f"data.{part}").write_text("  1 notice\n", encoding="latin-1")
    assert list(lines_of(tmp_path, tmp_path, 70)) == ["cat"]
