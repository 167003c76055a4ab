"""Which cards spell which word: the letters must be there, and the suits must go together (RULINGS A2)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from engine.cards.letter_card import FRUIT, PEPPERS, LetterCard
from engine.game.awards import Words
from engine.words.holding import Holding


@dataclass(frozen=True, slots=True)
class Spelled:
    """A word, and the places of the cards that spell it."""

    word: str
    places: tuple[int, ...]
    borrowed: bool = False
    """True for hot-'n'-sour: a fruit word that borrowed peppers."""
    wild: bool = False

    @property
    def natural(self) -> bool:
        """True if the word is made without wild cards and borrowed peppers."""
        return not (self.borrowed or self.wild)


def words_in(holding: Holding, length: int) -> list[Spelled]:
    """One word for every choice of `length` cards that makes one.

    The worth of a hand depends on its cards alone, so one word of a choice is as good as another: the first in the
    alphabet is taken. Orders of letters are never tried; the dictionary is asked with the letters in alphabetical
    order.
    """
    choices = combinations(holding.places, length)
    return [spelled for places in choices if (spelled := _spelled(holding, places, "")) is not None]


def spellings_of(word: str, holding: Holding) -> list[Spelled]:
    """Every choice of cards that spells this text, valid word or not; clean if words must be."""
    places = combinations(holding.places, len(word))
    return [spelled for choice in places if (spelled := _spelled(holding, choice, word)) is not None]


def is_in(word: str, holding: Holding) -> bool:
    """True if there are cards for all its letters, whatever their suits."""
    return any(next(_in_order(word, choice, holding), None) for choice in combinations(holding.places, len(word)))


def in_order(word: str, places: Sequence[int], holding: Holding) -> tuple[int, ...]:
    """The places in the order of the word's letters; the cards must spell the word."""
    return next(_in_order(word, places, holding))


def _in_order(word: str, places: Sequence[int], holding: Holding) -> Iterator[tuple[int, ...]]:
    """Every order in which the places spell the word, natural cards first, so wild cards stand only where needed."""
    if not word:
        yield ()
        return
    faces = holding.faces
    for place in sorted(places, key=lambda each: faces[each] is None):
        face = faces[place]
        if face is None or word[0] in face.letters:
            rest = [other for other in places if other != place]
            for order in _in_order(word[1:], rest, holding):
                yield (place, *order)


def _spelled(holding: Holding, places: tuple[int, ...], word: str) -> Spelled | None:
    """This word, or the first one if `word` is empty, as these cards spell it; None if they do not spell it clean."""
    natural = holding.natural(places)
    peppers = borrowed(natural, holding.reading.scale)
    if peppers is None:
        return None
    if word:
        match = word if next(_in_order(word, places, holding), None) else ""
    else:
        match = _first_word(natural, len(places) - len(natural), holding)
    return Spelled(match, places, borrowed=peppers > 0, wild=len(natural) < len(places)) if match else None


def _first_word(natural: Sequence[LetterCard], wilds: int, holding: Holding) -> str:
    reading = holding.reading
    first, plurals = reading.dictionary.first, reading.scale.plurals
    choices = product(*(card.letters for card in natural))
    words = (first("".join(sorted(letters)), wilds, plurals=plurals) for letters in choices)
    return min((word for word in words if word), default="")


def borrowed(cards: Sequence[LetterCard], scale: Words) -> int | None:
    """How many peppers a word of these cards borrows; None if it is not clean (RULINGS A2, R-S16).

    A wild card has the suit of its word, so only natural cards are given.
    """
    suits = {card.suit for card in cards}
    if not scale.clean or len(suits) <= 1:
        return 0
    others = suits - {PEPPERS}
    peppers = sum(card.suit == PEPPERS for card in cards)
    if not others <= FRUIT or (len(others) > 1 and not scale.mixed):
        return None
    return None if scale.borrowed is not None and peppers > scale.borrowed else peppers
