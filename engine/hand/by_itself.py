"""Steps that need nobody: what follows at one when all have answered, and what the house lets run without a tap.

What runs by itself hangs on the rule `auto` of the house: all dealer steps, those whose cards nobody sees, or none.
"""

from collections.abc import Callable
from typing import Any

from engine import commands, events
from engine.game import steps
from engine.hand.dealing import cards_wanted, dealt_for_all, left_to_deal
from engine.hand.declaring import all_declared
from engine.hand.exposing import all_exposed, may_open_unseen
from engine.hand.passing import may_pass_unseen
from engine.hand.pile import lies_on_top, top_cards
from engine.hand.tricks import follow_tricks
from engine.state import Hand

Follows = tuple[events.Event, ...]


def follow_step(hand: Hand, auto: str) -> Follows:
    """What follows at the step at the cursor; nothing where a person must act."""
    step = hand.steps[hand.cursor]
    follow = FOLLOW.get(type(step))
    return follow(hand, step, auto) if follow is not None else ()


def _declare(hand: Hand, _: steps.DeclareSides, __: str) -> Follows:
    return () if hand.asked.waiting else (all_declared(hand),)


def _tricks(hand: Hand, step: steps.Tricks, auto: str) -> Follows:
    return follow_tricks(hand, step, auto=auto)


def _pass(hand: Hand, _: steps.Pass, auto: str) -> Follows:
    unseen = auto != "none" and not hand.asked.sealed and may_pass_unseen(hand)
    return (events.CardsPassed(),) if unseen or not hand.asked.waiting else ()


def _expose(hand: Hand, _: steps.Expose, auto: str) -> Follows:
    unseen = auto != "none" and not hand.asked.sealed and may_open_unseen(hand)
    return (all_exposed(hand),) if unseen or not hand.asked.waiting else ()


def _arrange(hand: Hand, _: steps.Arrange, auto: str) -> Follows:
    return (commands.ArrangeCards(player=hand.asked.waiting[0]),) if auto != "none" else ()


def _reveal(hand: Hand, _: steps.Reveal, auto: str) -> Follows:
    unseen = tuple(lies_on_top(hand.cards.own[player], held) for player, held in top_cards(hand))
    return (commands.RevealCards(cards=unseen),) if auto == "all" else ()


def _turn_trump(_: Hand, __: steps.TurnTrump, auto: str) -> Follows:
    return (commands.TurnTrump(),) if auto == "all" else ()


def _deal(hand: Hand, step: steps.Deal, auto: str) -> Follows:
    if hand.cards.lays_due:
        # The cards are dealt, and what may be called during the deal is still to be laid.
        return _lay(hand, hand.cards.lays_due[0], auto)
    if auto == "none" or cards_wanted(hand, step) > left_to_deal(hand):
        return ()
    return (commands.Deal(),) if auto == "all" or (step.up == 0 and not dealt_for_all(hand, step)) else ()


def _burn(_: Hand, __: steps.Burn, auto: str) -> Follows:
    return (commands.Burn(),) if auto != "none" else ()


def _lay(_: Hand, step: steps.Lay, auto: str) -> Follows:
    return (commands.Lay(),) if auto == "all" or (auto != "none" and step.up == 0) else ()


def _turn(_: Hand, __: steps.Turn, auto: str) -> Follows:
    return (commands.Turn(),) if auto == "all" else ()


FOLLOW: dict[type[steps.AnyStep], Callable[[Hand, Any, str], Follows]] = {
    steps.Deal: _deal,
    steps.Lay: _lay,
    steps.Turn: _turn,
    steps.Burn: _burn,
    steps.Pass: _pass,
    steps.Expose: _expose,
    steps.Arrange: _arrange,
    steps.Reveal: _reveal,
    steps.DeclareSides: _declare,
    steps.TurnTrump: _turn_trump,
    steps.Tricks: _tricks,
}
