"""The rule of passing cards: each player puts aside their own, as many as the game says; all change hands at once."""

from msgspec.structs import replace

from engine import commands, errors, events
from engine.game import steps
from engine.offer import of_each
from engine.play.cursor import Follows, at_step, dealt_in
from engine.play.holdings.knowledge import may_name, must_hold, read_cards
from engine.registry import decides, follows, offered_at
from engine.state import UNKNOWN, Hand, Night


@decides(commands.PassCards)
def pass_cards(command: commands.PassCards, night: Night) -> commands.PassCards:
    """A player puts aside as many cards as the game says; only they know which."""
    hand, step = at_step(night, steps.Pass)
    player = command.player
    dealt_in(hand, player)
    if player not in hand.asked.waiting:
        raise errors.HasChosenAlready(player=player)
    own = hand.cards.own[player]
    cards = read_cards(hand, (*command.right, *command.left), besides=may_name(hand, player, own))
    right, left = cards[: len(command.right)], cards[len(command.right) :]
    if cards and (len(right), len(left)) != (step.right, step.left):
        raise errors.PassesWrongNumber(
            player=player, right=len(right), left=len(left), step_right=step.right, step_left=step.left
        )
    must_hold(hand, player, own, cards)
    return replace(command, right=right, left=left)


def may_pass_unseen(hand: Hand) -> bool:
    """Whether the book knows nobody's cards, so that the passing needs no tap."""
    return not any(held.card != UNKNOWN for player in hand.still_in for held in hand.cards.own[player])


@follows(steps.Pass)
def pass_by_itself(hand: Hand, _: steps.Pass, auto: str) -> Follows:
    unseen = auto != "none" and not hand.asked.sealed and may_pass_unseen(hand)
    return (events.CardsPassed(),) if unseen or not hand.asked.waiting else ()


offered_at(steps.Pass)(of_each(commands.PassCards))
