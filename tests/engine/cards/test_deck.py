"""Decks by their names, and how their cards are read."""

from __future__ import annotations

import pytest

from engine.cards.card import RANK, RANKS, SUIT
from engine.cards.deck import DECKS, FRENCH_52, copies_in, of_ranks_and_suits, parse_card_of
from engine.cards.sums import CARD_IN_SEVEN


@pytest.mark.parametrize("deck", DECKS)
def test_every_card_is_read_as_itself(deck: str) -> None:
    """What is spelt as it is kept needs no reading."""
    for card in copies_in(deck):
        assert parse_card_of(deck, card) == card


@pytest.mark.parametrize("wildcards", [1, 4])
def test_wildcards_of_a_french_pack_are_read_as_themselves(wildcards: int) -> None:
    for card in copies_in("french-52", wildcards):
        assert parse_card_of("french-52", card) == card


def test_the_french_pack_is_made_of_the_texts_that_tables_by_card_have_for_keys() -> None:
    assert of_ranks_and_suits(RANKS) == FRENCH_52
    for table in (RANK, SUIT, CARD_IN_SEVEN):
        assert all(card is key for card, key in zip(FRENCH_52, table, strict=True))
