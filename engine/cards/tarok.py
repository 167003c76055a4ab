"""The tarok pack: its cards as people write them, and the points of cards counted in threes (RULINGS C2)."""

from collections.abc import Sequence
from typing import Final

from engine.cards.card import JOKER, UNKNOWN
from engine.speech import phrase

TRUMPS: Final = (
    *("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI"),
    *("XII", "XIII", "XIV", "XV", "XVI", "XVII", "XVIII", "XIX", "XX", "XXI", JOKER),
)
"""From the pagat (I) up to the mond (XXI) and the joker, also called skus."""
PAGAT: Final = "I"

_COURT: Final = ("J", "C", "Q", "K")
_PIPS: Final = {
    "s": ("7", "8", "9", "10"),
    "c": ("7", "8", "9", "10"),
    "h": ("4", "3", "2", "A"),
    "d": ("4", "3", "2", "A"),
}
SUITED: Final = {suit: tuple(rank + suit for rank in (*pips, *_COURT)) for suit, pips in _PIPS.items()}
"""Each suit from its lowest card up: in the red suits the ace is the highest pip."""

TAROK_54: Final = (*(card for cards in SUITED.values() for card in cards), *TRUMPS)

_COUNTERS: Final = {"K": 5, "Q": 4, "C": 3}
_FIVES: Final = (JOKER, "XXI", PAGAT)
# Any three cards count two less than the sum of their values.
GROUP: Final = 3
LOST_IN_A_GROUP: Final = 2

ACCEPTED: Final = phrase(
    "a trump from I to XXI or 'joker' (skus, mond and pagat are understood), or a rank (K Q C J, and 10 to 7 in spades "
    "and clubs, A 2 3 4 in hearts and diamonds) with a suit (s h d c), as in Ks, Ch or 10c; '??' is a card nobody has seen"
)
_ALIASES: Final = {"skus": JOKER, "jo": JOKER, "xxii": JOKER, "mond": "XXI", "pagat": PAGAT, UNKNOWN: UNKNOWN}
_SPELLED: Final = {card.casefold(): card for card in TAROK_54} | _ALIASES
_SYMBOLS: Final = str.maketrans("♠♥♦♣", "shdc", "\ufe0f")


def parse_tarok_card(text: str) -> str:
    """The card of the tarok pack that people type; raises ValueError if the text is not one."""
    card = _SPELLED.get(text.strip().translate(_SYMBOLS).casefold())
    if card is None:
        raise ValueError(f"{text!r} is not a tarok card. A card is {ACCEPTED}.")
    return card


def nominal(card: str, *, jack: int = 2) -> int:
    """The value of one card before cards are counted in threes; a null is worth one (jack: RULINGS R-T1)."""
    if card in _FIVES:
        return 5
    if card in TRUMPS:
        return 1
    return jack if card[:-1] == "J" else _COUNTERS.get(card[:-1], 1)


def points_of(cards: Sequence[str], *, jack: int = 2) -> int:
    """The points of a pile of three, six, nine … cards: the sum of their values less two for each three."""
    if len(cards) % GROUP:
        raise ValueError(f"{len(cards)} cards were given; points are counted in threes.")
    return sum(nominal(card, jack=jack) for card in cards) - LOST_IN_A_GROUP * (len(cards) // GROUP)


ALL_POINTS: Final = points_of(TAROK_54)
"""What the whole pack counts: 70."""
