"""How the hands of a game are read: with its deck, and its own dictionary or that of the house."""

from msgspec.structs import replace

from engine.cards.deck import LETTER_DECKS
from engine.game.awards import Words
from engine.words.holding import Reading
from engine.words.registry import find

HOUSE = "wide-english"


def pinned(scale: Words) -> Words:
    """The scale with the name and version of its dictionary, which a book keeps to judge words again the same way.

    Refuses a dictionary that is not registered.
    """
    return replace(scale, dictionary=find(scale.dictionary or HOUSE).reference)


def reading_of(scale: Words, deck: str) -> Reading:
    """The reading of hands from this deck; refuses a dictionary that is not registered."""
    return Reading(scale, LETTER_DECKS[deck], find(scale.dictionary or HOUSE))
