"""A card that shows letters instead of a rank, and a deck of such cards; `deck.py` lists the decks."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

ANIMALS: Final = "animals"
PEPPERS: Final = "peppers"
LEMONS: Final = "lemons"
LIMES: Final = "limes"
SUITS_OF_LETTERS: Final = (ANIMALS, PEPPERS, LEMONS, LIMES)
FRUIT: Final = frozenset({LEMONS, LIMES})
"""The sour suits: only their words may borrow peppers, and only they may be mixed."""


@dataclass(frozen=True, slots=True)
class LetterCard:
    """One card as it is printed."""

    text: str
    """The text that is typed and stored: "Ua", "E5", "AE"; only copies of a card share it."""
    letters: str
    """The letter; a vowel card has two, and its holder uses one of them."""
    suit: str = ""
    """One of `SUITS_OF_LETTERS`, or empty."""
    peppers: int = 0
    value: int = 0
    name: str = ""
    """The picture, "unicorn"; a card without one is called by suit and letter."""

    def __str__(self) -> str:
        """The name people use: "unicorn", "five-pepper E", "lemon L", "A/E"."""
        if self.name:
            return self.name
        if self.peppers:
            return f"{_NUMBERS[self.peppers] if self.peppers < len(_NUMBERS) else self.peppers}-pepper {self.letters}"
        return f"{self.suit.removesuffix('s')} {'/'.join(self.letters)}".strip()


_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True, slots=True, eq=False)
class LetterDeck:
    """The cards of one deck from the highest down; a card that exists twice is in it twice."""

    name: str
    cards: tuple[LetterCard, ...] = field(repr=False)
    assumption: str = field(default="", repr=False)
    """What is assumed about the cards because no source says it; empty if everything is known."""
    face: Mapping[str, LetterCard] = field(init=False, repr=False)
    """A card by its text."""
    rank: Mapping[str, int] = field(init=False, repr=False)
    """How high a card stands, by its text; from 1."""

    def __post_init__(self) -> None:
        face = {card.text: card for card in self.cards}
        rank = {text: place for place, text in enumerate(reversed(face), start=1)}
        object.__setattr__(self, "face", MappingProxyType(face))
        object.__setattr__(self, "rank", MappingProxyType(rank))

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of all cards, copies included, as every deck is kept."""
        return tuple(card.text for card in self.cards)

    @property
    def suits(self) -> tuple[str, ...]:
        """The suits of the deck, the highest first; empty if it has none."""
        return tuple(dict.fromkeys(card.suit for card in self.cards if card.suit))

    def called(self, name: str) -> tuple[str, ...]:
        """The cards that a name means: one card ("E5"), a suit ("lemons") or a letter ("E"); empty if it means none."""
        if name in self.face:
            return (name,)
        return tuple(text for text, card in self.face.items() if name in {card.suit, *card.letters})

    def parse(self, text: str) -> str | None:
        """The card that people mean: its text in any case, its name, "A/E" or "E/A" for a vowel card; else None."""
        wanted = _typed(text)
        for card in self.face.values():
            turned = card.letters[::-1] if len(card.letters) > 1 else card.text
            if wanted in map(_typed, (card.text, str(card), turned)):
                return card.text
        return None


def _typed(text: str) -> str:
    return text.strip().casefold().replace("/", "")
