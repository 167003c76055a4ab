"""High hands: the order of categories, straights, ties, and Munk's order of single cards."""

import pytest

from engine.cards.card import parse_cards
from engine.cards.high import best_high, high_value

BEST_FIRST = [
    ("As Ks Qs Js 10s", "straight flush, ace high"),
    ("5h 4h 3h 2h Ah", "straight flush, five high"),
    ("8c 8s 8h 8d 2c", "four of a kind, eights"),
    ("10h 10s 10c 4d 4c", "full house, tens over fours"),
    ("Jh 7h 9h 2h Ah", "flush, ace high"),
    ("Ks 9s 8s 3s 2s", "flush, king high"),
    ("10s Jh Qs Kd Ac", "straight, ace high"),
    ("5s 6h 7s 8d 9c", "straight, nine high"),
    ("As 2h 3s 4d 5c", "straight, five high"),
    ("Qs Qh Qd 7c 2d", "three of a kind, queens"),
    ("Ks Kh 10d 10c 2d", "two pair, kings and tens"),
    ("6s 6h Ad Kc Qd", "pair of sixes"),
    ("Ks Qh Jd 10c 8d", "king high"),
]


def value_of(text, **options):
    return best_high(parse_cards(text), **options).value


def test_the_categories_rank_from_straight_flush_down_to_high_card() -> None:
    values = [value_of(cards) for cards, _ in BEST_FIRST]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)


@pytest.mark.parametrize(("cards", "name"), BEST_FIRST)
def test_a_hand_is_called_by_its_stable_english_name(cards, name) -> None:
    assert best_high(parse_cards(cards)).name == name


@pytest.mark.parametrize("wrapped", ["Js Qh Ks Ad 2c", "Qs Kh As 2d 3c", "Ks Ah 2s 3d 4c"])
def test_a_straight_does_not_go_round_from_king_over_ace_to_two(wrapped) -> None:
    assert best_high(parse_cards(wrapped)).name == "ace high"


def test_the_ace_is_low_in_five_high_straights_only() -> None:
    assert value_of("2s 3h 4s 5d 6c") > value_of("As 2h 3s 4d 5c")
    assert value_of("As 2h 3s 4d 5c") > value_of("As Ah Ac Kd Qc")


def test_suits_never_part_equal_hands_without_munks_order() -> None:
    assert value_of("As Kd 9c 4s 2s") == value_of("Ah Kc 9d 4h 2c")


def test_side_cards_part_hands_of_one_category() -> None:
    assert value_of("9s 9h Ad 4c 3d") > value_of("9c 9d Kd Qc Jd")
    assert value_of("9s 9h 4d 4c 5d") > value_of("9c 9d 4s 4h 3d")
    assert value_of("Ks Js 9s 3s 2s") < value_of("Kh Jh 9h 4h 2h")


def test_the_best_five_of_seven_stand_in_reading_order() -> None:
    standing = best_high(parse_cards("4s Kc 10d 2h 10s Kd 4h"))
    assert standing.name == "two pair, kings and tens"
    assert standing.cards == ("Kc", "Kd", "10s", "10d", "4s")
    assert standing.stands_for == standing.cards


def test_three_pairs_count_as_two_pairs_with_the_best_side_card() -> None:
    assert best_high(parse_cards("4s 4h 9c 9d Qs Qh Ah")).cards == ("Qs", "Qh", "9c", "9d", "Ah")


def test_a_low_straight_reads_from_the_five_down_to_the_ace() -> None:
    assert best_high(parse_cards("Ah 2s 3d 4c 5s Kd Qd")).cards == ("5s", "4c", "3d", "2s", "Ah")


def test_fewer_than_five_cards_make_neither_straights_nor_flushes() -> None:
    assert best_high(parse_cards("As Ks Qs Js")).name == "ace high"
    assert best_high(parse_cards("9s 9h 9d 9c")).name == "four of a kind, nines"
    assert best_high(parse_cards("9s 9h 4d")).name == "pair of nines"
    assert best_high(parse_cards("9s")).name == "nine high"


