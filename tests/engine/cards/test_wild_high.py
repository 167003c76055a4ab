"""Wild cards in high hands, and the Danish last tie-break in favour of natural cards."""

import pytest

from engine.cards.announcement import read_high
from engine.cards.as_announced import high_as
from engine.cards.card import parse_cards
from engine.cards.high import best_high


def high(text, wild="", **options):
    return best_high(parse_cards(text), wild=frozenset(parse_cards(wild)), **options)


def test_risky_pairs_two_wild_jacks_and_a_nine_make_three_nines() -> None:
    standing = high("Js Jd 9c 6h 3s", wild="Js Jd")
    assert standing.name == "three of a kind, nines"
    assert standing.cards == ("9c", "Js", "Jd", "6h", "3s")
    assert standing.stands_for == ("9c", "9s", "9h", "6h", "3s")


def test_risky_pairs_two_wild_jacks_and_three_fours_make_five_fours() -> None:
    standing = high("4s 4h 4c Jd Jc", wild="Jd Jc")
    assert standing.name == "five of a kind, fours"
    assert standing.stands_for[:4] == ("4s", "4h", "4c", "4d")


def test_five_of_a_kind_beats_the_best_straight_flush() -> None:
    assert high("2s 2h 2c 2d joker", wild="joker").value > high("As Ks Qs Js 10s").value


def test_four_aces_and_a_wild_card_stay_four_where_five_of_a_kind_is_not_played() -> None:
    standing = high("As Ah Ac Ad joker", wild="joker", five_of_a_kind=False)
    assert standing.name == "four of a kind, aces"
    assert standing.stands_for == ("As", "Ah", "Ac", "Ad", "Ks")


def test_five_wild_cards_are_five_aces_or_else_the_best_straight_flush() -> None:
    jokers = ["joker"] * 5
    assert best_high(jokers, wild={"joker"}).name == "five of a kind, aces"
    assert best_high(jokers, wild={"joker"}, five_of_a_kind=False).name == "straight flush, ace high"


def test_a_wild_card_in_a_flush_takes_the_highest_rank_not_already_in_it() -> None:
    standing = high("Ah Qh 9h 4h joker", wild="joker")
    assert standing.name == "flush, ace high"
    assert standing.cards == ("Ah", "joker", "Qh", "9h", "4h")
    assert standing.stands_for == ("Ah", "Kh", "Qh", "9h", "4h")
    assert standing.value == high("Ad Kd Qd 9d 4d").value


def test_there_is_no_flush_with_two_aces() -> None:
    assert high("Ah Kh 9h 4h joker", wild="joker").value == high("As Ks Qs 9s 4s").value


def test_a_wild_card_fills_the_gap_of_a_straight() -> None:
    standing = high("5s 6h 8d 9c 2s", wild="2s")
    assert standing.name == "straight, nine high"
    assert standing.stands_for == ("9c", "8d", "7s", "6h", "5s")


def test_an_open_straight_is_filled_at_its_upper_end() -> None:
    assert high("6h 7s 8d 9c 2s", wild="2s").name == "straight, ten high"


def test_two_pairs_and_a_wild_card_are_a_full_house_of_the_higher() -> None:
    assert high("9s 9h 4d 4c 2s", wild="2s").name == "full house, nines over fours"


def test_a_wild_card_may_stand_for_itself() -> None:
    standing = high("3s 3h 4d Kc 3d", wild="3d")
    assert standing.cards[2] == standing.stands_for[2] == "3d"


def test_a_wild_card_never_makes_two_pair() -> None:
    assert high("9s 9h 4d Kc joker", wild="joker").name == "three of a kind, nines"


def test_ranks_decide_before_natural_cards() -> None:
    natural = high("9s 9h 9d 5c 4d", naturals=True)
    better_side_card = high("9c joker joker 6c 4s", wild="joker", naturals=True)
    assert better_side_card.value > natural.value


def test_of_equal_three_of_a_kind_the_one_with_more_natural_cards_wins() -> None:
    none_wild = high("9s 9h 9d 6c 4d", naturals=True)
    one_wild = high("9s 9c joker 6d 4s", wild="joker", naturals=True)
    two_wild = high("9c joker joker 6h 4c", wild="joker", naturals=True)
    assert none_wild.value > one_wild.value > two_wild.value


def test_of_equal_full_houses_the_natural_one_wins() -> None:
    assert high("9s 9h 9d 4c 4d", naturals=True).value > high("9s 9c joker 4h 4s", wild="joker", naturals=True).value


def test_of_equal_straights_the_higher_natural_cards_win() -> None:
    natural_top = high("10s 8h 7d 6c joker", wild="joker", naturals=True)
    wild_top = high("9s 8c 7h 6d joker", wild="joker", naturals=True)
    assert natural_top.name == wild_top.name == "straight, ten high"
    assert natural_top.value > wild_top.value


