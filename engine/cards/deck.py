"""Decks by name: a deck is the tuple of its cards, so a new deck is a new entry and no new code."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from engine.cards.card import RANKS, SUITS, WILDCARD

FRENCH_52: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)

DECKS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({"french-52": FRENCH_52})


@lru_cache(maxsize=64)
def pack_of(deck: str, wildcards: int = 0) -> tuple[str, ...]:
    """Every card of the pack a game is played with: the deck of that name and so many identical wildcards (R-M14)."""
    return DECKS[deck] + (WILDCARD,) * wildcards


@lru_cache(maxsize=64)
def copies_in(deck: str, wildcards: int = 0) -> Mapping[str, int]:
    """How many of each card the pack holds: one, and of wildcards so many as were added."""
    pack = pack_of(deck, wildcards)
    return MappingProxyType({card: pack.count(card) for card in dict.fromkeys(pack)})
