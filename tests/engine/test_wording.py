"""Money, event numbers, lists and names of hands read as people write them."""

from __future__ import annotations

import pytest

from engine.cards.worth import name_of, with_article
from engine.commands import Currency
from engine.wording import Voice, closed, format_cents, numbered, signed
from tests.engine.hands import worth

DKK = Currency()
YEN = Currency(code="JPY", exponent=0)
DINAR = Currency(code="KWD", exponent=3)


@pytest.mark.parametrize(
    ("cents", "currency", "text"),
    [
        (1250, DKK, "12.50 DKK"),
        (5, DKK, "0.05 DKK"),
        (-5, DKK, "−0.05 DKK"),
        (-1250, DKK, "−12.50 DKK"),
        (0, DKK, "0.00 DKK"),
        (1250, YEN, "1,250 JPY"),
        (-1250, YEN, "−1,250 JPY"),
        (1250, DINAR, "1.250 KWD"),
        (10**15, DKK, "10,000,000,000,000.00 DKK"),
    ],
)
def test_cents_are_written_with_as_many_decimals_as_the_currency_has(cents: int, currency: Currency, text: str) -> None:
    assert format_cents(cents, currency) == text


@pytest.mark.parametrize(
    ("versions", "text"),
    [
        ((), "no event"),
        ((7,), "event 7"),
        ((8, 7), "events 7 and 8"),
        ((3, 4, 5), "events 3-5"),
        ((3, 4, 5, 9), "events 3-5 and 9"),
        ((1, 3, 4, 6, 7, 8), "events 1, 3, 4 and 6-8"),
    ],
)
def test_event_numbers_in_a_row_are_drawn_together(versions: tuple[int, ...], text: str) -> None:
    assert numbered(versions) == text


@pytest.mark.parametrize(
    ("hand", "text"),
    [
        ("full house, tens over fours", "a full house, tens over fours"),
        ("pair of aces", "a pair of aces"),
        ("straight flush, ten high", "a straight flush, ten high"),
        ("two pair, aces and eights", "two pair, aces and eights"),
        ("three of a kind, nines", "three of a kind, nines"),
        ("ace high", "ace high"),
        ("seven-six low", "a seven-six low"),
        ("eight-six low", "an eight-six low"),
        ("low with a pair of kings", "a low with a pair of kings"),
        ("low with three of a kind, kings", "a low with three of a kind, kings"),
        ("lone wild card", "a lone wild card"),
        ("one-card badugi, A", "a one-card badugi, A"),
        ("busted at 23", "busted at 23"),
        ("ace of spades, king of hearts", "the ace of spades, king of hearts"),
        ("ace of spades and jack of spades", "the ace of spades and jack of spades"),
        ("wildcard, king of clubs", "the wildcard, king of clubs"),
        ("the highest closed card, 10♠", "the highest closed card, 10♠"),
        ("full house, CAT and OX, 15 points", "a full house, CAT and OX, 15 points"),
        ("straight, ABCDE, wild, lemon L high", "a straight, ABCDE, wild, lemon L high"),
        ("Slush, limes, 1 pepper", "Slush, limes, 1 pepper"),
        ("Frog, MOAN, hot-'n'-sour, wild, five-pepper E high", "Frog, MOAN, hot-'n'-sour, wild, five-pepper E high"),
    ],
)
def test_a_hand_has_an_article_where_one_is_said(hand: str, text: str) -> None:
    assert (name_of(worth(hand)), with_article(worth(hand))) == (hand, text)


def test_a_list_of_nobody_is_nobody() -> None:
    voice = Voice({"bo": "Bo", "eva": "Eva"})
    assert [voice.people(players) for players in ((), ("bo",), ("bo", "eva"))] == ["nobody", "Bo", "Bo and Eva"]


def test_without_a_currency_an_amount_is_in_cents() -> None:
    assert [Voice().money(5), Voice().money(None), Voice().money(5, signed=True)] == ["5 cents", "0 cents", "+5 cents"]


def test_a_gain_has_a_plus_and_nothing_has_no_sign() -> None:
    assert [signed(number) for number in (14, -7, 0)] == ["+14", "−7", "0"]


def test_what_people_type_ends_as_a_sentence_once() -> None:
    assert [closed(text) for text in ("late", "late.", "late! ", "late?")] == ["late.", "late.", "late!", "late?"]


def test_an_account_is_called_what_people_call_it() -> None:
    voice = Voice({"aase": "Åse"})
    assert [voice.account(account) for account in ("pot", "carry", "box", "chips:aase", "chips:bo")] == [
        "the pot",
        "the carried pot",
        "the box",
        "Åse",
        "bo",
    ]
