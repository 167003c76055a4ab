"""Tricks: which suit a card belongs to, what may be played to a trick, and which card wins it (RULINGS C1 and C3)."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.cards.card import RANK, SUIT
from engine.cards.tarok import SUITED, TRUMPS

TRUMP: Final = "trump"
"""The suit of the cards that are trumps in every hand."""


class Pack(NamedTuple):
    """How the cards of one pack compare in a trick: the suit of each card, and its strength within the suit."""

    suit: Mapping[str, str]
    strength: Mapping[str, int]


_TAROK_SUITS: Final = {**SUITED, TRUMP: TRUMPS}

PACKS: Final[Mapping[str, Pack]] = MappingProxyType(
    {
        "french-52": Pack(SUIT, RANK),
        "tarok-54": Pack(
            {card: suit for suit, cards in _TAROK_SUITS.items() for card in cards},
            {card: place for cards in _TAROK_SUITS.values() for place, card in enumerate(cards)},
        ),
    }
)


def pack_for(deck: str) -> Pack:
    """How the cards of this deck compare in a trick: by suit and rank, unless it is a tarok pack."""
    return PACKS.get(deck, PACKS["french-52"])


def may_be_played(pack: Pack, held: Sequence[str], led: str, trump: str, *, must_trump: bool) -> tuple[str, ...]:
    """The held cards that may follow the card `led`: those of its suit, else trumps if one must, else all."""
    following = tuple(card for card in held if pack.suit[card] == pack.suit[led])
    if following:
        return following
    trumps = tuple(card for card in held if pack.suit[card] == trump) if must_trump else ()
    return trumps or tuple(held)


def winning_place(pack: Pack, cards: Sequence[str], trump: str) -> int:
    """The place, from 0, of the card that wins the trick: the highest trump, else the highest card of the suit led."""
    suit = pack.suit[cards[0]]

    def strength(place: int) -> tuple[bool, int]:
        card = cards[place]
        return (pack.suit[card] == trump, pack.strength[card])

    return max((place for place, card in enumerate(cards) if pack.suit[card] in (suit, trump)), key=strength)
