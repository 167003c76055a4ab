"""Badugi, single cards, twenty-one, and sums."""

from array import array
from itertools import combinations, combinations_with_replacement, pairwise
from random import Random

import pytest

from engine.cards import high
from engine.cards.deck import FRENCH_52
from engine.cards.high import RANK_NUMBERS_OF_FIVE, RANK_NUMBERS_OF_SEVEN, best_high, high_value
from engine.cards.other_scales import best_badugi, best_single, best_twenty_one

# Badugi: most cards of different suit and rank, then the lowest of them; aces are low.


def badugi(text: str):
    return best_badugi(text.split())


@pytest.mark.parametrize(
    ("cards", "name", "counts"),
    [
        ("Ah 3s 5d 8c", "four-card badugi, 8-5-3-A", "8c 5d 3s Ah"),
        ("As 2h 3d 4c", "four-card badugi, 4-3-2-A", "4c 3d 2h As"),
        ("Ks 10h 3d 4d", "three-card badugi, K-10-3", "Ks 10h 3d"),
        ("2s 2h Kd Kc", "two-card badugi, K-2", "Kc 2s"),
        ("9s 7s 4s Qs", "one-card badugi, 4", "4s"),
        ("9s 9h 9d 9c", "one-card badugi, 9", "9s"),
        ("As", "one-card badugi, A", "As"),
        ("6h 2h 3d 4c 5s", "four-card badugi, 5-4-3-2", "5s 4c 3d 2h"),
    ],
)
def test_the_most_cards_of_different_suit_and_rank_count(cards, name, counts) -> None:
    standing = badugi(cards)
    assert standing.name == name
    assert set(standing.cards) == set(counts.split())
    assert standing.stands_for == standing.cards


def test_more_cards_beat_lower_ones_and_then_the_highest_card_decides() -> None:
    in_order = ["Ks Kh Kd Kc", "2s 2h 2d 2c", "Ks Qh 4s 5h", "As 2h 2s Ah", "Ks Qh Jd 10d", "As 2h 3d 3s"]
    in_order += ["Ks Qh Jd 10c", "Ks Qh Jd 9c", "8s 5h 3d 2c", "8s 5h 3d Ac", "As 2h 3d 4c"]
    values = [badugi(cards).value for cards in in_order]
    assert values == sorted(set(values))


def test_hands_of_the_same_ranks_are_equal_in_any_suits() -> None:
    assert badugi("8c 5d 3s Ah").value == badugi("8s 5h 3d Ac").value
    assert badugi("8c 5d 3s Kc").value == badugi("8s 5h 3d Kd").value


def test_no_badugi_is_made_of_no_cards_or_of_cards_without_a_rank() -> None:
    with pytest.raises(ValueError, match="at least one"):
        best_badugi([])
    with pytest.raises(ValueError, match="'joker' has no rank"):
        best_badugi(["As", "joker"])


# Single cards: rank, then spades, hearts, clubs, diamonds; top cards above all (RULINGS D1, R-M1, R-M3).

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


# Twenty-one: all cards are added up, nearest to 21 and not over (RULINGS D1, R-M5, R-M6).

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


def test_no_twenty_one_is_counted_of_no_cards_or_of_cards_without_a_rank() -> None:
    with pytest.raises(ValueError, match="at least one"):
        best_twenty_one([])
    with pytest.raises(ValueError, match=r"\(\?\?\)"):
        sum_of("As ??")


# Five and seven natural cards by one small number each: every hand keeps a sum of its own, and its value.

NUMBERS = {5: RANK_NUMBERS_OF_FIVE, 7: RANK_NUMBERS_OF_SEVEN}
# Seven natural cards hold at most four of a rank; of five also five are kept apart.
MOST_ALIKE = {5: 5, 7: 4}


def hands_of_ranks(numbers, held: int) -> list[tuple[int, ...]]:
    """Every hand of this many ranks, by their numbers."""
    hands = combinations_with_replacement(numbers, held)
    # Sorted as they are, a hand has too many of a rank where its ends lie too near each other.
    most = MOST_ALIKE[held]
    return [hand for hand in hands if all(hand[at] != hand[at + most] for at in range(held - most))]


@pytest.fixture
def new_process(monkeypatch) -> None:
    """Nothing has been valued yet."""
    for table in ("VALUE_OF_FIVE", "VALUE_OF_SEVEN"):
        monkeypatch.setattr(high, table, array("I"))
    monkeypatch.setattr(high, "_VALUE_OF_NATURALS", type(high._VALUE_OF_NATURALS)())


@pytest.mark.parametrize(("held", "hands"), [(5, 6_188), (7, 49_205)])
def test_no_two_hands_of_ranks_have_the_same_sum(held, hands) -> None:
    found = [sum(hand) for hand in hands_of_ranks(NUMBERS[held], held)]
    assert len(set(found)) == len(found) == hands


def test_every_five_of_a_part_of_the_pack_is_worth_what_its_named_hand_is() -> None:
    # One suit whole, the ends of the others: flushes, runs, full houses and fours, each many times.
    part = [card for card in FRENCH_52 if card[-1] == "s" or card[:-1] in {"2", "3", "K", "A"}]
    assert len(part) == 25
    for five in combinations(part, 5):
        assert high_value(five) == best_high(five).value


@pytest.mark.usefixtures("new_process")
def test_a_hand_is_worth_the_same_before_there_are_tables_and_when_they_learn_it_and_after() -> None:
    chance = Random(20_261_122)
    hands = [chance.sample(FRENCH_52, held) for held in (5, 7) for _ in range(400)]
    expected = [best_high(hand).value for hand in hands]
    assert [high_value(hand) for hand in hands] == expected
    assert not high.VALUE_OF_SEVEN
    high.make_room()
    assert [high_value(hand) for hand in hands] == expected
    assert sum(map(bool, high.VALUE_OF_FIVE)) > 300
    assert sum(map(bool, high.VALUE_OF_SEVEN)) > 300
    assert [high_value(hand) for hand in hands] == expected


@pytest.mark.parametrize("held", [5, 7])
def test_a_card_without_a_rank_is_refused(held) -> None:
    with pytest.raises(ValueError, match="'joker' has no rank of its own"):
        high_value([*FRENCH_52[: held - 1], "joker"])
