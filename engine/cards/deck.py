"""Decks by name: a deck is the tuple of its cards, so a new deck is a new entry and no new code.

A deck of ranks is a French pack without its lowest cards, or a pack that a club has written down.

A card that exists twice is in the tuple twice. `LETTER_DECKS` says what the cards of a deck of letters show.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from engine import errors
from engine.cards.card import ACCEPTED, JOKER, RANK, RANKS, SUIT, SUITS, WILDCARD, parse_card
from engine.cards.letter_card import ALPHA_56, SCROKER_52, LetterDeck
from engine.cards.tarok import ACCEPTED as TAROK_ACCEPTED
from engine.cards.tarok import TAROK_54, parse_tarok_card
from engine.speech import Phrase, phrase


def of_ranks_and_suits(ranks: Iterable[str], suits: Iterable[str] = SUITS) -> tuple[str, ...]:
    """Every card with one of these ranks and one of these suits, suit by suit."""
    held = tuple(ranks)
    return tuple(rank + suit for suit in suits for rank in held)


FRENCH: Final = "french-52"
TAROK: Final = "tarok-54"
# The very texts that tables by card have for keys.
FRENCH_52: Final = tuple(RANK)

_letter_decks: Final = {deck.name: deck for deck in (SCROKER_52, ALPHA_56)}
_decks: Final = {
    FRENCH: FRENCH_52,
    "french-36": of_ranks_and_suits(RANKS[4:]),
    "french-32": of_ranks_and_suits(RANKS[5:]),
    TAROK: TAROK_54,
    **{name: deck.texts for name, deck in _letter_decks.items()},
}

SHIPPED: Final = frozenset(_decks)
"""The decks of the sources and of card rooms; all others belong to clubs."""
LETTER_DECKS: Final[Mapping[str, LetterDeck]] = MappingProxyType(_letter_decks)
DECKS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(_decks)

_unusable: Final[dict[str, str]] = {}
UNUSABLE: Final[Mapping[str, str]] = MappingProxyType(_unusable)
"""By name, one sentence for each deck of a club that cannot be used: why not."""


@lru_cache(maxsize=64)
def pack_of(deck: str, wildcards: int = 0, pack: str = "") -> tuple[str, ...]:
    """Every card of the pack for a game: the deck and this many identical wildcards (R-M14).

    The deck is the one of that name, or the cards that `pack` lists.
    """
    return (tuple(pack.split()) or _cards_of(deck)) + (WILDCARD,) * wildcards


def _cards_of(deck: str) -> tuple[str, ...]:
    if deck not in DECKS:
        because = (
            UNUSABLE[deck].rstrip(".")
            if deck in UNUSABLE
            else phrase("it is a file decks/{deck}.toml of the club", deck=deck)
        )
        raise errors.DeckIsMissing(deck=deck, because=because)
    return DECKS[deck]


@lru_cache(maxsize=64)
def copies_in(deck: str, wildcards: int = 0, pack: str = "") -> Mapping[str, int]:
    """How many copies of each card the pack holds; usually one."""
    cards = pack_of(deck, wildcards, pack)
    return MappingProxyType({card: cards.count(card) for card in dict.fromkeys(cards)})


@lru_cache(maxsize=64)
def several_in(deck: str, wildcards: int = 0, pack: str = "") -> frozenset[str]:
    """The cards that the pack holds more than once, so that their face does not tell which one it is."""
    return frozenset(card for card, copies in copies_in(deck, wildcards, pack).items() if copies > 1)


@lru_cache(maxsize=64)
def lowest_rank_of(deck: str, pack: str = "") -> int:
    """The lowest rank of the deck, from 2 to 14; 2 if its cards have no ranks."""
    return min((RANK[card] for card in pack_of(deck, 0, pack) if card in RANK), default=2)


def flaw_of_pack(cards: Sequence[str]) -> str:
    """Why these cards are not a pack of ranks; empty if they are one."""
    for card in cards:
        if card not in RANK and card not in (JOKER, WILDCARD):
            return phrase("{card} is no card of a pack; write cards as in As, 10h, joker or wildcard", card=card)
        if card in RANK and cards.count(card) > 1:
            return phrase(
                "{card} is in the pack {times} times; a pack holds each card with a rank once",
                card=card,
                times=cards.count(card),
            )
    return "" if sum(card in RANK for card in cards) > 1 else phrase("a pack holds two cards with a rank or more")


def add_deck(name: str, deck: LetterDeck | tuple[str, ...]) -> None:
    """Makes a club's own deck known by its name for good, so books can be judged again with the cards they used."""
    letters, cards = (deck, deck.texts) if isinstance(deck, LetterDeck) else (None, deck)
    known = _letter_decks.get(name)
    is_another = (known.cards if known else _decks.get(name)) != (letters.cards if letters else cards)
    if name in _decks and is_another:
        raise errors.DeckIsAnother(deck=name)
    if letters is not None:
        _letter_decks[name] = letters
    _decks[name] = cards
    _unusable.pop(name, None)


