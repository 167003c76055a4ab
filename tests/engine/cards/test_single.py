"""Single cards: rank, then spades, hearts, clubs, diamonds; top cards above all (RULINGS D1, R-M1, R-M3)."""

from itertools import pairwise

import pytest

from engine.cards.other_scales import best_single

JEWELS = ("Jh", "Js")
WILDCARDS = ("wildcard",)


def single(text: str, top=()):
    return best_single(text.split(), top=top)


def test_rank_decides_first_then_spades_hearts_clubs_diamonds() -> None:
    """Three Dog Night: one card each."""
    in_order = ["2d", "2c", "2h", "2s", "3d", "10s", "Jd", "Kd", "Ac", "Ah", "As"]
    values = [single(card).value for card in in_order]
    assert values == sorted(set(values))
    assert single("As").name == "ace of spades"


def test_without_a_special_card_the_top_card_alone_decides() -> None:
    assert single("As 2d 3c").beats(single("Ah Kh Qh"))
    assert single("As 2d", JEWELS).name == "ace of spades"
    assert single("As 2d", JEWELS).cards == ("As",)


def test_a_card_that_both_share_leaves_it_to_the_next_one() -> None:
    assert single("As Kh").beats(single("As Kd"))


def test_the_jewels_are_above_all_and_equal_and_then_the_next_card_decides() -> None:
    """Rudy's Jewels: both jewels, one jewel and the best other card, no jewel."""
    in_order = ["2d 3d", "As Ks", "Jh 2d", "Js 3d", "Jh As", "Jh Js"]
    standings = [single(cards, JEWELS) for cards in in_order]
    assert all(better.beats(worse) for worse, better in pairwise(standings))
    assert standings[2].name == "jack of hearts, two of diamonds"
    assert standings[2].cards == ("Jh", "2d")
    assert single("Jh 9s", JEWELS).value[0] == single("Js 9c", JEWELS).value[0]
    assert single("Jd 9s", JEWELS).value < single("Kd 2c", JEWELS).value


def test_wildcards_stand_for_nothing_and_are_above_all() -> None:
    """United States Stud: four identical wildcards, three cards each."""
    in_order = ["As Ah Ac", "wildcard 2d 3d", "wildcard As Ah", "wildcard wildcard 2d", "wildcard wildcard wildcard"]
    standings = [single(cards, WILDCARDS) for cards in in_order]
    assert all(better.beats(worse) for worse, better in pairwise(standings))
    assert standings[1].name == "wildcard, three of diamonds"
    assert standings[-1].cards == ("wildcard",) * 3
    assert single("2d wildcard As", WILDCARDS) == single("wildcard As 2d", WILDCARDS)


def test_no_cards_and_wildcards_that_are_no_top_cards_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        best_single([])
    with pytest.raises(ValueError, match="'wildcard' has no rank"):
        single("wildcard As")
