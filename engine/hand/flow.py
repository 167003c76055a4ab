"""How a hand walks its script: the cursor, the steps that need nobody, and what the state of a hand demands next.

`follow_hand` looks only at the state: it returns the consequences that are due, or nothing when a person must act.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine import events
from engine.game import steps
from engine.hand.announcing import follow_announcement
from engine.hand.betting import not_asked, opening_of, round_is_over
from engine.hand.by_itself import follow_step
from engine.hand.deal_off import settled
from engine.hand.midnight import after_turning, turns_due
from engine.hand.open_cards import effect_due
from engine.hand.opening import passed_out
from engine.hand.order import turns_piles
from engine.hand.out_of_turn import early_bet_stands
from engine.hand.paying import carried, nobody_opened, seen, unseen
from engine.hand.shadow import divide_payment, goes_all_in, pulled
from engine.hand.showdown import decided
from engine.hand.spellcheck import before_the_pot, judged
from engine.hand.tarok import passed_over
from engine.hand.tarok_paying import follow_bidding, follow_score, meld_paid
from engine.hand.tricks import tricks_begin
from engine.hand.uncalled import uncalled
from engine.state import Contract, Hand, Night, Piles


def follow_hand(night: Night, hand: Hand) -> tuple[events.Event, ...]:
    """What follows by the rules from where the hand stands."""
    if hand.just_announced is not None and (said := follow_announcement(night, hand, hand.just_announced)):
        return said
    if hand.stakes.shadow_due:
        return (pulled(night, *hand.stakes.shadow_due),)
    if hand.stakes.paid_last is not None and goes_all_in(night, hand, hand.stakes.paid_last):
        return (events.WentAllIn(player=hand.stakes.paid_last),)
    if hand.new_deal:
        return carried(night, hand)
    if hand.stage == "posting":
        return _next_post(night, hand)
    if len(hand.still_in) == 1:
        return unseen(night, hand)
    # A deal-off is no part of the game: its open cards have no effect.
    if hand.effects.due and not hand.showdown.deal_offs and (effect := effect_due(night, hand)) is not None:
        return (effect,)
    if hand.contract is not None and (due := _of_the_contract(night, hand)) is not None:
        return due
    if hand.stage == "playing" and hand.showdown.named is not None:
        return (events.StepsSkipped(steps=tuple(steps.name_of(type(step)) for step in hand.steps[hand.cursor :])),)
    if hand.stage == "showdown":
        return _of_the_showdown(night, hand)
    if hand.round is not None:
        if hand.round.led and (skipped := not_asked(night, hand, hand.round)) is not None:
            return (skipped,)
        if round_is_over(night, hand, hand.round):
            nobody = nobody_opened(night, hand) if passed_out(hand, hand.round) else ()
            return (*uncalled(night, hand, hand.round), events.RoundClosed(number=hand.rounds.closed + 1), *nobody)
        return early_bet_stands(hand, hand.round)
    if (begin := _beginning(night, hand)) is not None:
        return (begin,)
    if turns_piles(hand):
        drawn = after_turning(hand)
        return (drawn,) if drawn is not None else ()
    return follow_step(hand, night.rules.auto)


def _of_the_showdown(night: Night, hand: Hand) -> tuple[events.Event, ...]:
    if hand.showdown.challenge is not None:
        return judged(night, hand, hand.showdown.challenge)
    if not decided(hand):
        return ()
    if (due := before_the_pot(night, hand)) is not None:
        return due
    return settled(night, hand) if hand.showdown.deal_offs else seen(night, hand)


def _of_the_contract(night: Night, hand: Hand) -> tuple[events.Event, ...] | None:
    """What a deal played for a contract demands besides its tricks; nothing where the script goes on."""
    if hand.stage == "showdown":
        return follow_score(night, hand)
    step = hand.steps[hand.cursor]
    if isinstance(step, steps.Bid):
        return follow_bidding(night, hand, step)
    return meld_paid(night, hand) or None


def _beginning(night: Night, hand: Hand) -> events.Event | None:
    """How the step at the cursor begins, if it is due: who is asked, who opens; None where nothing is to be said."""
    step = hand.steps[hand.cursor]
    begin = BEGIN.get(type(step))
    return begin(night, hand, step) if begin is not None else None


def _bet_begins(night: Night, hand: Hand, _: steps.Bet) -> events.Event | None:
    return opening_of(night, hand)


def _everyone_is_asked(_: Night, hand: Hand, __: steps.AnyStep) -> events.Event | None:
    return None if hand.asked.begun else events.StepBegan(asked=tuple(hand.still_in))


def _piles(night: Night, hand: Hand, _: steps.TurnUntilBeaten) -> events.Event | None:
    """Who turns their pile; once the hand to beat is beaten, a betting round."""
    if hand.asked.begun and not hand.asked.waiting:
        return opening_of(night, hand)
    due = turns_due(hand)
    return None if due == hand.asked.waiting else events.StepBegan(asked=tuple(due))


def _passed_over(hand: Hand, step: steps.AnyStep) -> events.Event | None:
    return events.StepPassedOver(step=steps.name_of(type(step))) if passed_over(hand, step) else None


def _meld(_: Night, hand: Hand, step: steps.Meld) -> events.Event | None:
    return _passed_over(hand, step)


def _bidder_is_asked(_: Night, hand: Hand, step: steps.TakeWidow | steps.Announce) -> events.Event | None:
    if hand.asked.begun:
        return None
    bidder = hand.contract.player if hand.contract is not None else None
    return _passed_over(hand, step) or events.StepBegan(asked=(bidder,) if bidder is not None else ())


def _tricks(_: Night, hand: Hand, __: steps.Tricks) -> events.Event | None:
    return None if hand.asked.begun else tricks_begin(hand)


def _next_post(night: Night, hand: Hand) -> tuple[events.Event, ...]:
    post = hand.stakes.posts_due[0]
    chips, shadow = divide_payment(night, hand, post.player, post.chips)
    return (events.ForcedBetPosted(player=post.player, kind=post.kind, chips=chips, shadow=shadow),)


# How a step begins at which somebody is asked; all others are just carried out.
BEGIN: dict[type[steps.AnyStep], Callable[[Night, Hand, Any], events.Event | None]] = {
    steps.Bet: _bet_begins,
    steps.Draw: _everyone_is_asked,
    steps.Pass: _everyone_is_asked,
    steps.Expose: _everyone_is_asked,
    steps.Arrange: _everyone_is_asked,
    steps.DeclareSides: _everyone_is_asked,
    steps.Bid: _everyone_is_asked,
    steps.TurnUntilBeaten: _piles,
    steps.Meld: _meld,
    steps.TakeWidow: _bidder_is_asked,
    steps.Announce: _bidder_is_asked,
    steps.Tricks: _tricks,
}


# What follows only copies facts.


def posted(_: Night, hand: Hand, event: events.ForcedBetPosted) -> None:
    """An ante or blind lies in the pot; a missed small blind is dead and buys nothing."""
    post = hand.stakes.posts_due.popleft()
    hand.stakes.posted.append(post if post.chips == event.chips else replace(post, chips=event.chips))
    if post.kind != "missed small blind":
        hand.stakes.put_in[event.player] += event.chips
    if event.shadow:
        hand.stakes.shadow_due = (event.player, event.shadow)
    hand.just_announced, hand.stakes.paid_last = None, event.player
    if not hand.stakes.posts_due:
        hand.advance()


def step_began(_: Night, hand: Hand, event: events.StepBegan) -> None:
    """These players are asked; whoever begins to turn a pile has turned nothing of it."""
    before, step = hand.asked.waiting[:1], hand.steps[hand.cursor]
    hand.asked.begun, hand.asked.waiting = True, list(event.asked)
    if isinstance(step, steps.Bid) and hand.contract is None:
        hand.contract = Contract()
    elif isinstance(step, steps.TurnUntilBeaten) and hand.piles is None:
        hand.piles = Piles()
    elif hand.piles is not None and before != hand.asked.waiting[:1]:
        hand.piles.turned_now, hand.piles.says_beaten = 0, None


def step_passed_over(_: Night, hand: Hand, __: events.StepPassedOver) -> None:
    """The next step is due."""
    hand.advance()


def round_closed(_: Night, hand: Hand, __: events.RoundClosed) -> None:
    """The betting round is over; within the loop of the piles the next one turns, and the cursor stays."""
    hand.rounds.closed += 1
    betting = hand.round
    if betting is not None and betting.answered_at:
        # Who answered first stands first, and has opened the round if all checked.
        hand.rounds.shows_first = betting.bettor or next(iter(betting.answered_at))
    if isinstance(hand.steps[hand.cursor], steps.TurnUntilBeaten):
        hand.round, hand.asked.begun = None, False
    else:
        hand.advance()


def steps_skipped(_: Night, hand: Hand, __: events.StepsSkipped) -> None:
    """The winner is named, and nobody is waited for any more."""
    hand.stage, hand.cursor, hand.asked.waiting = "showdown", len(hand.steps), []
    hand.asked.sealed.clear()


def hand_ended(night: Night, hand: Hand, event: events.HandEnded) -> None:
    """The hand is over; its cards may still be shown until the next one is announced."""
    hand.stage = "over"
    if event.next_dealer is not None:
        night.positions.next_button = night.people[event.next_dealer].seat
    night.last_hand, night.hand = hand, None
