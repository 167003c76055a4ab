"""The rule of opening a closed card: all choose one before any is shown, then all open at once (LANGUAGE 4.23)."""

from msgspec.structs import replace

from engine import commands, errors, events
from engine.game import steps
from engine.ids import PlayerId
from engine.offer import of_each
from engine.play.cursor import Follows, at_step, dealt_in
from engine.play.holdings.knowledge import may_name, must_hold, read_cards
from engine.play.holdings.lying import closed_cards
from engine.registry import decides, follows, offered_at
from engine.state import UNKNOWN, Hand, Night


@decides(commands.ExposeCard)
def expose_card(command: commands.ExposeCard, night: Night) -> commands.ExposeCard:
    """A player chooses one of their closed cards; only they know which."""
    hand, _ = at_step(night, steps.Expose)
    player = command.player
    dealt_in(hand, player)
    if player not in hand.asked.waiting:
        raise errors.HasChosenAlready(player=player)
    closed = closed_cards(hand, player)
    cards = read_cards(hand, (command.card,), besides=may_name(hand, player, closed))
    must_hold(hand, player, closed, cards)
    return replace(command, card=cards[0])


def all_exposed(hand: Hand) -> events.CardsExposed:
    """The cards chosen by everyone still in, `??` for a player who has not named theirs."""
    return events.CardsExposed(cards=tuple(_choice(hand, player) for player in hand.still_in))


def may_open_unseen(hand: Hand) -> bool:
    """Whether the book knows no closed card, so that the opening needs no tap."""
    return not any(held.card != UNKNOWN for player in hand.still_in for held in closed_cards(hand, player))


def _choice(hand: Hand, player: PlayerId) -> str:
    choice, closed = hand.asked.sealed.get(player), closed_cards(hand, player)
    if len(closed) == 1:
        return closed[0].card
    return choice.card if isinstance(choice, commands.ExposeCard) else UNKNOWN


@follows(steps.Expose)
def expose_by_itself(hand: Hand, _: steps.Expose, auto: str) -> Follows:
    unseen = auto != "none" and not hand.asked.sealed and may_open_unseen(hand)
    return (all_exposed(hand),) if unseen or not hand.asked.waiting else ()


offered_at(steps.Expose)(of_each(commands.ExposeCard))
