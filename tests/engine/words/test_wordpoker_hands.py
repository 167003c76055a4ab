"""WordPoker hands: what makes them, and which of two is better (RULINGS B4, R-W1 to R-W5)."""

from __future__ import annotations

from itertools import combinations, pairwise
from string import ascii_uppercase

import pytest

from engine.words.best import row_of
from tests.engine.words import hands
from tests.engine.words.hands import WORDPOKER

FROM_THE_LOWEST = [
    ("Q V X Z J", "no word"),
    ("AO X Q V Z", "two-letter word"),
    ("OU X AI N Z", "two two-letter words"),
    ("C AO T Q V", "three-letter word"),
    ("C AO T X EO", "full house"),
    ("F R AO G Q", "four-letter word"),
    ("L EO M AO N", "five-letter word"),
    ("L M N AO P", "straight"),
]


def best(cards: str):
    return hands.best(cards, scale=WORDPOKER)


def named(cards: str) -> str:
    return best(cards).standing.name


def beats(better: str, worse: str) -> bool:
    return best(better).standing.beats(best(worse).standing)


@pytest.mark.parametrize(("cards", "kind"), FROM_THE_LOWEST)
def test_the_eight_categories(cards: str, kind: str) -> None:
    assert named(cards).partition(",")[0] == kind


def test_a_higher_category_always_beats_a_lower_category() -> None:
    for (worse, _), (better, _) in pairwise(FROM_THE_LOWEST):
        assert beats(better, worse)


def test_a_full_house_is_below_a_four_letter_word() -> None:
    assert beats("F R AO G Q", "C AO T X EO")


def test_a_hand_is_named_with_its_words_and_its_points() -> None:
    assert named("C AO T X EO") == "full house, CAT and OX, 49 points"
    assert named("L M N AO P") == "straight, LMNOP, 56 points"
    assert named("Q V X Z J") == "no word"


def test_lmnop_needs_a_vowel_card_that_shows_an_o() -> None:
    """RULINGS R-W1, the rules' own example."""
    assert named("P AO N L M") == "straight, LMNOP, 56 points"
    assert not named("P AE N L M").startswith("straight")


def test_a_vowel_card_is_either_of_its_vowels() -> None:
    assert named("C AO T Q V").startswith("three-letter word, CAT")
    assert named("B C D AE AE") == "straight, ABCDE, 11 points"


def test_a_straight_takes_all_five_cards_and_does_not_go_round() -> None:
    assert not named("L M N AO Q").startswith("straight")
    assert not named("Y Z AE B C").startswith("straight")
    assert not named("L L M N AO").startswith("straight")


def test_there_are_22_straights() -> None:
    rows = {row for letters in combinations(ascii_uppercase, 5) if (row := row_of(letters))}
    assert len(rows) == 22
    assert (min(rows), max(rows)) == ("ABCDE", "VWXYZ")


def test_every_one_of_the_22_straights_can_be_held() -> None:
    pairs = {"A": "AE", "E": "AE", "I": "EI", "O": "AO", "U": "AU"}
    for start in range(22):
        row = ascii_uppercase[start : start + 5]
        made = best(" ".join(pairs.get(letter, letter) for letter in row))
        assert (made.kind, made.words[0].word) == ("run", row)


def test_the_points_are_those_of_all_cards_of_the_combination() -> None:
    """RULINGS R-W2: both words of a full house, but no card outside the words."""
    assert best("C AO T X EO").points == 3 + 1 + 20 + 24 + 1
    assert best("C AO T Q V").points == 3 + 1 + 20


def test_of_equal_kinds_the_more_points_win() -> None:
    assert beats("S AU N Q V", "C AO T Q V")
    assert beats("N IU T Q V", "S AU N Q V")


def test_of_equal_points_the_highest_letter_in_the_hand_wins() -> None:
    """RULINGS R-W3: used or not."""
    assert beats("C AO T Z V", "C AO T X V")
    assert best("C AO T Z V").value == best("C EO T Z Q").value
    assert beats("Q V X Z J", "Q V X W J")


def test_a_hand_without_a_word_is_below_a_two_letter_word() -> None:
    """RULINGS R-W4."""
    assert beats("AE T B F H", "Q V X Z J")


def test_plurals_with_s_are_no_words_but_verbs_are() -> None:
    """RULINGS R-W5: CATS can only be a plural, RUNS is a verb."""
    assert named("C AO T S Q").startswith("three-letter word, CAT")
    assert named("R IU N S Q").startswith("four-letter word, RUNS")


def test_of_seven_cards_the_highest_letter_is_kept_beside_the_words() -> None:
    standing = best("C AO T Q Z V X").standing
    assert standing.cards[:3] == ("C", "AO", "T")
    assert "Z" in standing.cards
    assert len(standing.cards) == 5


def test_a_card_that_exists_twice_can_be_used_twice() -> None:
    assert named("EI EI R EI EI") == "five-letter word, EERIE, 22 points"