def set_deck_aside(name: str, because: str) -> None:
    """Remembers why the deck of this name cannot be used; only a game that needs it is refused, with this sentence."""
    _unusable[name] = because


def own_pack(deck: str) -> str:
    """The cards of a club's own pack of ranks as one text; empty if the deck is another kind, or not known."""
    return "" if deck in SHIPPED or deck in _letter_decks else " ".join(_decks.get(deck, ()))


def parse_card_of(deck: str, text: str) -> str:
    """The card that people type when this deck is in play; cards that belong to any deck are read with every deck."""
    if deck == TAROK:
        return parse_tarok_card(text)
    letters = LETTER_DECKS.get(deck)
    card = letters.parse(text) if letters is not None else None
    return parse_card(text) if card is None else card


def accepted_in(deck: str, cards: Sequence[str] = ()) -> str:
    """How cards of this deck are typed; `cards` are those of a pack that is not known by its name."""
    if deck == TAROK:
        return TAROK_ACCEPTED
    letters = LETTER_DECKS.get(deck)
    if letters is not None:
        return phrase("one of {letters}, and '??' for a card nobody has seen", letters=", ".join(letters.face))
    if deck == FRENCH:
        return ACCEPTED
    held = cards or _cards_of(deck)
    return phrase(
        "a card of the pack ({pack}), as in {card}; '??' is a card nobody has seen", pack=pack_text(held), card=held[0]
    )


def pack_text(cards: Sequence[str]) -> Phrase:
    """The cards of a pack of ranks in a few words: "36 cards: 6 7 8 9 10 J Q K A in s h d c"."""
    ranks = [rank for rank in RANKS if any(rank + suit in cards for suit in SUITS)]
    suits = [suit for suit in SUITS if any(rank + suit in cards for rank in ranks)]
    odd = dict.fromkeys(card for card in cards if card not in RANK)
    others = [_several(card, cards.count(card)) for card in odd]
    if sum(card in SUIT for card in cards) == len(ranks) * len(suits):
        what: str = phrase("{ranks} in {suits}", ranks=" ".join(ranks), suits=" ".join(suits))
    else:
        what = " ".join(card for card in cards if card in SUIT)
    parts = {f"part{number}": part for number, part in enumerate(part for part in (what, *others) if part)}
    listed = ", ".join(f"{{{name}}}" for name in parts)
    return phrase("{number} cards: {cards}", number=len(cards), cards=phrase(listed, **parts))


def _several(card: str, number: int) -> str:
    """So many of a card without a rank."""
    if card == JOKER:
        return phrase("joker") if number == 1 else phrase("{number} jokers", number=number)
    if card == WILDCARD:
        return phrase("wildcard") if number == 1 else phrase("{number} wildcards", number=number)
    return card
