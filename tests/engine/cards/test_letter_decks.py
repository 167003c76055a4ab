"""The decks of Scroker and WordPoker, with every fact the rules give away (RULINGS A1, A4, B1 to B3)."""

from collections import Counter

import pytest

from engine import errors
from engine.cards import deck
from engine.cards.deck import DECKS, LETTER_DECKS, accepted_in, add_deck, parse_card_of
from engine.cards.letter_card import ALPHA_56, SCROKER_52, SUITS_OF_LETTERS, LetterCard, LetterDeck


def test_scroker_has_52_different_cards_13_of_each_suit() -> None:
    assert len(set(DECKS["scroker-52"])) == 52
    assert Counter(card.suit for card in SCROKER_52.cards) == dict.fromkeys(SUITS_OF_LETTERS, 13)
    assert SCROKER_52.suits == SUITS_OF_LETTERS


def test_the_cards_that_the_rules_of_scroker_name_are_there() -> None:
    assert {str(SCROKER_52.face[card]) for card in ("Ua", "Ma", "Sa")} == {"unicorn", "moose", "snail"}
    assert {card: SCROKER_52.face[card].peppers for card in ("E5", "E1", "A2", "U1")} == {
        "E5": 5,
        "E1": 1,
        "A2": 2,
        "U1": 1,
    }


def test_peppers_are_vowels_and_only_they_show_peppers() -> None:
    for card in SCROKER_52.cards:
        assert (card.peppers > 0) is (card.suit == "peppers")
        assert card.suit != "peppers" or card.letters in "AEIOU"


def test_the_unicorn_is_the_top_card_and_suits_go_before_letters_and_peppers() -> None:
    rank = SCROKER_52.rank
    assert max(rank, key=rank.__getitem__) == "Ua"
    assert rank["Aa"] > rank["U3"] > rank["U1"] > rank["A1"] > rank["Zl"] > rank["Al"] > rank["Ym"] > rank["Em"] == 1


def test_alpha_has_56_cards_36_consonants_and_20_vowel_cards() -> None:
    assert len(DECKS["alpha-56"]) == 56
    assert sum(len(card.letters) == 1 for card in ALPHA_56.cards) == 36
    assert sum(len(card.letters) == 2 for card in ALPHA_56.cards) == 20


def test_with_the_18_cards_put_aside_alpha_has_42_consonants_30_vowel_cards_and_2_wild_ones() -> None:
    """RULINGS B2: one of each vowel card, one of each of H L N R S T, and both wild cards."""
    whole = Counter(ALPHA_56.texts) + Counter([*"HLNRST", "??", "??"])
    whole += Counter(card for card in ALPHA_56.face if len(card) == 2)
    assert whole.total() == 74
    assert sum(number for card, number in whole.items() if len(card) == 1) == 42
    assert sum(number for card, number in whole.items() if len(card) == 2 and card != "??") == 30
    assert (whole["T"], whole["Z"], whole["J"]) == (3, 1, 1)


def test_no_card_of_alpha_exists_more_than_twice_and_y_is_a_consonant() -> None:
    assert set(Counter(ALPHA_56.texts).values()) == {1, 2}
    assert ALPHA_56.face["Y"].letters == "Y"
    assert {card.letters for card in ALPHA_56.cards if len(card.letters) == 2} == {
        *("AE", "AI", "AO", "AU", "EI", "EO", "EU", "IO", "IU", "OU"),
    }


def test_the_values_of_alpha_are_from_1_to_10_lower_for_frequent_letters() -> None:
    value = {card: face.value for card, face in ALPHA_56.face.items()}
    assert {value[card] for card in ("H", "L", "N", "R", "S", "T", "AE", "OU")} == {1}
    assert (value["D"], value["M"], value["W"], value["K"], value["J"], value["Q"]) == (2, 3, 4, 5, 8, 10)


def test_what_is_assumed_is_said() -> None:
    for each in LETTER_DECKS.values():
        assert "assumed" in each.assumption


@pytest.mark.parametrize(
    ("said", "card"),
    [
        ("Ua", "Ua"),
        ("ua", "Ua"),
        ("unicorn", "Ua"),
        ("e5", "E5"),
        ("five-pepper E", "E5"),
        ("lemon t", "Tl"),
        ("TM", "Tm"),
    ],
)
def test_a_scroker_card_is_known_by_its_text_or_its_name(said, card) -> None:
    assert SCROKER_52.parse(said) == card


@pytest.mark.parametrize("said", ["AE", "ae", "A/E", "e/a", "EA"])
def test_a_vowel_card_is_known_either_way_round(said) -> None:
    assert ALPHA_56.parse(said) == "AE"


@pytest.mark.parametrize(("name", "said"), [("alpha-56", "A"), ("scroker-52", "Za"), ("scroker-52", "")])
def test_what_is_no_card_of_a_deck_is_none_of_any(name, said) -> None:
    assert LETTER_DECKS[name].parse(said) is None
    with pytest.raises(ValueError, match="is not a card"):
        parse_card_of(name, said)
    assert accepted_in(name).startswith("one of ")


def test_the_card_that_nobody_has_seen_is_in_every_deck() -> None:
    assert {parse_card_of(name, "??") for name in DECKS} == {"??"}


def test_one_text_is_another_card_in_another_deck() -> None:
    assert parse_card_of("french-52", "as") == "As"
    assert parse_card_of("alpha-56", "t") == "T"
    assert parse_card_of("scroker-52", "sa") == "Sa"


@pytest.mark.parametrize(
    ("name", "cards"),
    [("E5", {"E5"}), ("E", {"Ea", "E5", "E3", "E1", "Em"}), ("unicorn", set()), ("nothing", set())],
)
def test_a_name_means_one_card_or_all_of_a_letter(name, cards) -> None:
    assert set(SCROKER_52.called(name)) == cards


def test_a_suit_means_all_its_cards() -> None:
    assert len(SCROKER_52.called("lemons")) == 13


def test_a_club_adds_a_deck_of_its_own_under_a_name_of_its_own(monkeypatch) -> None:
    own = LetterDeck("own-deck", (LetterCard("B", "B", value=3), LetterCard("B", "B", value=3)))
    # Taken back behind the test.
    monkeypatch.setitem(deck._letter_decks, own.name, own)
    monkeypatch.setitem(deck._decks, own.name, ())
    add_deck(own.name, own)
    assert DECKS["own-deck"] == ("B", "B")
    add_deck("own-deck", LetterDeck("own-deck", own.cards))
    for taken in ("scroker-52", "french-52"):
        with pytest.raises(errors.DeckIsAnother, match=f"a deck {taken} is known already, with other cards"):
            add_deck(taken, LetterDeck(taken, own.cards))
