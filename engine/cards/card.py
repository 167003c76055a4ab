"""A card is its canonical text, "As" or "10h"; here people's spellings are read into that text and written back."""

from typing import Final, Literal

from engine.speech import phrase

Rank = Literal["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
RANKS: Final[tuple[Rank, ...]] = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS: Final = ("s", "h", "d", "c")
JOKER: Final = "joker"
WILDCARD: Final = "wildcard"
"""One of several identical extra cards in some packs; the game says what it is worth (RULINGS R-M14)."""
UNKNOWN: Final = "??"
"""A card that exists but has been seen by nobody."""

RANK: Final[dict[str, int]] = {rank + suit: RANKS.index(rank) + 2 for suit in SUITS for rank in RANKS}
"""From 2 to 14; the joker, the wildcard and the unknown card have no rank of their own."""
# Tables by card have the texts of RANK for keys: a text is found sooner where it is that very object.
SUIT: Final[dict[str, str]] = {card: card[-1] for card in RANK}

ACCEPTED: Final = phrase(
    "a rank (2 to 10 or T, J Q K A, or Danish Kn Da Ko Es) and a suit (s h d c, Danish s h r k, or ♠ ♥ ♦ ♣), as in As, 10h or Ko♥; "
    "'joker' for a joker, 'wildcard' or 'w' for a wildcard, and '??' for a card nobody has seen"
)

_SYMBOL: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_OUTLINE: Final = {"s": "♤", "h": "♡", "d": "♢", "c": "♧"}
# Ruder and klør; spar and hjerter begin as in English.
_DANISH_SUIT: Final = {"s": "s", "h": "h", "d": "r", "c": "k"}
_OTHER_RANKS: Final = {"10": ("t",), "J": ("kn",), "Q": ("da",), "K": ("ko",), "A": ("es",)}
# Phones put this mark after a suit symbol to ask for the coloured picture.
_PICTURE_MARK: Final = "\ufe0f"


def _spellings() -> dict[str, str]:
    spellings = {JOKER: JOKER, "jo": JOKER, UNKNOWN: UNKNOWN}
    spellings |= dict.fromkeys((WILDCARD, "wild", "w"), WILDCARD)
    for rank in RANKS:
        for rank_text in (rank.casefold(), *_OTHER_RANKS.get(rank, ())):
            for suit in SUITS:
                for suit_text in (suit, _DANISH_SUIT[suit], _SYMBOL[suit], _OUTLINE[suit]):
                    spellings[rank_text + suit_text] = rank + suit
    return spellings


_CARD_SPELLED: Final = _spellings()


# The thirteen ranks, and the cavalier of tarok packs.
_PRINTED: Final = frozenset((*RANKS, "C"))


def parse_card(text: str) -> str:
    """The card that people type or logs print, in any case; raises ValueError if the text is not a card."""
    if text in RANK:
        return text
    card = _CARD_SPELLED.get(text.strip().replace(_PICTURE_MARK, "").casefold())
    if card is None:
        raise ValueError(f"{text!r} is not a card. A card is {ACCEPTED}.")
    return card


def rank_named(text: str) -> str | None:
    """The rank that people mean: 10 or T, J, Kn; None if the text is not a rank."""
    stated = text.strip().casefold()
    return next((rank for rank in RANKS if stated == rank.casefold() or stated in _OTHER_RANKS.get(rank, ())), None)


def rank_or_card(text: str) -> str:
    """A rank or a card in its usual spelling; any other text as it is."""
    rank = rank_named(text)
    return rank if rank is not None else _CARD_SPELLED.get(text.strip().casefold(), text)


def parse_cards(text: str) -> tuple[str, ...]:
    """The cards in a text, separated by spaces or commas; empty for an empty text."""
    return tuple(parse_card(word) for word in text.replace(",", " ").split())


def pretty(card: str) -> str:
    """A card as people read it: "As" becomes "A♠"; a card without a suit stays as it is."""
    symbol = _SYMBOL.get(card[-1:]) if card[:-1] in _PRINTED else None
    return card[:-1] + symbol if symbol else card
