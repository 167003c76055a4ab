"""Five natural cards by one small number each: every hand of five keeps a sum of its own, and its value."""

from itertools import combinations, combinations_with_replacement

from engine.cards.deck import FRENCH_52
from engine.cards.five import ALL_OF_ONE_SUIT, CARD_IN_FIVE, RANK_NUMBERS, SUITS_OF_FIVE
from engine.cards.high import best_high, high_value


def test_no_two_fives_of_ranks_have_the_same_sum() -> None:
    fives = list(combinations_with_replacement(RANK_NUMBERS, 5))
    assert len({sum(five) for five in fives}) == len(fives) == 6_188


def test_each_number_is_the_least_that_keeps_the_sums_apart() -> None:
    # As the comment says; the first seven show it in little time.
    for place in range(1, 7):
        before = RANK_NUMBERS[:place]
        for tried in range(before[-1] + 1, RANK_NUMBERS[place]):
            sums = [sum(five) for five in combinations_with_replacement((*before, tried), 5)]
            assert len(set(sums)) < len(sums), tried


def test_five_of_one_suit_are_told_from_every_other_mixture() -> None:
    for suits in combinations_with_replacement("shdc", 5):
        five = [rank + suit for rank, suit in zip(("2", "5", "9", "J", "A"), suits, strict=True)]
        counted = sum(CARD_IN_FIVE[card] for card in five) & SUITS_OF_FIVE
        assert ALL_OF_ONE_SUIT[counted] == (len(set(suits)) == 1), five


def test_every_five_of_a_part_of_the_pack_is_worth_what_its_named_hand_is() -> None:
    # One suit whole, the ends of the others: flushes, runs, full houses and fours, each many times.
    part = [card for card in FRENCH_52 if card[-1] == "s" or card[:-1] in {"2", "3", "K", "A"}]
    assert len(part) == 25
    for five in combinations(part, 5):
        assert high_value(five) == best_high(five).value
