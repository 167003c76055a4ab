"""A pile of closed cards that nobody has looked at: what lies in it, what is turned next, and what comes on top."""

from collections.abc import Sequence

from engine.ids import PlayerId
from engine.state import UNKNOWN, Hand, Held


def unturned(own: Sequence[Held]) -> list[Held]:
    """The cards of the pile that are still closed, the top one first."""
    return [held for held in own if held.pile and not held.up]


def to_be_seen(hand: Hand, own: Sequence[Held]) -> list[Held]:
    """The cards their holder may look at and show: all but their pile, until the cards are compared."""
    if hand.stage in ("showdown", "over"):
        return list(own)
    return [held for held in own if held.up or not held.pile]


def top_card(own: Sequence[Held]) -> Held:
    """What is turned next: the top of the pile, dealt as one or arranged by their player."""
    return next((held for held in own if held.pile and not held.up), None) or next(held for held in own if not held.up)


def top_cards(hand: Hand) -> list[tuple[PlayerId, Held]]:
    """What is turned next of everyone still in, in order from the dealer's left.

    Who was dealt a card too few, or gave one back, may have nothing left to turn.
    """
    return [
        (player, top_card(hand.cards.own[player]))
        for player in hand.still_in
        if any(not held.up for held in hand.cards.own[player])
    ]


def trades_with(own: Sequence[Held], held: Held, card: str) -> Held | None:
    """Where nobody has said in which order the cards lie: the place that was taken for this one, if there is one."""
    others = [other for other in own if other.vague and not other.up and other is not held] if held.vague else []
    named = next((other for other in others if other.card == card), None)
    return named or next((other for other in others if other.card == UNKNOWN), None)


def may_be_turned(own: Sequence[Held], held: Held) -> bool:
    """Whether the card told to lie here may be one that was turned unseen."""
    return held.vague and any(other.vague and other.up and other.card == UNKNOWN for other in own)


def lies_on_top(own: Sequence[Held], held: Held) -> str:
    """What is known to be turned next; a card that was told, but not where in the pile it lies, is not."""
    vague = held.vague and any(other.vague for other in own if other is not held)
    return UNKNOWN if vague else held.card


def lay_closed(own: list[Held], card: str) -> None:
    """One more closed card: on top of the pile where there is one, so that it is turned next (RULINGS R-M9)."""
    if not any(held.pile for held in own):
        own.append(Held(card, up=False, bought=True))
        return
    place = next((place for place, held in enumerate(own) if held.pile and not held.up), len(own))
    own.insert(place, Held(card, up=False, pile=True, bought=True))
