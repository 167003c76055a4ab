"""A game is read with the dictionary it names, pinned to its version, and quickly enough for every hand of a night."""

from __future__ import annotations

import random
from statistics import median
from time import process_time

import pytest

from engine import errors, words
from engine.cards.deck import DECKS
from engine.game.scales import Words
from service.words.shipped import COMMON_ENGLISH, WIDE_ENGLISH
from tests.engine.words.hands import SCROKER, WORDPOKER


def test_the_houses_dictionary_is_the_wide_one() -> None:
    assert words.pinned(SCROKER).dictionary == WIDE_ENGLISH.reference
    assert words.reading_of(SCROKER, "scroker-52").dictionary is WIDE_ENGLISH


def test_a_game_may_name_another() -> None:
    common = Words("none 2", dictionary="common-english")
    assert words.pinned(common).dictionary == COMMON_ENGLISH.reference
    assert words.reading_of(words.pinned(common), "alpha-56").dictionary is COMMON_ENGLISH


def test_a_dictionary_that_is_gone_is_said_to_be_missing() -> None:
    with pytest.raises(errors.DictionaryIsMissing, match="wide-english@000000000000 is not here"):
        words.reading_of(Words("none 2", dictionary="wide-english@000000000000"), "alpha-56")


@pytest.mark.parametrize(("scale", "deck", "wilds"), [(SCROKER, "scroker-52", 1), (WORDPOKER, "alpha-56", 0)])
def test_seven_cards_with_a_wild_one_take_less_than_five_milliseconds(scale: Words, deck: str, wilds: int) -> None:
    reading = words.reading_of(scale, deck)
    chance = random.Random(7)
    took = []
    for _ in range(60):
        cards = [*chance.sample(DECKS[deck], 7 - wilds), *["wildcard"] * wilds]
        start = process_time()
        made = words.best_words(reading, cards, frozenset({"wildcard"}))
        assert made is not None
        assert made.standing.name
        took.append(process_time() - start)
    assert median(took) < 0.005
