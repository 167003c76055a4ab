"""Who shows the most promising open cards: the best clean pair, else the best single card (RULINGS R-S13)."""

from collections.abc import Sequence, Set
from itertools import combinations

from engine.cards.letter_card import LetterDeck
from engine.cards.standing import Standing
from engine.cards.worth import Worth, face_of
from engine.words.holding import ranks


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
