"""What is announced: read, and looked for in the cards."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards.announcement import Claim, high_as, read_high, read_low
from engine.cards.card import RANKS, SUITS
from engine.cards.high import best_high
from engine.cards.low import best_low, low_as
from engine.cards.ranking import Category, unpack
from tests.soak import rounds

# What players say their hands are, in English and Danish, and what is no hand at all.

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
    ("fire dronninger", Category.FOUR, (12,)),
    ("en straight til es", Category.STRAIGHT, (14,)),
]


@pytest.mark.parametrize(("text", "category", "ranks"), HIGH, ids=[row[0] for row in HIGH])
def test_a_high_hand_is_read(text, category, ranks) -> None:
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
def test_a_low_hand_is_read_from_its_highest_card_down(text, category, ranks) -> None:
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
def test_what_is_no_high_hand_is_not_read(text) -> None:
    assert read_high(text) is None


@pytest.mark.parametrize("text", ["", "low", "five-seven", "six-six", "bananas", "8-7-6-5-4-3"])
def test_what_is_no_low_hand_is_not_read(text) -> None:
    assert read_low(text) is None


# The best hand that is exactly what was announced (RULINGS E3, Announcing): there or not there, never better.


def called(text: str, cards: str, wild: str = "") -> str:
    """The name of the hand if these cards are announced so; empty if it is not there."""
    claim = read_high(text)
    assert claim is not None
    standing = high_as(claim, cards.split(), wild=set(wild.split()))
    return standing.name if standing else ""


def called_low(text: str, cards: str, wild: str = "") -> str:
    claim = read_low(text)
    assert claim is not None
    standing = low_as(claim, cards.split(), wild=set(wild.split()), runs=True)
    return standing.name if standing else ""


ANNOUNCED = [
    ("what is there counts", "full house", "Ks Kh Kd 9s 9d", "", "full house, kings over nines"),
    ("too low counts as announced", "full house", "Ks Kh Kd Kc 9s 9d 2s", "", "full house, kings over nines"),
    ("the source's example: five of a kind", "full house", "Js Jh Jd Jc 2s", "2s", "full house, jacks over jacks"),
    ("ranks that were said count", "nines over kings", "Ks Kh Kd 9s 9d 9c 2s", "", "full house, nines over kings"),
    ("of a straight flush only the flush", "flush", "9s 8s 7s 6s 5s", "", "flush, nine high"),
    ("of a straight flush only the straight", "straight", "9s 8s 7s 6s 5s", "", "straight, nine high"),
    ("three of four", "three kings", "Ks Kh Kd Kc 9s", "", "three of a kind, kings"),
    ("two pairs of one rank", "two pair", "Ks Kh Kd Kc 9s", "", "two pair, kings and kings"),
    ("a wild card helps", "straight", "9s 8s 7s 6s 2d", "2d", "straight, ten high"),
    ("a wild card is the top of the flush", "flush, ace high", "9s 8s 7s 4s 2d", "2d", "flush, ace high"),
    ("the lowest straight begins with the ace", "five-high straight", "As 2s 3d 4c 5h", "", "straight, five high"),
    ("a lower top than the highest", "flush, queen high", "As Qs 9s 5s 3s 2s", "", "flush, queen high"),
    ("less than the highest card", "nine high", "Ks 9h 5d 3c 2s", "", "nine high"),
    ("two of the highest cards", "ace king", "Ah Ks Kh 7d 3s", "", "ace high"),
    ("too high is not there", "four kings", "Ks Kh Kd 9s 9d", "", ""),
    ("other ranks are not there", "aces over kings", "Ks Kh Kd 9s 9d", "", ""),
    ("lower and not there either", "straight", "Ks Kh Kd 9s 9d", "", ""),
    ("four of a kind is no full house without a pair", "full house", "Ks Kh Kd Kc 9d", "", ""),
    ("no straight goes round the corner", "straight", "Qs Ks Ad 2c 3h", "", ""),
    ("a flush of another top", "flush, nine high", "Ks 9s 7s 5s 2s", "", ""),
]


@pytest.mark.parametrize(("rule", "text", "cards", "wild", "name"), ANNOUNCED, ids=[row[0] for row in ANNOUNCED])
def test_the_announced_hand_is_there_or_not(rule, text, cards, wild, name) -> None:
    assert called(text, cards, wild) == name


def test_of_a_high_card_the_ranks_that_were_said_are_the_highest() -> None:
    """King-ten has no queen (RULINGS E3, Announcing: too low counts as announced); where five need one, it counts all the same."""
    king_ten = Claim(Category.HIGH_CARD, (13, 10))
    announced = high_as(king_ten, ["Kc", "Qd", "Jh", "10s", "9h", "4d", "3c"])
    assert announced is not None
    assert announced.cards == ("Kc", "10s", "9h", "4d", "3c")
    assert not announced.beats(best_high(["Kd", "10h", "9s", "5c", "2d"]))
    short = high_as(king_ten, ["Kc", "Qd", "10s", "9h", "4d"])
    assert short is not None
    assert set(short.cards) == {"Kc", "Qd", "10s", "9h", "4d"}


ANNOUNCED_LOW = [
    ("what is there counts", "seven-five", "Ah 2d 3s 5c 7d Kd Ks", "", "seven-five low"),
    ("too low counts as announced", "eight-seven", "Ah 2d 3s 5c 7d 8d", "", "eight-seven low"),
    ("what is not there does not", "seven-six", "Ah 2d 3s 5c 7d Kd Ks", "", ""),
    ("a wild card is what was announced", "seven-four", "Ah 2d 3s 4c Kd", "Kd", "seven-four low"),
    ("a straight is not announced as a low hand", "five-four", "Ah 2d 3s 4c 5d", "", ""),
    ("a pair is", "low with a pair of kings", "Ah 2d 3s Kc Kd", "", "low with a pair of kings"),
]


@pytest.mark.parametrize(
    ("rule", "text", "cards", "wild", "name"), ANNOUNCED_LOW, ids=[row[0] for row in ANNOUNCED_LOW]
)
def test_the_announced_low_hand_is_there_or_not(rule, text, cards, wild, name) -> None:
    assert called_low(text, cards, wild) == name


# Few ranks, so that all kinds of hands come up.
SMALL_PACK = [rank + suit for rank in RANKS[-6:] for suit in SUITS]
SEVEN = st.lists(st.sampled_from(SMALL_PACK), min_size=7, max_size=7, unique=True)
WHOLE_PACK = st.lists(
    st.sampled_from([rank + suit for rank in RANKS for suit in SUITS]), min_size=5, max_size=8, unique=True
)


@given(WHOLE_PACK | SEVEN, st.integers(0, 3))
@settings(max_examples=rounds(80, 300))
def test_who_announces_what_he_has_has_what_he_announced(cards, wilds) -> None:
    best = best_high(cards, wild=set(cards[:wilds]), naturals=True)
    claim = read_high(best.name)
    assert claim is not None
    assert high_as(claim, cards, wild=set(cards[:wilds]), naturals=True) == best


@given(WHOLE_PACK | SEVEN, st.integers(0, 3))
@settings(max_examples=rounds(80, 200))
def test_who_announces_his_low_has_what_he_announced(cards, wilds) -> None:
    best = best_low(cards, wild=set(cards[:wilds]), runs=True)
    claim = read_low(best.name)
    assert claim is not None
    assert low_as(claim, cards, wild=set(cards[:wilds]), runs=True) == best


@given(WHOLE_PACK | SEVEN, st.integers(0, 3), st.sampled_from(Category))
@settings(max_examples=rounds(80, 300))
def test_an_announcement_never_makes_a_better_hand_than_the_cards(cards, wilds, category) -> None:
    best = best_high(cards, wild=set(cards[:wilds]))
    announced = high_as(Claim(category), cards, wild=set(cards[:wilds]))
    assert announced is None or not announced.beats(best)


@given(SEVEN, st.sampled_from([category for category in Category if category is not Category.HIGH_CARD]))
@settings(max_examples=rounds(80, 300))
def test_five_cards_of_the_announced_kind_are_found(cards, category) -> None:
    values = [best_high(five).value for five in combinations(cards, 5)]
    such = [value for value in values if isinstance(value, int) and unpack(value)[0] is category]
    announced = high_as(Claim(category), cards)
    if such:
        assert isinstance(announced.value, int)
        assert announced.value >= max(such)
        if category not in (Category.STRAIGHT, Category.FLUSH):
            assert announced.value == max(such)
