"""Cards read as words: by which scale, from which deck, with which dictionary."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from msgspec.structs import replace

from engine.cards.card import UNKNOWN
from engine.cards.deck import LETTER_DECKS
from engine.cards.letter_card import LetterCard, LetterDeck
from engine.game.awards import Words
from engine.words.dictionary import Dictionary, find

HAND_SIZE = 5


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything about words that is the same for all hands of a game."""

    scale: Words
    deck: LetterDeck
    dictionary: Dictionary

    @property
    def rank(self) -> Mapping[str, int]:
        """The rank of every card, with ruling cards above all others."""
        return ranks(self.deck, self.scale.ruling)


@dataclass(frozen=True, slots=True)
class Holding:
    """Known cards, sorted into natural and wild ones. A card is named by its place, because it may exist twice."""

    reading: Reading
    cards: tuple[str, ...]
    faces: tuple[LetterCard | None, ...]
    """What each card shows; None for a wild card, which may be any letter of any suit."""

    @property
    def places(self) -> range:
        """The places of all cards."""
        return range(len(self.cards))

    def natural(self, places: Iterable[int]) -> list[LetterCard]:
        """What the natural cards at these places show."""
        return [face for place in places if (face := self.faces[place]) is not None]

    def texts(self, places: Iterable[int]) -> tuple[str, ...]:
        """The cards at these places."""
        return tuple(self.cards[place] for place in places)


def hold(reading: Reading, cards: Sequence[str], wild: Set[str] = frozenset()) -> Holding:
    """The hand sorted into natural and wild cards; raises ValueError for a natural card without letters."""
    face = reading.deck.face
    for card in cards:
        if card not in wild and card not in face:
            raise ValueError(_why_it_has_no_letter(card, reading.deck))
    return Holding(reading, tuple(cards), tuple(None if card in wild else face[card] for card in cards))


def _why_it_has_no_letter(card: str, deck: LetterDeck) -> str:
    if card == UNKNOWN:
        return "This hand holds a card nobody has seen (??); only known cards make words."
    return f"{card!r} shows no letter; a hand may hold the cards of {deck.name}, and any other card if it is wild."


@lru_cache(maxsize=256)
def ranks(deck: LetterDeck, ruling: str) -> Mapping[str, int]:
    """The rank of every card of the deck, with the ruling cards in their own order above all others (RULINGS A2)."""
    above = {card for name in ruling.split() for card in deck.called(name)}
    return MappingProxyType({card: rank + len(deck.rank) * (card in above) for card, rank in deck.rank.items()})


HOUSE = "wide-english"


def pinned(scale: Words) -> Words:
    """The scale with the name and version of its dictionary, which a book keeps to judge words again the same way.

    Refuses a dictionary that is not registered.
    """
    return replace(scale, dictionary=find(scale.dictionary or HOUSE).reference)


def reading_of(scale: Words, deck: str) -> Reading:
    """The reading of hands from this deck; refuses a dictionary that is not registered."""
    return Reading(scale, LETTER_DECKS[deck], find(scale.dictionary or HOUSE))
