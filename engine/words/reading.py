"""How the hands of a game are read: its deck by name, its dictionary by name and version, the house's if it says none."""

from msgspec.structs import replace

from engine.cards.deck import LETTER_DECKS
from engine.game.scales import Words
from engine.words.holding import Reading
from engine.words.registry import find

HOUSE = "wide-english"


def pinned(scale: Words) -> Words:
    """The scale with the version of its dictionary, as a book must keep it to judge a word again by the same words."""
    return replace(scale, dictionary=find(scale.dictionary or HOUSE).reference)


def reading_of(scale: Words, deck: str) -> Reading:
    """The reading of hands from this deck; refused when the dictionary is not here."""
    return Reading(scale, LETTER_DECKS[deck], find(scale.dictionary or HOUSE))
