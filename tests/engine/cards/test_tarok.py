"""The tarok pack: 54 cards, 70 points, counted in threes (RULINGS C2)."""

import random

import pytest

from engine.cards.tarok import ALL_POINTS, SUITED, TAROK_54, TRUMPS, nominal, parse_tarok_card, points_of
from engine.cards.tricks import PACKS, TRUMP, may_be_played, winning_place

TAROK = PACKS["tarok-54"]


def test_the_pack_holds_22_trumps_and_eight_cards_a_suit():
    assert len(TAROK_54) == len(set(TAROK_54)) == 54
    assert len(TRUMPS) == 22
    assert {len(cards) for cards in SUITED.values()} == {8}


def test_red_suits_rank_the_ace_highest_of_the_pips_and_black_suits_the_ten():
    assert SUITED["h"] == ("4h", "3h", "2h", "Ah", "Jh", "Ch", "Qh", "Kh")
    assert SUITED["s"] == ("7s", "8s", "9s", "10s", "Js", "Cs", "Qs", "Ks")


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("II III IV", 1),  # three nulls: one point
        ("II III Ks", 5),  # two nulls and a counter: its value
        ("II Qs Ks", 8),  # one null and two counters: the sum less one
        ("Cs Qs Ks", 10),  # three counters: the sum less two
    ],
)
def test_the_four_kinds_of_trick_count_as_the_source_says(cards, points):
    assert points_of(cards.split()) == points


def test_a_jack_counts_two_so_that_the_pack_counts_seventy():
    assert nominal("Js") == 2
    assert ALL_POINTS == 70
    assert points_of(TAROK_54, jack=3) == 74


def test_however_the_pack_falls_into_threes_it_counts_the_same():
    chance = random.Random(3)
    for _ in range(50):
        cards = list(TAROK_54)
        chance.shuffle(cards)
        cut = 3 * chance.randrange(1, 17)
        assert points_of(cards[:cut]) + points_of(cards[cut:]) == ALL_POINTS


def test_points_are_counted_in_threes_only():
    with pytest.raises(ValueError, match="in threes"):
        points_of(["Ks", "Qs"])


@pytest.mark.parametrize(
    ("typed", "card"),
    [("skus", "joker"), ("mond", "XXI"), ("Pagat", "I"), ("xvi", "XVI"), ("ch", "Ch"), ("10♠", "10s")],
)
def test_trumps_are_spelt_as_people_say_them(typed, card):
    assert parse_tarok_card(typed) == card


@pytest.mark.parametrize("typed", ["2s", "7h", "XXIII", "Ts", ""])
def test_what_the_pack_does_not_hold_is_no_tarok_card(typed):
    with pytest.raises(ValueError, match="is not a tarok card"):
        parse_tarok_card(typed)


def test_who_can_follow_suit_must():
    assert may_be_played(TAROK, ["Ks", "2h", "V"], "7s", TRUMP, must_trump=True) == ("Ks",)


def test_who_cannot_follow_must_trump_in_tarok_and_may_play_anything_in_lift_smoke():
    held = ["2h", "V", "Kd"]
    assert may_be_played(TAROK, held, "7s", TRUMP, must_trump=True) == ("V",)
    assert may_be_played(TAROK, held, "7s", TRUMP, must_trump=False) == tuple(held)


def test_who_has_neither_suit_nor_trump_may_play_anything():
    assert may_be_played(TAROK, ["2h", "Kd"], "7s", TRUMP, must_trump=True) == ("2h", "Kd")


@pytest.mark.parametrize(
    ("trick", "place"),
    [("7s Ks Qs", 1), ("7s I Ks", 1), ("V XX joker", 2), ("Kh 4d Ad", 0), ("4h Ah 2h", 1)],
)
def test_the_highest_trump_wins_or_else_the_highest_of_the_suit_led(trick, place):
    assert winning_place(TAROK, trick.split(), TRUMP) == place


def test_in_french_packs_the_ace_is_high_and_any_suit_may_be_trumps():
    french = PACKS["french-52"]
    assert winning_place(french, ["Ks", "As", "2h"], "d") == 1
    assert winning_place(french, ["Ks", "As", "2h"], "h") == 2