def test_one_higher_natural_card_outweighs_more_lower_ones_in_a_straight() -> None:
    natural_top = high("10s 7d 6c joker joker", wild="joker", naturals=True)
    wild_top = high("9s 8c 7h 6d joker", wild="joker", naturals=True)
    assert natural_top.name == wild_top.name
    assert natural_top.value > wild_top.value


def test_one_higher_natural_card_outweighs_more_lower_ones_in_a_flush() -> None:
    natural_king = high("Ah Kh 3h joker joker", wild="joker", naturals=True)
    wild_king = high("Ad Qd Jd 3d joker", wild="joker", naturals=True)
    assert natural_king.stands_for == ("Ah", "Kh", "Qh", "Jh", "3h")
    assert natural_king.value > wild_king.value


def test_without_the_danish_tie_break_wild_and_natural_hands_are_equal() -> None:
    assert high("9s 9h 9d 6c 4d").value == high("9s 9c joker 6d 4s", wild="joker").value


@pytest.mark.parametrize(("better", "worse"), [("h", "s"), ("s", "h"), ("d", "c")])
def test_of_two_equal_selections_the_one_with_the_higher_natural_cards_is_taken(better, worse) -> None:
    cards = f"A{better} K{better} J{better} A{worse} Q{worse} 10{worse} joker joker"
    standing = high(cards, wild="joker", naturals=True)
    assert standing.name == "straight flush, ace high"
    assert standing.stands_for == tuple(f"{rank}{better}" for rank in ("A", "K", "Q", "J", "10"))
    assert standing.value == high(f"A{worse} K{worse} J{worse} joker joker", wild="joker", naturals=True).value


@pytest.mark.parametrize(
    ("wilds", "name"), [(2, "pair of aces"), (3, "three of a kind, aces"), (4, "four of a kind, aces")]
)
def test_a_few_wild_cards_alone_are_so_many_aces(wilds, name) -> None:
    assert best_high(["joker"] * wilds, wild={"joker"}).name == name


def test_a_natural_card_stands_for_itself_and_five_cards_are_five_places() -> None:
    standing = high("As Ks 7d 7h 3c 2c 2d", wild="2c 2d", naturals=True)
    assert standing.name == "four of a kind, sevens"
    assert standing.cards == ("7h", "7d", "2c", "2d", "As")
    assert standing.stands_for == ("7h", "7d", "7s", "7c", "As")


# RULINGS R-E7: side cards before naturals, and the switch naturals_before_kickers the other way round.

THREE_NATURAL = ("Ks Kh Kd 7c 3h", "")
TWO_AND_A_WILD = ("Kc 2s 2h Qd 8c", "2s 2h")


@pytest.mark.parametrize(
    ("options", "better", "worse"),
    [
        ({"naturals": True}, TWO_AND_A_WILD, THREE_NATURAL),
        ({"naturals": True, "naturals_first": True}, THREE_NATURAL, TWO_AND_A_WILD),
        # What makes the hand still comes first, and of equal naturals the side cards decide.
        ({"naturals": True, "naturals_first": True}, ("Ac 2s 2h Qd 8c", "2s 2h"), THREE_NATURAL),
        ({"naturals": True, "naturals_first": True}, ("Ks Kh Kd 8c 3h", ""), THREE_NATURAL),
        ({"naturals": True, "naturals_first": True}, ("Kc 2s 2h Qd 8c", "2s 2h"), ("Kd 2s 2h Qc 7c", "2s 2h")),
        # Asked for first, they are asked for at all only where natural cards count.
        ({"naturals_first": True}, TWO_AND_A_WILD, THREE_NATURAL),
    ],
)
def test_naturals_break_ties_after_the_side_cards_or_before_them(options, better, worse) -> None:
    (best, best_wild), (other, other_wild) = better, worse
    winner = best_high(best.split(), wild=frozenset(best_wild.split()), **options)
    loser = best_high(other.split(), wild=frozenset(other_wild.split()), **options)
    assert winner.beats(loser)
    assert not loser.beats(winner)


def test_an_announced_hand_is_compared_in_the_same_order() -> None:
    """Both announce three kings: the wild side card of the first does not count against its natural kings."""
    claim = read_high("three kings")
    options = {"wild": frozenset({"2s", "2h"}), "naturals": True, "naturals_first": True}
    natural = high_as(claim, ["Ks", "Kh", "Kd", "2s", "3h"], **options)
    wild = high_as(claim, ["Kc", "2s", "2h", "Qd", "Jc"], **options)
    assert natural.beats(wild)
