"""Decks by their names, and how their cards are read."""

from __future__ import annotations

import pytest

from engine.cards.deck import DECKS, copies_in, parse_card_of


@pytest.mark.parametrize("deck", DECKS)
def test_every_card_is_read_as_itself(deck: str) -> None:
    """What is spelt as it is kept needs no reading."""
    for card in copies_in(deck):
        assert parse_card_of(deck, card) == card


@pytest.mark.parametrize("wildcards", [1, 4])
def test_wildcards_of_a_french_pack_are_read_as_themselves(wildcards: int) -> None:
    for card in copies_in("french-52", wildcards):
        assert parse_card_of("french-52", card) == card
