"""Numbers, amounts and lists read as people write them."""

from __future__ import annotations

import pytest

from engine.grammar import amount_text, counted, listed, number_word, ordinal, then, times_stated


def test_one_thing_is_one_and_any_other_number_of_them_are_several() -> None:
    assert [counted(number, "chip") for number in (0, 1, 2, -1)] == ["0 chips", "1 chip", "2 chips", "-1 chips"]
    assert counted(2, "mismatch", "mismatches") == "2 mismatches"


@pytest.mark.parametrize(
    ("cents", "exponent", "text"),
    [(1250, 2, "12.50"), (-5, 2, "−0.05"), (0, 2, "0.00"), (-1250, 0, "−1,250"), (12345, 3, "12.345"), (7, 1, "0.7")],
)
def test_an_amount_has_as_many_decimals_as_its_currency(cents: int, exponent: int, text: str) -> None:
    assert amount_text(cents, exponent) == text


def test_a_gain_has_a_plus_if_it_is_asked_for_and_zero_has_no_sign() -> None:
    assert [amount_text(cents, 2, signed=True) for cents in (5, 0, -5)] == ["+0.05", "0.00", "−0.05"]
    assert amount_text(1250, 0, "JPY", signed=True) == "+1,250 JPY"


def test_a_large_amount_loses_nothing() -> None:
    assert amount_text(10**17 + 1, 2, "DKK") == "1,000,000,000,000,000.01 DKK"


def test_parts_are_joined_as_in_speech() -> None:
    assert [listed(parts) for parts in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a and b", "a, b and c"]
    assert listed(["a", "b", "c"], "or") == "a, b or c"
    assert [then(parts) for parts in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a, then b", "a, b, then c"]


def test_small_numbers_and_places_are_words() -> None:
    assert [number_word(number) for number in (0, 12, 13)] == ["no", "twelve", "13"]
    assert [ordinal(place) for place in (1, 10, 11)] == ["first", "tenth", "11th"]
    assert [times_stated(times) for times in (2, 3)] == ["Twice", "Three times"]
