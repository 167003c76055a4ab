"""What a player needs to open: checked late, with the cards they held at that moment (RULINGS R-S1, R-S2)."""

from collections.abc import Callable, Sequence, Set
from typing import Final

from engine.cards.card import UNKNOWN
from engine.cards.letter_card import ANIMALS
from engine.words.dictionary import LONGEST
from engine.words.holding import Holding, Reading, hold
from engine.words.spelling import words_in

TADPOLE: Final = 3


def could_open(
    reading: Reading, openers: Sequence[str], cards: Sequence[str], wild: Set[str] = frozenset()
) -> bool | None:
    """True if own and shared cards held any of the `openers`; if not, None with a card that is `??`, else False."""
    known = [card for card in cards if card != UNKNOWN]
    holding = hold(reading, known, wild)
    if any(OPENERS[each](holding) for each in openers):
        return True
    return None if len(known) < len(cards) else False


def _two_animals(holding: Holding) -> bool:
    """True with two cards of the suit of animals; a wild card is of any suit."""
    return sum(face is None or face.suit == ANIMALS for face in holding.faces) >= 2


def _three_letter_word(holding: Holding) -> bool:
    """True with a word of three letters or more; it must be clean like any word, and may be hot-'n'-sour."""
    return any(words_in(holding, length) for length in range(TADPOLE, LONGEST + 1))


OPENERS: Final[dict[str, Callable[[Holding], bool]]] = {
    "two Animals": _two_animals,
    "three-letter word": _three_letter_word,
}
"""The checks for everything a game may ask for, by the words of its declaration."""
