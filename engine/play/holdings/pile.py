"""A pile of closed cards nobody has looked at: its cards, the next one turned, and cards put on top."""

from collections.abc import Sequence

from engine.ids import PlayerId
from engine.state import UNKNOWN, Hand, Held


def unturned(own: Sequence[Held]) -> list[Held]:
    """The closed cards of the pile, the top one first."""
    return [held for held in own if held.pile and not held.up]


def to_be_seen(hand: Hand, own: Sequence[Held]) -> list[Held]:
    """The cards their holder may look at and show: all but the pile, until hands are compared."""
    if hand.stage in ("showdown", "over"):
        return list(own)
    return [held for held in own if held.up or not held.pile]


def top_card(own: Sequence[Held]) -> Held:
    """The card turned next: the top of the pile, which was dealt as a pile or arranged by its player."""
    return next((held for held in own if held.pile and not held.up), None) or next(held for held in own if not held.up)


def top_cards(hand: Hand) -> list[tuple[PlayerId, Held]]:
    """The card each player still in turns next, from the dealer's left.

    A player who was dealt a card too few, or gave one back, may have none left and is left out.
    """
    return [
        (player, top_card(hand.cards.own[player]))
        for player in hand.still_in
        if any(not held.up for held in hand.cards.own[player])
    ]


def trades_with(own: Sequence[Held], held: Held, card: str) -> Held | None:
    """The card that lies where `held` was thought to be, if `card` turns up there; None if the order was said."""
    others = [other for other in own if other.vague and not other.up and other is not held] if held.vague else []
    named = next((other for other in others if other.card == card), None)
    return named or next((other for other in others if other.card == UNKNOWN), None)


def may_be_turned(own: Sequence[Held], held: Held) -> bool:
    """Whether the card said to lie here may be one that was turned unseen."""
    return held.vague and any(other.vague and other.up and other.card == UNKNOWN for other in own)


def lies_on_top(own: Sequence[Held], held: Held) -> str:
    """The card known to be turned next; `??` if it, or its place in the pile, is not known."""
    vague = held.vague and any(other.vague for other in own if other is not held)
    return UNKNOWN if vague else held.card


def lay_closed(own: list[Held], card: str) -> None:
    """Adds a closed card: on top of the pile, if there is one, so that it is turned next (RULINGS R-M9)."""
    if not any(held.pile for held in own):
        own.append(Held(card, up=False, bought=True))
        return
    place = next((place for place, held in enumerate(own) if held.pile and not held.up), len(own))
    own.insert(place, Held(card, up=False, pile=True, bought=True))
