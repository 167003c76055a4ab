"""A club's own deck of letters as a TOML file: its cards from the highest down, each with what it shows.

assumption = "The values are a guess."

[[cards]]
text = "Ua"
letters = "U"
suit = "animals"
name = "unicorn"

[[cards]]
text = "AE"
letters = "AE"
value = 1
copies = 2
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

import msgspec

from engine import errors
from engine.cards.card import JOKER, UNKNOWN
from engine.cards.letter_card import LetterCard, LetterDeck

Small = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class CardWritten(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One card of the file, and how often the deck holds it."""

    text: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9]{1,8}$")]
    letters: Annotated[str, msgspec.Meta(pattern="^[A-Z]{1,5}$")]
    suit: Literal["", "animals", "peppers", "lemons", "limes"] = ""
    peppers: Small = 0
    value: Small = 0
    name: Annotated[str, msgspec.Meta(max_length=30)] = ""
    copies: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1


class DeckWritten(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    cards: Annotated[tuple[CardWritten, ...], msgspec.Meta(min_length=1, max_length=200)]
    assumption: str = ""


def read_letter_deck(name: str, data: bytes) -> LetterDeck:
    """The deck that a file holds; what is no deck is refused with the place in the file."""
    try:
        written = msgspec.toml.decode(data, type=DeckWritten)
    except (msgspec.DecodeError, UnicodeDecodeError) as mistake:
        raise errors.NotALetterDeck(deck=name, because=str(mistake).rstrip(".")) from None
    for because in _said_twice(written.cards):
        raise errors.NotALetterDeck(deck=name, because=because)
    cards = (
        LetterCard(card.text, card.letters, card.suit, card.peppers, card.value, card.name)
        for card in written.cards
        for _ in range(card.copies)
    )
    return LetterDeck(name, tuple(cards), written.assumption)


def _said_twice(cards: Sequence[CardWritten]) -> Iterator[str]:
    """People type cards in any case, so their texts must differ in more than that."""
    seen = {JOKER, UNKNOWN, "wildcard"}
    for card in cards:
        if card.text.casefold() in seen:
            yield f"{card.text} is the text of another card too; copies of one card are its `copies`"
        seen.add(card.text.casefold())
