"""Where cards that were dealt wrongly lie, and where they belong."""

from engine import commands
from engine.ids import PlayerId
from engine.play.dealing.falling import dealt_to
from engine.play.holdings.lying import closed_cards
from engine.state import UNKNOWN, Hand, Held


def dealt_anew(hand: Hand, player: PlayerId) -> list[PlayerId]:
    """Those still in whose last card was dealt open behind the player, and who get another one for it."""
    _, *behind = dealt_from(hand, player)
    return [other for other in dealt_to(hand) if hand.cards.own[other][-1] in behind]


def dealt_from(hand: Hand, player: PlayerId) -> list[Held]:
    """What the last open deal gave the player and those behind, also those who have folded since.

    Every open deal gives everyone in it a card, so that who was in this one has as many of them.
    """
    fell = {other: [held for held in own if held.dealt_up] for other, own in hand.cards.own.items()}
    behind = hand.dealing_order[hand.dealing_order.index(player) :]
    return [fell[other][-1] for other in behind if len(fell[other]) == len(fell[player])]


def chosen_already(hand: Hand, player: PlayerId) -> set[str]:
    """The player's cards that are chosen already, to be passed on or opened when all have chosen."""
    match hand.asked.sealed.get(player):
        case commands.PassCards(right=right, left=left):
            return {*right, *left}
        case commands.ExposeCard(card=card):
            return {card}
        case _:
            return set()


def place_of(hand: Hand, player: PlayerId, card: str) -> Held | None:
    """Where the exposed card lies: where the book knows it, else at the last closed place whose card is not known."""
    closed = closed_cards(hand, player)[::-1]
    unknown = next((held for held in closed if held.card == UNKNOWN), None)
    return next((held for held in closed if held.card == card), unknown)
