"""What players say their hands are, in English and Danish, and what is no hand at all."""

from __future__ import annotations

import pytest

from engine.cards.announcement import Claim, read_high, read_low
from engine.cards.ranking import Category

HIGH = [
    ("high card", Category.HIGH_CARD, ()),
    ("ace high", Category.HIGH_CARD, (14,)),
    ("ace king", Category.HIGH_CARD, (14, 13)),
    ("højt kort, es", Category.HIGH_CARD, (14,)),
    ("pair", Category.PAIR, ()),
    ("a pair of nines", Category.PAIR, (9,)),
    ("aces", Category.PAIR, (14,)),
    ("et par i 10'ere", Category.PAIR, (10,)),
    ("to konger", Category.PAIR, (13,)),
    ("two pair", Category.TWO_PAIR, ()),
    ("two pairs, aces up", Category.TWO_PAIR, (14,)),
    ("two pair, kings and tens", Category.TWO_PAIR, (13, 10)),
    ("tens and kings", Category.TWO_PAIR, (13, 10)),
    ("to par, konger og niere", Category.TWO_PAIR, (13, 9)),
    ("three of a kind, threes", Category.THREE, (3,)),
    ("three kings", Category.THREE, (13,)),
    ("tre ens", Category.THREE, ()),
    ("Straight", Category.STRAIGHT, ()),
    ("nine-high straight", Category.STRAIGHT, (9,)),
    ("straight to the 9", Category.STRAIGHT, (9,)),
    ("flush, queen high", Category.FLUSH, (12,)),
    ("full house", Category.FULL_HOUSE, ()),
    ("full house, kings over nines", Category.FULL_HOUSE, (13, 9)),
    ("full house, kings on fives", Category.FULL_HOUSE, (13, 5)),
    ("kings full of nines", Category.FULL_HOUSE, (13, 9)),
    ("Fuldt hus", Category.FULL_HOUSE, ()),
    ("four of a kind, sixes", Category.FOUR, (6,)),
    ("fire ens", Category.FOUR, ()),
    ("straight flush", Category.STRAIGHT_FLUSH, ()),
    ("royal flush", Category.STRAIGHT_FLUSH, (14,)),
    ("five of a kind", Category.FIVE, ()),
    ("fem ens, knægte", Category.FIVE, (11,)),
]


@pytest.mark.parametrize(("text", "category", "ranks"), HIGH, ids=[row[0] for row in HIGH])
def test_a_high_hand_is_read(text: str, category: Category, ranks: tuple[int, ...]) -> None:
    assert read_high(text) == Claim(category, ranks)


LOW = [
    ("seven-five", Category.HIGH_CARD, (7, 5)),
    ("seven-five low", Category.HIGH_CARD, (7, 5)),
    ("syv-fem lav", Category.HIGH_CARD, (7, 5)),
    ("8 low", Category.HIGH_CARD, (8,)),
    ("six-four-three-two-ace", Category.HIGH_CARD, (6, 4, 3, 2, 1)),
    ("7543a", Category.HIGH_CARD, (7, 5, 4, 3, 1)),
    ("low with a pair of kings", Category.PAIR, (13,)),
    ("low with a straight, six high", Category.STRAIGHT, (6,)),
]


@pytest.mark.parametrize(("text", "category", "ranks"), LOW, ids=[row[0] for row in LOW])
def test_a_low_hand_is_read_from_its_highest_card_down(text: str, category: Category, ranks: tuple[int, ...]) -> None:
    assert read_low(text) == Claim(category, ranks)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "bananas",
        "a",
        "pair of aces, king kicker",
        "kings queens jacks",
        "pair of kings and tens",
        "nine ten",
        "ace kings",
    ],
)
def test_what_is_no_high_hand_is_not_read(text: str) -> None:
    assert read_high(text) is None


@pytest.mark.parametrize("text", ["", "low", "five-seven", "six-six", "bananas", "8-7-6-5-4-3"])
def test_what_is_no_low_hand_is_not_read(text: str) -> None:
    assert read_low(text) is None
