"""Cards and decks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards.card import RANK, SUIT, UNKNOWN, parse_card, parse_cards, pretty
from engine.cards.deck import DECKS, copies_in, parse_card_of

# Cards are read the way people write them, and written the way people read them.


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("As", "As"), ("as", "As"), ("aS", "As"), ("A♠", "As"), ("A♠\ufe0f", "As"), ("Ess", "As"), ("es♠", "As"),
        ("10h", "10h"), ("Th", "10h"), ("th", "10h"), ("10♥", "10h"), ("T♡", "10h"),
        ("Koh", "Kh"), ("kos", "Ks"), ("Ks", "Ks"), ("kd", "Kd"), ("Kns", "Js"), ("Knd", "Jd"), ("jd", "Jd"),
        ("Dad", "Qd"), ("7k", "7c"), ("Kor", "Kd"), ("Knk", "Jc"), ("10R", "10d"), ("Q♦", "Qd"), ("2c", "2c"), ("2♣", "2c"), (" 9h ", "9h"),
        ("joker", "joker"), ("Joker", "joker"), ("Jo", "joker"), ("??", "??"),
        ("wildcard", "wildcard"), ("Wild", "wildcard"), ("w", "wildcard"), ("W", "wildcard"),
    ],
)  # fmt: skip
def test_a_card_is_read_as_people_type_it_and_logs_print_it(typed, card) -> None:
    assert parse_card(typed) == card


@pytest.mark.parametrize("typed", ["", "A", "s", "1s", "11h", "Xs", "Ax", "As Kd", "Kn", "10", "?", "sA"])
def test_what_is_no_card_is_refused_with_its_text_and_what_would_be_accepted(typed) -> None:
    with pytest.raises(ValueError) as refusal:
        parse_card(typed)
    sentence = str(refusal.value)
    assert repr(typed) in sentence
    for accepted in ("10 or T", "Kn Da Ko Es", "s h d c", "♠ ♥ ♦ ♣", "joker", "??"):
        assert accepted in sentence


def test_cards_may_be_parted_by_spaces_and_commas() -> None:
    assert parse_cards("As, Kd 10h,Th ??") == ("As", "Kd", "10h", "10h", "??")
    assert parse_cards(" ") == ()


def test_one_wrong_card_among_many_is_named() -> None:
    with pytest.raises(ValueError, match=r"^'Zz' is not a card\."):
        parse_cards("As Zz Kd")


def test_a_card_is_shown_with_its_suit_symbol() -> None:
    assert [pretty(card) for card in ("As", "10h", "Qd", "2c", "joker", UNKNOWN)] == [
        *("A♠", "10♥", "Q♦", "2♣"),
        *("joker", "??"),
    ]


@given(st.sampled_from(DECKS["french-52"]))
def test_what_is_shown_is_read_back_as_the_same_card(card) -> None:
    assert parse_card(pretty(card)) == card
    assert parse_card(card.upper()) == card


def test_the_french_deck_has_each_rank_once_in_each_suit() -> None:
    deck = DECKS["french-52"]
    assert len(deck) == len(set(deck)) == 52
    assert {(RANK[card], SUIT[card]) for card in deck} == {(rank, suit) for rank in range(2, 15) for suit in "shdc"}


def test_the_ace_is_the_highest_rank_and_the_two_the_lowest() -> None:
    assert [RANK[card] for card in ("2s", "9d", "10h", "Jc", "Qs", "Kd", "Ah")] == [2, 9, 10, 11, 12, 13, 14]


# Decks by their names, and how their cards are read.


@pytest.mark.parametrize("deck", DECKS)
def test_every_card_is_read_as_itself(deck) -> None:
    """What is spelt as it is kept needs no reading."""
    for card in copies_in(deck):
        assert parse_card_of(deck, card) == card


@pytest.mark.parametrize("wildcards", [1, 4])
def test_wildcards_of_a_french_pack_are_read_as_themselves(wildcards) -> None:
    for card in copies_in("french-52", wildcards):
        assert parse_card_of("french-52", card) == card
