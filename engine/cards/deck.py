"""Decks by name: a deck is the tuple of its cards, so a new deck is a new entry and no new code."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from engine.cards.card import ACCEPTED, RANKS, SUITS, WILDCARD, parse_card
from engine.cards.tarok import ACCEPTED as TAROK_ACCEPTED
from engine.cards.tarok import TAROK_54, parse_tarok_card

FRENCH_52: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)

READ_AS: Final = {"tarok-54": (parse_tarok_card, TAROK_ACCEPTED)}
"""Packs whose cards are spelt in a way of their own: how to read one, and what is accepted."""


def read_card(text: str, deck: str) -> str:
    """One card of the deck as people type it; a `ValueError` says that it is none."""
    reader, _ = READ_AS.get(deck, (parse_card, ACCEPTED))
    return reader(text)


def accepted_in(deck: str) -> str:
    """What people may type for a card of this deck."""
    return READ_AS.get(deck, (parse_card, ACCEPTED))[1]


DECKS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({"french-52": FRENCH_52, "tarok-54": TAROK_54})


@lru_cache(maxsize=64)
def pack_of(deck: str, wildcards: int = 0) -> tuple[str, ...]:
    """Every card of the pack a game is played with: the deck of that name and so many identical wildcards (R-M14)."""
    return DECKS[deck] + (WILDCARD,) * wildcards


@lru_cache(maxsize=64)
def copies_in(deck: str, wildcards: int = 0) -> Mapping[str, int]:
    """How many of each card the pack holds: one, and of wildcards so many as were added."""
    pack = pack_of(deck, wildcards)
    return MappingProxyType({card: pack.count(card) for card in dict.fromkeys(pack)})
