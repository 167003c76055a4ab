"""Decks by name: a deck is the tuple of its cards, so a new deck is a new entry and no new code.

A card that exists twice stands in the tuple twice. What the cards of a deck of letters show is in `LETTER_DECKS`.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.cards.alpha import ALPHA_56
from engine.cards.card import RANKS, SUITS
from engine.cards.letter_card import LetterDeck
from engine.cards.scroker import SCROKER_52

FRENCH_52: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)

_letter_decks: Final = {deck.name: deck for deck in (SCROKER_52, ALPHA_56)}
_decks: Final = {"french-52": FRENCH_52, **{name: deck.texts for name, deck in _letter_decks.items()}}

LETTER_DECKS: Final[Mapping[str, LetterDeck]] = MappingProxyType(_letter_decks)
DECKS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(_decks)


def add_letter_deck(deck: LetterDeck) -> None:
    """Make a club's own deck known by its name, for good: books are judged again with the cards they were played with."""
    known = _letter_decks.get(deck.name)
    if deck.name in _decks and (known is None or known.cards != deck.cards):
        raise ValueError(f"The deck {deck.name} is known with other cards; a deck of its own has a name of its own.")
    _letter_decks[deck.name] = deck
    _decks[deck.name] = deck.texts
