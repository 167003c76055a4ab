"""Where each person of a night is, at the table or not, and the order in which people are listed."""

from typing import Literal

from engine.ids import PlayerId
from engine.state import Hand, Night

Place = Literal["in the hand", "at the showdown", "folded", "deals", "at the table", "away", "gone home"]


def by_seat(night: Night) -> list[PlayerId]:
    """Everybody of the night by seat; players who went home come last."""
    return sorted(night.people, key=lambda player: (night.people[player].left, night.people[player].seat))


def place_of(night: Night, player: PlayerId) -> Place:
    """Where the player is now; a banker who never sat down counts as away."""
    person = night.people.get(player)
    if person is None:
        return "away"
    if person.left:
        return "gone home"
    hand = night.hand
    if hand is not None and player in hand.order:
        if player in hand.still_in:
            return "in the hand"
        if _only_deals(hand, player):
            return "deals"
        # Other players are dealing off a share.
        return "at the showdown" if player in hand.showdown.shown_down else "folded"
    return "at the table" if person.sitting else "away"


def _only_deals(hand: Hand, player: PlayerId) -> bool:
    """Whether the player deals and gets no cards, as in Tarok with four."""
    active = hand.game.active
    return active is not None and len(hand.order) > active and player == hand.order[-1]
