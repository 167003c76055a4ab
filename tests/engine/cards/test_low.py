"""Low hands: ace-five, ace-six, deuce-seven, eight or better, and wild cards in them."""

import pytest

from engine.cards.card import parse_cards
from engine.cards.low import best_low

ACE_FIVE = {}
ACE_SIX = {"runs": True}
DEUCE_SEVEN = {"ace": "high", "runs": True}
EIGHT_OR_BETTER = {"most": 8}


def low(text, wild="", **options):
    return best_low(parse_cards(text), wild=frozenset(parse_cards(wild)), **options)


@pytest.mark.parametrize(
    ("options", "best", "name", "second"),
    [
        (ACE_FIVE, "5s 4s 3s 2s As", "five-four low", "6s 4h 3d 2c As"),
        (ACE_SIX, "6s 4h 3d 2c As", "six-four low", "6s 5h 3d 2c As"),
        (DEUCE_SEVEN, "7s 5h 4d 3c 2s", "seven-five low", "7s 6h 4d 3c 2s"),
    ],
)
def test_each_scale_has_its_own_best_low(options, best, name, second) -> None:
    assert low(best, **options).name == name
    assert low(best, **options).value > low(second, **options).value
    assert low("As 2h 3d 4c 5s 6h 7d 8c 9s 10h", **options).value == low(best, **options).value


def test_the_best_low_with_ace_low_and_runs_is_six_high_and_not_all_of_one_suit() -> None:
    assert low("6s 4h 3s 2s As", **ACE_SIX).value > low("6s 5h 3s 2s As", **ACE_SIX).value
    assert low("6s 4s 3s 2s As", **ACE_SIX).name == "low with a flush, six high"
    assert low("5s 4h 3s 2s As", **ACE_SIX).name == "low with a straight, five high"
    assert low("6s 4h 3s 2s As", **ACE_SIX).value > low("6s 4s 3s 2s As", **ACE_SIX).value


def test_ace_to_five_is_a_straight_where_the_ace_is_low_and_an_ace_high_hand_where_it_is_high() -> None:
    assert low("5s 4h 3s 2s As", **DEUCE_SEVEN).name == "ace-five low"
    assert low("5s 4h 3s 2s As", **DEUCE_SEVEN).value < low("Ks Qh Js 10s 8s", **DEUCE_SEVEN).value
    assert low("Ks Qh Js 10s As", **DEUCE_SEVEN).name == "low with a straight, ace high"
    assert low("Ks Qh Js 10s As", **ACE_SIX).name == "king-queen low"


def test_low_hands_compare_from_their_highest_card_down() -> None:
    assert low("8s 4h 3d 2c As").value < low("7s 6h 5d 4c 3s").value
    assert low("7s 6h 4d 2c As").value > low("7c 6s 4h 3d As").value


def test_suits_never_part_low_hands() -> None:
    assert low("7s 6h 4d 2c As").value == low("7h 6d 4c 2s Ad").value


def test_a_low_of_seven_cards_reads_from_its_highest_card_down() -> None:
    standing = low("Kd 7s 6h 4d 2c As 2h")
    assert standing.name == "seven-six low"
    assert standing.cards == ("7s", "6h", "4d", "2h", "As")
    assert standing.stands_for == standing.cards


def test_a_pair_counts_against_a_low_that_cannot_avoid_it() -> None:
    assert low("2s 2h 3d 4c 5s").name == "low with a pair of twos"
    assert low("2s 2h 3d 4c 5s").value < low("Ks Qh Jd 10c 9s").value
    assert low("As Ah 3d 4c 5s").value > low("2s 2h 3d 4c 5s").value
    assert low("2s 2h 3d 3c 5s").value < low("Ks Kh Qd Jc 10s").value


def test_the_lowest_pair_is_kept_when_one_must_be() -> None:
    standing = low("Ks Kh 3d 3c Qs 8d 8h")
    assert standing.name == "low with a pair of threes"
    assert standing.cards == ("3c", "3d", "Ks", "Qs", "8h")


def test_a_pair_is_a_better_low_than_the_only_straight() -> None:
    assert low("As 2h 3d 4c 5s 5h", **ACE_SIX).name == "low with a pair of fives"
    assert low("As 2h 3d 4c 5s 5h", **ACE_FIVE).name == "five-four low"


def test_a_higher_card_of_another_suit_avoids_a_flush() -> None:
    assert low("As 2s 3s 4s 6s Kh", **ACE_SIX).name == "king-four low"
    assert low("As 2s 3s 4s 6s 6h", **ACE_SIX).cards == ("6h", "4s", "3s", "2s", "As")


