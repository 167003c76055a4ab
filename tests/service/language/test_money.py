"""Money as people type it."""

import pytest
from babel.numbers import list_currencies
from hypothesis import given
from hypothesis import strategies as st

from engine.grammar import amount_text
from service.language.languages import DANISH, ENGLISH, in_language
from service.language.money import NotMoney, cents_of, currency_of_code, currency_of_reader, usual_worth, worth_of_chip
from service.web.site import clause

EUR, DKK, USD, GBP, JPY = map(currency_of_code, ("EUR", "DKK", "USD", "GBP", "JPY"))


@pytest.mark.parametrize(
    ("usual", "typed", "unit", "code"),
    [
        # With a sign, before or behind, with either mark, and with room or without.
        (EUR, "€0,25", 25, "EUR"),
        (EUR, "0.25 €", 25, "EUR"),
        (DKK, "€0.25", 25, "EUR"),
        (EUR, "$0.25", 25, "USD"),
        (DKK, "0,25 kr.", 25, "DKK"),
        (DKK, "kr. 0,25", 25, "DKK"),
        (EUR, "£.50", 50, "GBP"),
        (EUR, "A$1", 100, "AUD"),
        (EUR, "¥10", 10, "JPY"),
        # By code or by name.
        (USD, "0.25 EUR", 25, "EUR"),
        (DKK, "0.25 euro", 25, "EUR"),
        (EUR, "0.25 Danish kroner", 25, "DKK"),
        (EUR, "0,25 danske kroner", 25, "DKK"),
        (DKK, "0.25 dollars", 25, "USD"),
        (EUR, "0.25 HRK", 25, "HRK"),
        # Without a currency, in that of the reader.
        (EUR, "0.25", 25, "EUR"),
        (DKK, "5,-", 500, "DKK"),
        (JPY, "10", 10, "JPY"),
        # In hundredths.
        (EUR, "25 cents", 25, "EUR"),
        (USD, "25¢", 25, "USD"),
        (DKK, "25 øre", 25, "DKK"),
        (EUR, "10p", 10, "GBP"),
        # For a chip, or for several.
        (EUR, "0.25 EUR a chip", 25, "EUR"),
        (DKK, "25 øre pr. jeton", 25, "DKK"),
        (EUR, "a chip is worth €0.25", 25, "EUR"),
        (EUR, "0.25 € / chip", 25, "EUR"),
        (EUR, "1 EUR = 4 chips", 25, "EUR"),
        (EUR, "4 chips = 1 EUR", 25, "EUR"),
        (EUR, "4 chips per euro", 25, "EUR"),
        (GBP, "£20 for 200 chips", 10, "GBP"),
        # Large amounts with marks between the thousands.
        (DKK, "1.000,50 DKK", 100050, "DKK"),
        (DKK, "1 000 kr", 100000, "DKK"),
        (DKK, "0.250", 25, "DKK"),
    ],
)
def test_what_a_chip_is_worth_is_read_as_people_type_it(usual, typed, unit, code):
    assert worth_of_chip(typed, usual) == (currency_of_code(code), unit)


@pytest.mark.parametrize(
    ("usual", "typed", "asked"),
    [
        (EUR, "0,25 kr.", "“0,25 kr.” may be money of several countries; write which, as in 0,25 DKK or 0,25 SEK."),
        (DKK, "25 cents", "“25 cents” may be money of several countries; write which, as in 0.25 EUR or 0.25 USD."),
        (EUR, "25", "“25” may be 25.00 EUR or 0.25 EUR a chip; write which."),
        (
            EUR,
            "1.250 EUR",
            "“1.250” may be 1250 or 1.25; write it without the mark, or with fewer decimals.",
        ),
        (GBP, "cheap", "“cheap” does not say what a chip is worth; write it as 0.25 GBP."),
        (EUR, "25 bananas", "“25 bananas” does not say what a chip is worth; write it as 0.25 EUR."),
        (
            EUR,
            "10 EUR = 300 chips",
            "“10 EUR = 300 chips” would make a chip worth a part of 0.01 EUR; a chip is worth 0.01 EUR or a multiple of it.",
        ),
        (EUR, "0", "“0” makes a chip worth nothing; it is worth 0.01 EUR at least."),
        (EUR, "€0", "“€0” makes a chip worth nothing; it is worth 0.01 EUR at least."),
    ],
)
def test_a_price_that_could_mean_several_things_is_asked_in_one_sentence(usual, typed, asked):
    with pytest.raises(NotMoney) as refusal:
        worth_of_chip(typed, usual)
    assert str(refusal.value) == asked


