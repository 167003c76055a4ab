"""A card that shows letters instead of a rank, and the decks of such cards: Alpha and Scroker; `deck.py` lists all decks."""

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


# RULINGS B2: the copies that are left when one of each of the sixteen is put aside.
_TWICE: Final = "B C D F G H L M N P R S T W Y"
_ONCE: Final = "J K Q V X Z"
_VOWELS_TWICE: Final = "AE AI AO AU EI EO EU IO IU OU"

# RULINGS B3; the other cards are worth 1.
_VALUES: Final = {2: "D G", 3: "B C M P", 4: "F V W Y", 5: "K", 8: "J X", 10: "Q Z"}
_VALUE: Final = {letter: value for value, letters in _VALUES.items() for letter in letters.split()}

# As WordPoker uses it: 36 consonants and 20 vowel cards (RULINGS B1 to B3). Of the 74 cards the two wild ones and one of each
# of sixteen others are put aside; the number of copies follows from what the source removes, and the values are an assumption.
# A card is typed as the letters it shows: `T`, or `AE` for a vowel card, which its holder uses as either vowel.
ALPHA_56: Final = LetterDeck(
    name="alpha-56",
    assumption="The sources give 42 consonant and 30 vowel cards, three T, one Z and one J, the 18 cards put aside, and "
    "values from 0 to 10; how often the other letters come, and all values, are assumed (RULINGS B2, B3).",
    cards=tuple(
        LetterCard(letters, letters, value=_VALUE.get(letters, 1))
        for letters, copies in (
            *((letter, 2) for letter in _TWICE.split()),
            *((letter, 1) for letter in _ONCE.split()),
            *((pair, 2) for pair in _VOWELS_TWICE.split()),
        )
        for _ in range(copies)
    ),
)


# Each suit from its highest card down: later letters are higher, and of equal letters more peppers.
_ANIMALS: Final = "unicorn turtle snail rabbit owl moose lion iguana elephant dog cat bear ant"
_PEPPERS: Final = "U3 U1 O4 O2 I4 I2 I1 E5 E3 E1 A3 A2 A1"
_LEMONS: Final = "Z W T S R P O N L H F D A"
_LIMES: Final = "Y X V T S R Q N K J I G E"

# The rules name the suits, some animals and four chili peppers; the letters, the numbers of peppers and the order of the rest
# are ours: an assumption that fits every fact the rules give away (RULINGS A1, A4). A card is typed as its letter and what it
# shows: `Ua` for the unicorn and so on for every animal, `E5` for five chili peppers, `Tl` for a lemon, `Tm` for a lime.
SCROKER_52: Final = LetterDeck(
    name="scroker-52",
    assumption="The sources name the four suits, unicorn, moose and snail, and the peppers E5, E1, A2 and U1; "
    "all other cards, and the order of the cards, are assumed (RULINGS A4).",
    cards=(
        *(LetterCard(f"{name[0].upper()}a", name[0].upper(), ANIMALS, name=name) for name in _ANIMALS.split()),
        *(LetterCard(text, text[0], PEPPERS, peppers=int(text[1:])) for text in _PEPPERS.split()),
        *(LetterCard(f"{letter}l", letter, LEMONS) for letter in _LEMONS.split()),
        *(LetterCard(f"{letter}m", letter, LIMES) for letter in _LIMES.split()),
    ),
)
