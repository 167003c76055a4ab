"""Cards that become known after they were dealt, because somebody tells."""

from msgspec.structs import replace

from engine import commands, errors
from engine.hand.dealing import fill_in, read_cards
from engine.hand.kept import may_hold, must_hold
from engine.hand.pile import to_be_seen
from engine.rules import playing
from engine.state import UNKNOWN, Hand, Night


def name_cards(command: commands.NameCards, night: Night) -> commands.NameCards:
    """Unknown cards get their faces: a player's as they lie, open ones first, or the shared ones as they were laid."""
    hand = playing(night)
    if command.player is not None and command.player not in hand.order:
        raise errors.PlayerIsNotInTheHand(player=command.player, players=list(hand.order))
    cards = read_cards(hand, command.cards, besides=may_hold(hand, command.player))
    lying = hand.cards.board if command.player is None else to_be_seen(hand, hand.cards.own[command.player])
    unknown = sum(held.card == UNKNOWN for held in lying)
    if UNKNOWN in cards:
        raise errors.FaceIsMissing()
    if not unknown:
        raise errors.NoCardIsUnknown(player=command.player or "the board")
    if not 0 < len(cards) <= unknown:
        raise errors.WrongNumberOfCards(given=len(cards), wanted=unknown, what="unknown and to be named")
    if command.player is not None:
        must_hold(hand, command.player, lying, cards)
    return replace(command, cards=cards)


# What follows only copies facts.


def named(night: Night, hand: Hand, event: commands.NameCards) -> None:
    """The faces are known from now on; nothing before is decided again."""
    lying = hand.cards.board if event.player is None else to_be_seen(hand, hand.cards.own[event.player])
    unknown_open = [held for held in lying if held.up and held.card == UNKNOWN]
    fill_in(hand, lying, event.cards)
    told = [held for held in unknown_open if held.card != UNKNOWN]
    for held in told:
        held.vague = False
    if event.player is not None:
        hand.effects.due.extend((event.player, held.card) for held in told)