def test_a_pair_of_open_cards_beats_an_ace_and_loses_to_a_better_pair() -> None:
    assert value_of("2s 2h") > value_of("As Kh Qd Jc")
    assert value_of("2s 2h") < value_of("3s 3h")
    assert value_of("As") < value_of("As 2d")


def test_twelve_cards_are_looked_through_for_the_best_five() -> None:
    twelve = parse_cards("2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ad")
    assert best_high(twelve).name == "straight flush, queen high"
    assert high_value(twelve) == best_high(twelve).value


def test_munk_the_ace_of_spades_beats_the_ace_of_hearts_whatever_follows() -> None:
    assert value_of("As 9d 7c 4s 2s", suits=True) > value_of("Ah Kd Qc Js 9c", suits=True)


def test_munk_single_cards_rank_spades_hearts_clubs_diamonds() -> None:
    values = [value_of(card, suits=True) for card in ("As", "Ah", "Ac", "Ad", "Ks", "Kh", "2d")]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)


def test_munk_the_next_card_decides_when_the_top_card_is_shared() -> None:
    assert value_of("As Kd 9s 7h 3c", suits=True) < value_of("As Kh 8s 6h 2c", suits=True)


def test_munk_suits_do_not_part_pairs_or_better() -> None:
    assert value_of("9s 9h Ad 4c 3d", suits=True) == value_of("9c 9d As 4h 3h", suits=True)
    assert value_of("As Ks 9s 4s 2s", suits=True) == value_of("Ad Kd 9d 4d 2d", suits=True)


def test_munk_keeps_the_order_of_the_categories() -> None:
    values = [value_of(cards, suits=True) for cards, _ in BEST_FIRST]
    assert values == sorted(values, reverse=True)


def test_with_munks_suits_a_lone_wild_card_is_above_every_ace_and_below_every_pair() -> None:
    alone = best_high(["3d"], wild={"3d"}, suits=True)
    assert alone.name == "lone wild card"
    assert alone.stands_for == ("As",)
    assert alone.value > value_of("As", suits=True)
    assert alone.value > value_of("As Kd Qh", suits=True)
    assert alone.value < value_of("2h 2d", suits=True)


def test_elsewhere_a_lone_wild_card_is_an_ace_and_a_natural_one_is_better() -> None:
    alone = best_high(["3d"], wild={"3d"}, naturals=True)
    assert alone.name == "ace high"
    assert alone.stands_for == ("As",)
    assert value_of("Kd", naturals=True) < alone.value < value_of("Ac", naturals=True)
    assert high_value(["3d"], {"3d"}) == high_value(["Ac"])


def test_high_value_says_the_same_as_best_high() -> None:
    for cards, _ in BEST_FIRST:
        hand = parse_cards(cards)
        for size in range(1, 6):
            assert high_value(hand[:size]) == best_high(hand[:size]).value


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ([], "No cards were given; a hand that is to be compared has at least one."),
        (["As", "??"], "This hand holds a card nobody has seen (??); only known cards can be compared."),
        (["As", "Kd", "As"], "As is in this hand twice; a pack holds each natural card once."),
    ],
)
def test_what_cannot_be_compared_is_refused_with_a_reason(cards, sentence) -> None:
    with pytest.raises(ValueError) as refusal:
        best_high(cards)
    assert str(refusal.value) == sentence


def test_a_joker_that_nobody_declared_wild_has_no_rank() -> None:
    with pytest.raises(ValueError, match="'joker' has no rank of its own"):
        best_high(["As", "joker"])
    with pytest.raises(ValueError, match="'joker' has no rank of its own"):
        high_value(["As", "joker"])
    assert best_high(["As", "joker"], wild={"joker"}).name == "pair of aces"
