"""Decks by name: a deck is the tuple of its cards, so a new deck is a new entry and no new code.

A card that exists twice stands in the tuple twice. What the cards of a deck of letters show is in `LETTER_DECKS`.
"""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from engine import errors
from engine.cards.alpha import ALPHA_56
from engine.cards.card import ACCEPTED, RANKS, SUITS, WILDCARD, parse_card
from engine.cards.letter_card import LetterDeck
from engine.cards.scroker import SCROKER_52
from engine.cards.tarok import ACCEPTED as TAROK_ACCEPTED
from engine.cards.tarok import TAROK_54, parse_tarok_card

FRENCH_52: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)

_letter_decks: Final = {deck.name: deck for deck in (SCROKER_52, ALPHA_56)}
_decks: Final = {
    "french-52": FRENCH_52,
    "tarok-54": TAROK_54,
    **{name: deck.texts for name, deck in _letter_decks.items()},
}

LETTER_DECKS: Final[Mapping[str, LetterDeck]] = MappingProxyType(_letter_decks)
DECKS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(_decks)


@lru_cache(maxsize=64)
def pack_of(deck: str, wildcards: int = 0) -> tuple[str, ...]:
    """Every card of the pack a game is played with: the deck of that name and so many identical wildcards (R-M14)."""
    return DECKS[deck] + (WILDCARD,) * wildcards


@lru_cache(maxsize=64)
def copies_in(deck: str, wildcards: int = 0) -> Mapping[str, int]:
    """How many of each card the pack holds: most often one."""
    pack = pack_of(deck, wildcards)
    return MappingProxyType({card: pack.count(card) for card in dict.fromkeys(pack)})


@lru_cache(maxsize=64)
def several_in(deck: str, wildcards: int = 0) -> frozenset[str]:
    """The cards of which the pack holds more than one, so that a face does not tell which it is."""
    return frozenset(card for card, copies in copies_in(deck, wildcards).items() if copies > 1)


def add_letter_deck(deck: LetterDeck) -> None:
    """Make a club's own deck known by its name, for good: books are judged again with the cards they were played with."""
    known = _letter_decks.get(deck.name)
    if deck.name in _decks and (known is None or known.cards != deck.cards):
        raise errors.DeckIsAnother(deck=deck.name)
    _letter_decks[deck.name] = deck
    _decks[deck.name] = deck.texts


def parse_card_of(deck: str, text: str) -> str:
    """Read one card as people type it where this deck is played with; what belongs to any deck is read in any."""
    if deck == "tarok-54":
        return parse_tarok_card(text)
    letters = LETTER_DECKS.get(deck)
    card = letters.parse(text) if letters is not None else None
    return parse_card(text) if card is None else card


def accepted_in(deck: str) -> str:
    """How cards of this deck are typed."""
    if deck == "tarok-54":
        return TAROK_ACCEPTED
    letters = LETTER_DECKS.get(deck)
    if letters is None:
        return ACCEPTED
    return f"one of {', '.join(letters.face)}, and '??' for a card nobody has seen"
