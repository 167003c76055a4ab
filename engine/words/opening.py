"""What a player needs to open, and who shows the most promising open cards.

Openers are checked late, with the cards they held at that moment (RULINGS R-S1, R-S2). Of open cards the best clean pair counts, else
the best single card (RULINGS R-S13).
"""

from collections.abc import Callable, Sequence, Set
from itertools import combinations
from typing import Final

from engine.cards.card import UNKNOWN
from engine.cards.letter_card import ANIMALS, LetterDeck
from engine.cards.standing import Standing
from engine.cards.worth import Worth, face_of
from engine.words.dictionary import LONGEST
from engine.words.holding import Holding, Reading, hold, ranks
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


def best_showing(
    deck: LetterDeck, cards: Sequence[str], *, ruling: str = "", wild: Set[str] = frozenset()
) -> Standing | None:
    """The best two open cards of one suit, by the higher and then the other, else the best single one.

    A wild card cannot be the high card and has no suit until a word gives it one, so it does not count. None if no
    natural open card is left.
    """
    rank = ranks(deck, ruling)
    open_cards = sorted((card for card in cards if card in rank and card not in wild), key=rank.__getitem__)[::-1]
    for high, low in combinations(open_cards, 2):
        if deck.face[high].suit and deck.face[high].suit == deck.face[low].suit:
            pair = Worth(kind="clean pair", words=(str(deck.face[high]), str(deck.face[low])))
            return Standing((1, rank[high], rank[low]), (high, low), (high, low), pair)
    for high in open_cards:
        return Standing((0, rank[high], 0), (high,), (high,), Worth(kind="high card", high=face_of(deck.face[high])))
    return None
