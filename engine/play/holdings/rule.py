"""The rule of naming cards after they were dealt: a player's, or the shared ones."""

from msgspec.structs import replace

from engine import commands, errors
from engine.play.cursor import playing
from engine.play.holdings.knowledge import may_hold, must_hold, read_cards
from engine.play.holdings.lying import to_be_seen
from engine.registry import decides
from engine.speech import phrase
from engine.state import UNKNOWN, Night


@decides(commands.NameCards)
def name_cards(command: commands.NameCards, night: Night) -> commands.NameCards:
    """Names unknown cards: a player's as they lie, open ones first, or the shared ones as they were laid."""
    hand = playing(night)
    if command.player is not None and command.player not in hand.order:
        raise errors.PlayerIsNotInTheHand(player=command.player, players=list(hand.order))
    cards = read_cards(hand, command.cards, besides=may_hold(hand, command.player))
    lying = hand.cards.board if command.player is None else to_be_seen(hand, hand.cards.own[command.player])
    unknown = sum(held.card == UNKNOWN for held in lying)
    if UNKNOWN in cards:
        raise errors.FaceIsMissing()
    if not unknown:
        raise errors.NoCardIsUnknown(player=command.player or phrase("the board"))
    if not 0 < len(cards) <= unknown:
        raise errors.WrongNumberOfCards(given=len(cards), wanted=unknown, what="unknown and to be named")
    if command.player is not None:
        must_hold(hand, command.player, lying, cards)
    return replace(command, cards=cards)
