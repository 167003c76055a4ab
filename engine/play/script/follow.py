"""How a hand moves through its script: what follows by itself from where it stands.

`follow_hand` looks only at the state. It returns the events that are due, and none while a person must act.
"""

from collections.abc import Callable
from typing import Any, Final

from engine import events
from engine.game import steps
from engine.play.betting.round import early_bet_stands, not_asked, passed_out, round_is_over, uncalled
from engine.play.betting.shadow import divide_payment, goes_all_in, pulled
from engine.play.betting.turn_order import turns_piles
from engine.play.effects.rule import effect_due
from engine.play.piles.rule import after_turning
from engine.play.script.rule import follow_announcement
from engine.play.showdown.awarding import award_seen, award_unseen, carried, nobody_opened, settled
from engine.play.showdown.rule import decided
from engine.play.spelling.rule import before_the_pot, judged
from engine.play.tarok.paying import follow_bidding, follow_score, meld_paid
from engine.preconditions import Follows
from engine.registry import BEGINS, FOLLOWS, begins
from engine.state import Hand, Night, Round


@begins(steps.Draw, steps.Pass, steps.Expose, steps.Arrange, steps.DeclareSides, steps.Bid)
def everyone_is_asked(_: Night, hand: Hand, __: steps.AnyStep) -> events.Event | None:
    return None if hand.asked.begun else events.StepBegan(asked=tuple(hand.still_in))


BEGIN: Final[dict[type[steps.AnyStep], Callable[[Night, Hand, Any], events.Event | None]]] = BEGINS

FOLLOW: Final[dict[type[steps.AnyStep], Callable[[Hand, Any, str], Follows]]] = FOLLOWS


def follow_hand(night: Night, hand: Hand) -> tuple[events.Event, ...]:
    """The events that follow by the rules from where the hand stands; empty while a person must act."""
    if hand.just_announced is not None and (announced := follow_announcement(night, hand, hand.just_announced)):
        return announced
    stakes, stage = hand.stakes, hand.stage
    if stakes.shadow_due:
        return (pulled(night, *stakes.shadow_due),)
    payer = stakes.paid_last
    if payer is not None and night.stack(payer) == 0 and goes_all_in(hand, payer):
        return (events.WentAllIn(player=payer),)
    if hand.new_deal:
        return carried(night, hand)
    if stage == "posting":
        return _next_post(night, hand)
    if len(hand.still_in) == 1:
        return award_unseen(night, hand)
    # The open cards of a deal-off have no effect: it is not part of the game.
    if hand.effects.due and not hand.showdown.deal_offs and (effect := effect_due(night, hand)) is not None:
        return (effect,)
    if hand.contract is not None and (due := _of_the_contract(night, hand)) is not None:
        return due
    if stage == "showdown":
        return _of_the_showdown(night, hand)
    if hand.showdown.named is not None:
        return (events.StepsSkipped(steps=tuple(step.called() for step in hand.steps[hand.cursor :])),)
    return _of_the_step(night, hand) if hand.round is None else _of_the_round(night, hand, hand.round)


def _of_the_round(night: Night, hand: Hand, betting: Round) -> tuple[events.Event, ...]:
    if betting.led and (skipped := not_asked(night, hand, betting)) is not None:
        return (skipped,)
    if round_is_over(night, hand, betting):
        back = uncalled(night, hand, betting)
        nobody = nobody_opened(night, hand, back) if passed_out(hand, betting) else ()
        return (*back, events.RoundClosed(number=hand.rounds.closed + 1), *nobody)
    return early_bet_stands(hand, betting)


def _of_the_step(night: Night, hand: Hand) -> tuple[events.Event, ...]:
    if (begin := _beginning(night, hand)) is not None:
        return (begin,)
    if turns_piles(hand):
        event = after_turning(hand)
        return (event,) if event is not None else ()
    return follow_step(hand, night.rules.auto)


def _of_the_showdown(night: Night, hand: Hand) -> tuple[events.Event, ...]:
    if hand.showdown.challenge is not None:
        return judged(night, hand, hand.showdown.challenge)
    if not decided(hand):
        return ()
    if (due := before_the_pot(night, hand)) is not None:
        return due
    return settled(night, hand) if hand.showdown.deal_offs else award_seen(night, hand)


def _of_the_contract(night: Night, hand: Hand) -> tuple[events.Event, ...] | None:
    """What follows from a contract, apart from its tricks; None if the script goes on."""
    if hand.stage == "showdown":
        return follow_score(night, hand)
    step = hand.steps[hand.cursor]
    if isinstance(step, steps.Bid):
        return follow_bidding(night, hand, step)
    return meld_paid(night, hand) or None


def _beginning(night: Night, hand: Hand) -> events.Event | None:
    """The event that begins the step at the cursor; None if it needs none or has begun."""
    step = hand.steps[hand.cursor]
    begin = BEGIN.get(type(step))
    return begin(night, hand, step) if begin is not None else None


def _next_post(night: Night, hand: Hand) -> tuple[events.Event, ...]:
    post = hand.stakes.posts_due[0]
    chips, shadow = divide_payment(night, hand, post.player, post.chips)
    return (events.ForcedBetPosted(player=post.player, kind=post.kind, chips=chips, shadow=shadow),)


def follow_step(hand: Hand, auto: str) -> Follows:
    """What follows by itself at the step at the cursor; empty if a person must act."""
    step = hand.steps[hand.cursor]
    follow = FOLLOW.get(type(step))
    return follow(hand, step, auto) if follow is not None else ()