@pytest.mark.parametrize(
    "typed", ["-1", "0", "1/4", "1,2,3", "1 2", "€", "", "9" * 13, "=", "0 chips = 1 EUR", "1 EUR 2"]
)
def test_what_is_no_price_is_refused(typed):
    with pytest.raises(NotMoney):
        worth_of_chip(typed, EUR)


@given(
    st.sampled_from(sorted(list_currencies())),
    st.integers(1, 10**9),
    st.sampled_from((ENGLISH, DANISH)),
    st.sampled_from((EUR, DKK, JPY)),
)
def test_what_the_page_shows_as_money_can_be_typed_back(code, cents, language, usual):
    currency = currency_of_code(code)
    with in_language(language):
        shown, bare = (amount_text(cents, currency.exponent, said) for said in (code, ""))
        assert worth_of_chip(shown, usual) == (currency, cents)
        assert cents_of(shown, currency) == cents_of(bare, currency) == cents
        assert worth_of_chip(usual_worth(currency), usual)[0] == currency


@pytest.mark.parametrize("language", [ENGLISH, DANISH], ids=lambda language: language.code)
@pytest.mark.parametrize("usual", [EUR, DKK, JPY], ids=lambda currency: currency.code)
def test_what_is_written_of_any_currency_is_read_back(language, usual):
    wrong = []
    with in_language(language):
        for currency in map(currency_of_code, sorted(list_currencies())):
            for cents in (1, 25, 99, 100, 123_456, 10**9):
                shown = amount_text(cents, currency.exponent, currency.code)
                if (worth_of_chip(shown, usual), cents_of(shown, currency)) != ((currency, cents), cents):
                    wrong.append(shown)
    assert wrong == []


def test_less_than_a_krone_is_said_in_oere_by_danes_and_only_where_nothing_is_added_up():
    with in_language(DANISH):
        assert amount_text(25, 2, "DKK") == "25 øre"
        assert [amount_text(cents, 2, "DKK") for cents in (0, 100, -25)] == ["0,00 kr.", "1,00 kr.", "−0,25 kr."]
        assert amount_text(25, 2, "DKK", signed=True) == "+0,25 kr."
        assert (amount_text(25, 2), amount_text(25, 2, "SEK")) == ("0,25", "0,25 SEK")
    assert amount_text(25, 2, "DKK") == "0.25 DKK"


def test_an_amount_of_another_currency_than_that_of_the_night_is_refused():
    assert cents_of("€20", EUR) == 2000
    with pytest.raises(NotMoney, match=r"“20 DKK” is in DKK, and this is counted in EUR; write it as 20.55 EUR\."):
        cents_of("20 DKK", EUR)


@pytest.mark.parametrize(
    ("languages", "zone", "code"),
    [
        (["en-GB", "en"], "UTC", "GBP"),
        (["en-US"], "Europe/Copenhagen", "USD"),
        (["en"], "Europe/Copenhagen", "DKK"),
        (["de-DE", "en"], "UTC", "EUR"),
        (["da"], "UTC", "DKK"),
        (["en"], "UTC", "USD"),
        (["zh-Hant-TW"], "UTC", "TWD"),
        ([], "UTC", "USD"),
        (["tlh"], "Nowhere/Land", "USD"),
    ],
)
def test_a_reader_pays_in_the_money_of_their_country_and_in_crowns_only_where_those_are_paid(languages, zone, code):
    assert currency_of_reader(languages, zone).code == code


def test_a_sentence_inside_another_keeps_the_stop_of_kr_and_loses_its_own() -> None:
    with in_language(DANISH):
        assert clause("Bo køber for 2,50 kr.") == "Bo køber for 2,50 kr."
        assert clause("Bo byder 3.") == "Bo byder 3"
