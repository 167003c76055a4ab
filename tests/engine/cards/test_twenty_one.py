"""Twenty-one: all cards are added up, nearest to 21 and not over (RULINGS D1, R-M5, R-M6)."""

from itertools import pairwise

import pytest

from engine.cards.other_scales import best_twenty_one

DANNO = ("As", "Js")


def sum_of(text: str, top=()):
    return best_twenty_one(text.split(), top=top)


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("10s 3s 2s 2h 2c", "nineteen"),
        ("As Ah Ac Ad 7s", "twenty-one"),
        ("As 2h 2c 2d 3s", "twenty"),
        ("As Kh 2c 2d 3s", "eighteen"),
        ("As Ah 2c 2d 3s", "nineteen"),
        ("2s 2h 2c 2d 3s", "eleven"),
        ("Ks Kh Ac", "twenty-one"),
        ("Ks Kh 4c", "busted at 24"),
        ("Ks Qh Jc 10d Ad", "busted at 41"),
    ],
)
def test_all_cards_count_faces_ten_and_an_ace_one_or_eleven(cards, name) -> None:
    standing = sum_of(cards)
    assert standing.name == name
    assert sorted(standing.cards) == sorted(cards.split())


def test_the_nearest_to_21_is_best_and_busted_hands_are_equal_and_below_all() -> None:
    in_order = ["Ks Qh Jc", "2s 2h 2c 2d 3s", "10s 3s 2s 2h 2c", "10d 4d 4c Ad As", "10d 4d 4c 2d As"]
    standings = [sum_of(cards) for cards in in_order]
    assert all(better.beats(worse) for worse, better in pairwise(standings))
    assert sum_of("Ks Qh 2c").value == sum_of("Ks Qh Jc").value
    assert sum_of("Ks 9h").value == sum_of("10d 9c").value


def test_who_holds_all_top_cards_is_above_all_counting_bust_or_not() -> None:
    """Book'em Danno (RULINGS R-M6)."""
    danno = sum_of("Ks As Js Qh 10c", DANNO)
    assert danno.name == "ace of spades and jack of spades"
    assert danno.beats(sum_of("10d 4d 4c 2d Ah", DANNO))
    assert sum_of("As 10d 4d 4c 2d", DANNO).name == "twenty-one"


def test_no_cards_and_cards_without_a_rank_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        best_twenty_one([])
    with pytest.raises(ValueError, match=r"\(\?\?\)"):
        sum_of("As ??")
