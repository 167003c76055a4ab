"""Five and seven natural cards by one small number each: every hand keeps a sum of its own, and its value."""

from array import array
from itertools import combinations, combinations_with_replacement
from random import Random

import pytest

from engine.cards import high, sums
from engine.cards.deck import FRENCH_52
from engine.cards.high import best_high, high_value
from engine.cards.sums import RANK_NUMBERS_OF_FIVE, RANK_NUMBERS_OF_SEVEN, SUITS_OF_SUM

NUMBERS = {5: RANK_NUMBERS_OF_FIVE, 7: RANK_NUMBERS_OF_SEVEN}
CARDS = {5: sums.CARD_IN_FIVE, 7: sums.CARD_IN_SEVEN}
FLUSHES = {5: sums.FLUSH_IN_FIVE, 7: sums.FLUSH_IN_SEVEN}
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
        empty = array("I")
        monkeypatch.setattr(sums, table, empty)
        monkeypatch.setattr(high, table, empty)
    monkeypatch.setattr(high, "_VALUE_OF_NATURALS", type(high._VALUE_OF_NATURALS)())


@pytest.mark.parametrize(("held", "hands"), [(5, 6_188), (7, 49_205)])
def test_no_two_hands_of_ranks_have_the_same_sum(held, hands) -> None:
    found = [sum(hand) for hand in hands_of_ranks(NUMBERS[held], held)]
    assert len(set(found)) == len(found) == hands


@pytest.mark.parametrize(("held", "first"), [(5, 7), (7, 5)])
def test_each_number_is_the_least_that_keeps_the_sums_apart(held, first) -> None:
    # As the comment says; the first of them show it in little time.
    for place in range(1, first):
        before = NUMBERS[held][:place]
        for tried in range(before[-1] + 1, NUMBERS[held][place]):
            found = [sum(hand) for hand in hands_of_ranks((*before, tried), held)]
            assert len(set(found)) < len(found), tried


@pytest.mark.parametrize("held", [5, 7])
def test_five_of_one_suit_are_told_from_every_other_mixture(held) -> None:
    for suits in combinations_with_replacement("shdc", held):
        ranks = ("2", "4", "5", "9", "J", "K", "A")[:held]
        hand = [rank + suit for rank, suit in zip(ranks, suits, strict=True)]
        in_suit = FLUSHES[held][sum(CARDS[held][card] for card in hand) & SUITS_OF_SUM]
        flushed = next((suit for suit in "shdc" if suits.count(suit) >= 5), None)
        assert (in_suit is None) == (flushed is None), hand
        assert in_suit is None or [bool(in_suit(card)) for card in hand] == [suit == flushed for suit in suits]


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
    sums.make_room()
    assert [high_value(hand) for hand in hands] == expected
    assert sum(map(bool, high.VALUE_OF_FIVE)) > 300
    assert sum(map(bool, high.VALUE_OF_SEVEN)) > 300
    assert [high_value(hand) for hand in hands] == expected


@pytest.mark.usefixtures("new_process")
@pytest.mark.parametrize("room", [False, True])
def test_four_aces_are_valued_though_the_table_of_seven_does_not_reach_them(room) -> None:
    if room:
        sums.make_room()
    seven = ["As", "Ah", "Ad", "Ac", "Ks", "Kh", "Kd"]
    assert high_value(seven) == best_high(seven).value
    assert sum(sums.CARD_IN_SEVEN[card] for card in seven) >> sums.RANKS_OF_SUM >= len(high.VALUE_OF_SEVEN)


@pytest.mark.usefixtures("new_process")
def test_only_a_process_that_has_valued_many_hands_keeps_tables() -> None:
    hands = combinations(FRENCH_52[::2], 5)
    for _ in range(1_000):
        high_value(next(hands))
    assert not high.VALUE_OF_FIVE
    while not high.VALUE_OF_FIVE:
        high_value(next(hands))
    assert len(high._VALUE_OF_NATURALS) == 1_000
    assert len(high.VALUE_OF_SEVEN) * high.VALUE_OF_SEVEN.itemsize < 20_000_000


@pytest.mark.parametrize("held", [5, 7])
def test_a_card_without_a_rank_is_refused(held) -> None:
    with pytest.raises(ValueError, match="'joker' has no rank of its own"):
        high_value([*FRENCH_52[: held - 1], "joker"])