def test_seven_cards_of_one_suit_are_a_flush_and_the_lowest_one_counts() -> None:
    assert low("As 2s 3s 4s 5s 9s Ks", **ACE_SIX).name == "low with a flush, nine high"


def test_eight_or_better_takes_five_different_ranks_up_to_eight() -> None:
    assert low("8s 7h 6d 5c 4s Kd Kh", **EIGHT_OR_BETTER).name == "eight-seven low"
    assert low("As 2h 3d 4c 5s", **EIGHT_OR_BETTER).name == "five-four low"


@pytest.mark.parametrize("cards", ["9s 7h 6d 5c 4s", "8s 8h 6d 5c 4s Kd Kh", "As Ah 2d 2c 3s 4d Qh", "8s 7h 6d 5c"])
def test_eight_or_better_is_no_low_at_all_without_them(cards) -> None:
    assert low(cards, **EIGHT_OR_BETTER) is None


def test_fewer_than_five_cards_still_have_a_lowest_hand() -> None:
    assert low("7s 4h").value > low("8s 2h").value > low("2s 2d").value
    assert low("As").name == "ace low"


def test_a_wild_card_in_a_low_takes_the_lowest_useful_missing_rank() -> None:
    standing = low("7s 6h 4d 2c joker", wild="joker")
    assert standing.cards == ("7s", "6h", "4d", "2c", "joker")
    assert standing.stands_for == ("7s", "6h", "4d", "2c", "As")
    assert low("Ks 4h 3d 2c As joker", wild="joker").name == "five-four low"


def test_a_wild_card_in_a_low_avoids_the_straight() -> None:
    assert low("As 2h 3d 4c joker", wild="joker", **ACE_SIX).name == "six-four low"
    assert low("3s 4h 5d 6c joker", wild="joker", **DEUCE_SEVEN).name == "eight-six low"


def test_a_wild_card_in_a_low_stands_for_another_suit_and_so_avoids_the_flush() -> None:
    standing = low("As 2s 3s 4s joker", wild="joker", **ACE_SIX)
    assert standing.name == "six-four low"
    assert len({card[-1] for card in standing.stands_for}) == 2


def test_a_wild_card_may_replace_a_natural_card_to_break_a_flush() -> None:
    standing = low("As 2s 3s 4s 6s joker", wild="joker", **ACE_SIX)
    assert standing.name == "six-four low"
    assert "joker" in standing.cards
    assert len({card[-1] for card in standing.stands_for}) == 2


def test_wild_cards_may_make_eight_or_better() -> None:
    assert low("8s 7h 2d joker joker Ks Qs", wild="joker", **EIGHT_OR_BETTER).name == "eight-seven low"
    assert low("9s 7h 2d joker joker Ks Qs", wild="joker", **EIGHT_OR_BETTER) is None


def test_a_wild_card_that_cannot_mend_a_low_takes_the_lowest_rank_beside_the_pair() -> None:
    standing = low("Ks Kh Qd Qc joker", wild="joker")
    assert standing.name == "low with two pair, kings and queens"
    assert standing.stands_for[-1] == "As"


def test_of_equal_lows_the_one_with_more_natural_cards_is_better_where_naturals_count() -> None:
    """RULINGS R-E16, with its own example: P's six is a wild seven, Q has five natural cards."""
    p = low("7h Ah 2d 3c 5h Kd Kc", wild="7h", naturals=True, **ACE_SIX)
    q = low("As 2c 3d 5s 6d Ks Kh", naturals=True, **ACE_SIX)
    assert p.name == q.name == "six-five low"
    assert q.beats(p)
    assert low("6s 5h 3c 2d As", naturals=True, **ACE_SIX).value == q.value
    assert low("7s 5h 3c 2d As", naturals=True, **ACE_SIX).value < p.value, "ranks come first"
    assert low("7h Ah 2d 3c 5h", wild="7h", **ACE_SIX).value == low("As 2c 3d 5s 6d", **ACE_SIX).value


def test_of_equal_fives_in_one_hand_the_one_with_more_natural_cards_is_the_low() -> None:
    """RULINGS R-E16: the natural four is used, although the wild seven could stand for it."""
    natural = low("7h 6s Ah 2d 3c 4h", wild="7h", naturals=True, **ACE_SIX)
    assert natural.cards == ("6s", "4h", "3c", "2d", "Ah")
    assert natural.value == low("6s 4h 3c 2d Ah", naturals=True, **ACE_SIX).value
