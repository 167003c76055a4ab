"""Where cards that were dealt wrongly lie, and where they belong."""

from engine import commands
from engine.ids import PlayerId
from engine.play.dealing.falling import dealt_to
from engine.play.holdings.lying import closed_cards
from engine.state import UNKNOWN, Hand, Held


def dealt_again(hand: Hand, player: PlayerId) -> list[PlayerId]:
    """The players behind `player` and still in whose last open card is replaced."""
    _, *behind = dealt_from(hand, player)
    return [other for other in dealt_to(hand) if hand.cards.own[other][-1] in behind]


def dealt_from(hand: Hand, player: PlayerId) -> list[Held]:
    """The cards of the last open deal, from the player on round, including those of players who have folded since.

    Every open deal gives each player in it one card, so a player with as many of them was in this one.
    """
    fell = {other: [held for held in own if held.dealt_up] for other, own in hand.cards.own.items()}
    behind = hand.dealing_order[hand.dealing_order.index(player) :]
    return [fell[other][-1] for other in behind if len(fell[other]) == len(fell[player])]


def chosen_already(hand: Hand, player: PlayerId) -> set[str]:
    """The player's cards that they have already chosen, to be passed or opened when everybody has chosen."""
    match hand.asked.sealed.get(player):
        case commands.PassCards(right=right, left=left):
            return {*right, *left}
        case commands.ExposeCard(card=card):
            return {card}
        case _:
            return set()


def place_of(hand: Hand, player: PlayerId, card: str) -> Held | None:
    """The exposed card where the book knows it, or else the last unknown closed card; None if there is neither."""
    closed = closed_cards(hand, player)[::-1]
    unknown = next((held for held in closed if held.card == UNKNOWN), None)
    return next((held for held in closed if held.card == card), unknown)
