"""The cards of one hand sorted into natural and wild ones, and laid on the places of a poker hand."""

from collections.abc import Iterable, Set
from itertools import pairwise
from typing import Final, NamedTuple

from engine.cards.card import RANK, RANKS, SUIT, UNKNOWN, Rank

SUITS_FROM_THE_TOP: Final = ("s", "h", "c", "d")
"""Spades, hearts, clubs, diamonds: the order of single cards at Munk's tables, and ours if any order will do."""

STRENGTH: Final[dict[str, int]] = {
    card: rank << 2 | 3 - SUITS_FROM_THE_TOP.index(SUIT[card]) for card, rank in RANK.items()
}
"""A card among single cards: rank first, then suit."""

LONE_WILD: Final = 15
"""The rank of a lone wild card: a top ace, above every ace."""

RANK_TEXT: Final[dict[int, Rank]] = {1: "A", **dict(enumerate(RANKS, start=2)), LONE_WILD: "A"}
"""How the rank of a place is written on a card."""

# The places where an ace counts one, or where a lone wild card stands.
_RANK_AT: Final = {1: 14, LONE_WILD: 14}

# The cards that fit a place, by its rank and the suit it must have ("" for any).
_FITTING: Final = {
    (place, suit): tuple(rank + each for each in (suit or SUITS_FROM_THE_TOP))
    for place, rank in RANK_TEXT.items()
    for suit in ("", *SUITS_FROM_THE_TOP)
}


def strength_of(card: str) -> int:
    """The strength of a natural card among single cards; raises ValueError for a card without a rank."""
    try:
        return STRENGTH[card]
    except KeyError:
        raise ValueError(_why_it_has_no_rank([card])) from None


class Holding(NamedTuple):
    """A hand sorted into natural cards, from the strongest down, and wild ones."""

    natural: tuple[str, ...]
    wild: tuple[str, ...]


class Laid(NamedTuple):
    """Cards on the places of a hand, and what each stands for."""

    cards: tuple[str, ...]
    stands_for: tuple[str, ...]


def sort_out(cards: Iterable[str], wild: Set[str]) -> Holding:
    """The hand sorted into natural and wild cards; raises ValueError for a card that cannot be compared."""
    natural: list[str] = []
    wilds: list[str] = []
    if wild:
        for card in cards:
            (wilds if card in wild else natural).append(card)
    else:
        natural += cards
    if not natural and not wilds:
        raise ValueError("No cards were given; a hand that is to be compared has at least one.")
    try:
        natural.sort(key=STRENGTH.__getitem__, reverse=True)
    except KeyError:
        raise ValueError(_why_it_has_no_rank(natural)) from None
    if len(set(natural)) != len(natural):
        twice = next(upper for upper, lower in pairwise(natural) if upper == lower)
        raise ValueError(f"{twice} is in this hand twice; a pack holds each natural card once.")
    return Holding(tuple(natural), tuple(wilds))


def _why_it_has_no_rank(cards: Iterable[str]) -> str:
    card = next(card for card in cards if card not in STRENGTH)
    if card == UNKNOWN:
        return "This hand holds a card nobody has seen (??); only known cards can be compared."
    return f"{card!r} has no rank of its own; a hand may hold the cards 2s to Ac, and any other card if it is wild."


def _lay_naturals(places: Iterable[int], natural: Iterable[str], suit: str) -> Laid:
    """Natural cards alone, which lie from the strongest down and stand for themselves."""
    left = [card for card in natural if SUIT[card] == suit] if suit else [*natural]
    ranks = [RANK[card] for card in left]
    cards: list[str] = []
    for place in places:
        at = ranks.index(_RANK_AT.get(place, place))
        cards.append(left[at])
        # No place has this rank, so the card is not taken twice.
        ranks[at] = 0
    laid = tuple(cards)
    return Laid(laid, laid)


def lay(places: Iterable[int], holding: Holding, suit: str = "") -> Laid:
    """The cards laid on places: on each a natural card of its rank (and suit), or a wild card if none is left."""
    if not holding.wild:
        return _lay_naturals(places, holding.natural, suit)
    left: dict[int, list[str]] = {}
    # From the weakest up, so the strongest card of a rank comes last and is taken first.
    for card in reversed(holding.natural):
        if not suit or SUIT[card] == suit:
            left.setdefault(RANK[card], []).append(card)
    wild = list(holding.wild)
    cards: list[str] = []
    stands_for: list[str] = []
    for place in places:
        natural = left.get(_RANK_AT.get(place, place))
        if natural:
            card = natural.pop()
            cards.append(card)
            stands_for.append(card)
            continue
        fitting = _FITTING[place, suit]
        for role in fitting:
            if role not in stands_for:
                break
        else:
            # Five of a kind leaves no card to stand for, so the first of the rank is used again.
            role = fitting[0]
        substitute = wild[0]
        for card in wild:
            if card in fitting and (card == role or card not in stands_for or role in stands_for):
                substitute = role = card
                break
        wild.remove(substitute)
        cards.append(substitute)
        stands_for.append(role)
    return Laid(tuple(cards), tuple(stands_for))
