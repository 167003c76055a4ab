"""Decks by name: a deck is the tuple of its cards, so a new deck is a new entry and no new code."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.cards.card import RANKS, SUITS

FRENCH_52: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)

DECKS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({"french-52": FRENCH_52})
