"""A game is read with the dictionary it names, pinned to its version, and quickly enough for every hand of a night."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random

import pytest

from engine import errors, words
from engine.game.awards import Words
from engine.library import named
from service.language.dictionaries.shipped import COMMON_ENGLISH, WIDE_ENGLISH
from tests.engine.words.hands import SCROKER


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


# How many of seven cards are wild: WordPoker has no wild cards.
@pytest.mark.parametrize(("name", "wilds"), [("Scroker", 1), ("WordPoker", 0)])
def test_the_best_words_of_seven_cards_are_found_without_going_through_the_dictionary(name, wilds) -> None:
    (game,) = named(name)
    assert isinstance(game.scale, Words)
    reading, chance = words.reading_of(game.scale, game.deck.name), Random(7)
    calls = []
    # The first one makes the index.
    for _ in range(61):
        hand = [*chance.sample(game.deck.cards, 7 - wilds), *["wildcard"] * wilds]
        with counted() as count:
            assert words.best_words(reading, hand, frozenset({"wildcard"})) is not None
        calls.append(count())
    assert max(calls[1:]) < len(reading.dictionary)


@contextmanager
def counted() -> Iterator[Callable[[], int]]:
    """How many functions are called: an amount of work that is the same on every machine."""
    calls = []
    before = sys.getprofile()
    sys.setprofile(lambda _frame, event, _argument: calls.append(event) if event == "call" else None)
    try:
        yield lambda: len(calls)
    finally:
        sys.setprofile(before)
