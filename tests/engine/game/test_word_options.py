"""Dealer's Choice with letters: hot peppers, ruling cards, hot-'n'-sours and mixed juice (RULINGS A6)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.game.awards import WORD_KINDS, WORD_TIES, Words
from engine.game.definition import Deck
from engine.game.findings import findings
from engine.game.options import Hot, HotNSours, MixingTheJuice, Ruling
from engine.game.rules_told import explain
from engine.game.words_stated import KINDS_OF_WORDS, TIES_OF_WORDS
from engine.words.made import KINDS, TIES
from tests.engine.game.played import FIVE_CARDS, declared
from tests.engine.words.hands import SCROKER, WORDPOKER

FIVE_LETTERS = declared(deck=Deck("scroker-52"), scale=SCROKER)
OPTIONS = [Hot(), Ruling("E5 E3 E1"), HotNSours(1), MixingTheJuice()]


def scale_of(*options) -> Words:
    game = FIVE_LETTERS
    for option in options:
        assert option.objection(game) == ""
        game += option
    assert findings(game) == ()
    assert isinstance(game.scale, Words)
    return game.scale


def test_hot_peppers_count_after_naturals_and_before_the_high_card() -> None:
    assert scale_of(Hot()).ties == "naturals peppers high-card"
    assert scale_of(Hot(), Hot()).ties == "naturals peppers high-card"


def test_ruling_cards_stand_beside_those_that_rule_already() -> None:
    assert scale_of(Ruling("lemons"), Ruling("Ua")).ruling == "lemons Ua"


def test_hot_n_sours_are_limited() -> None:
    assert scale_of(HotNSours(0)).borrowed == 0


def test_juices_are_mixed() -> None:
    assert scale_of(MixingTheJuice()).mixed


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("game", [FIVE_CARDS, declared(deck=Deck("alpha-56"), scale=WORDPOKER)])
def test_off_clean_words_there_are_no_suits_of_letters(option, game) -> None:
    assert "clean words" in option.objection(game)


@pytest.mark.parametrize("first", OPTIONS)
@pytest.mark.parametrize("second", OPTIONS)
def test_two_options_mean_the_same_in_either_order(first, second) -> None:
    assert scale_of(first, second) == scale_of(second, first)


def test_every_kind_and_tie_of_a_declaration_is_counted_and_has_its_words() -> None:
    assert set(WORD_KINDS) == set(KINDS) == set(KINDS_OF_WORDS)
    assert set(WORD_TIES) == set(TIES) == set(TIES_OF_WORDS)


def told(scale: Words, deck: str = "scroker-52") -> str:
    text = " ".join(explain(declared(deck=Deck(deck), scale=scale)).split())
    return text[text.index("The hand with the best words") :]


def test_scroker_reads_aloud() -> None:
    assert told(SCROKER).startswith(
        "The hand with the best words (from the lowest: no word, one of two letters, two of two, one of three, one of four, "
        "one of three and one of two, five cards of one suit, one of five and one of five with the unicorn; a word is of "
        "one suit, and fruit may borrow chili peppers; ties are broken by having no wild cards or borrowed peppers, then "
        "the highest card of the words) takes the pot; equal hands split it."
    )


def test_wordpoker_reads_aloud() -> None:
    assert told(WORDPOKER, "alpha-56").startswith(
        "The hand with the best words (from the lowest: no word, one of two letters, two of two, one of three, one of three "
        "and one of two, one of four, one of five and five letters in a row; plurals made with S do not count; ties are "
        "broken by the points of the words, then the highest letter in the hand) takes the pot"
    )


def test_options_read_aloud() -> None:
    assert "every E, the unicorn and lemons above all other cards" in told(scale_of(Ruling("E Ua lemons")))
    every = scale_of(Ruling("E5 E1 Zl Xm"))
    assert "the five-pepper E, the one-pepper E, the lemon Z and the lime X above all other cards" in told(every)
    assert "the Z and the A/E above all" in told(replace(WORDPOKER, ruling="Z AE"), "alpha-56")
    assert "fruit may borrow 1 chili pepper;" in told(scale_of(HotNSours(1)))
    assert "fruit may borrow no chili peppers;" in told(scale_of(HotNSours(0)))
    assert "of one suit, or of lemons and limes, and" in told(scale_of(MixingTheJuice()))
    assert "the number of peppers in the hand" in told(scale_of(Hot()))
