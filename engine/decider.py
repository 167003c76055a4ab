"""Where everything meets: two dispatch tables, the consequences that follow, and the three ways through them.

`decide` asks one rule and resolves a command into its primary event, or refuses; `evolve` copies one event into the
state and never refuses; `follow` says what the rules demand next. `accept` is all three until a person must act.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine import commands, errors, events
from engine.bank import box, closing
from engine.bank.postings import MOVES
from engine.hand import (
    announcing,
    betting,
    correcting,
    deal_off,
    dealing,
    declaring,
    drawing,
    exposing,
    flow,
    midnight,
    naming,
    open_cards,
    out_of_turn,
    passing,
    psychology,
    shadow,
    showdown,
    spellcheck,
    tarok,
    tarok_paying,
    telling,
    tricks,
    uncalled,
)
from engine.night import table
from engine.rules import ASKED_BACK, left_in_the_box
from engine.state import Night

Rule = Callable[[Any, Night], commands.Command]
Fold = Callable[[Night, Any], None]

DECIDE: dict[type[commands.Command], Rule] = {
    commands.OpenNight: table.open_night,
    commands.SeatPlayer: table.seat_player,
    commands.StandUp: table.stand_up,
    commands.SitBack: table.sit_back,
    commands.LeaveNight: table.leave_night,
    commands.MakeRuling: table.make_ruling,
    commands.StrikeEvents: table.strike_events,
    commands.GiveLoan: box.give_loan,
    commands.BuyChips: box.buy_chips,
    commands.CashOut: box.cash_out,
    commands.TransferChips: box.transfer_chips,
    commands.CountChips: box.count_chips,
    commands.PayIn: box.pay_in,
    commands.PayOut: box.pay_out,
    commands.CloseNight: closing.close_night,
    commands.ResolveGap: closing.resolve_gap,
    commands.FreezePlan: closing.freeze_plan,
    commands.RecordPayment: closing.record_payment,
    commands.AnnounceHand: announcing.announce_hand,
    commands.NewDeal: announcing.new_deal,
    commands.Deal: dealing.deal,
    commands.Lay: dealing.lay,
    commands.Turn: dealing.turn,
    commands.Burn: dealing.burn,
    commands.NameCards: telling.name_cards,
    commands.Exchange: drawing.draw,
    commands.PutIn: betting.put_in,
    commands.GoAllIn: betting.go_all_in,
    commands.PullShadow: betting.pull_shadow,
    commands.Bet: betting.bet,
    commands.Call: betting.call,
    commands.Raise: betting.raise_,
    commands.Check: betting.check,
    commands.Fold: betting.fold,
    commands.CallSpit: dealing.call_spit,
    commands.PassCards: passing.pass_cards,
    commands.ExposeCard: exposing.expose_card,
    commands.ArrangeCards: psychology.arrange_cards,
    commands.RevealCards: psychology.reveal_cards,
    commands.DeclareSide: declaring.declare_side,
    commands.BuyCard: open_cards.buy_card,
    commands.DeclineCard: open_cards.decline_card,
    commands.SendOut: open_cards.send_out,
    commands.GiveMissingCard: correcting.give_missing_card,
    commands.TakeBackCard: correcting.take_back_card,
    commands.MoveDealtCards: correcting.move_dealt_cards,
    commands.SettleExposedCard: correcting.settle_exposed_card,
    commands.MoveBoardCard: correcting.move_board_card,
    commands.PutRight: correcting.put_right,
    commands.BuyForgottenCard: correcting.buy_forgotten_card,
    commands.TurnTrump: tricks.turn_trump,
    commands.PlayCard: tricks.play_card,
    commands.TakeTrick: tricks.take_trick,
    commands.DrawFromStock: tricks.draw_from_stock,
    commands.MakeBid: tarok.make_bid,
    commands.PassBid: tarok.pass_bid,
    commands.TakeWidow: tarok.take_widow,
    commands.Discard: tarok.discard,
    commands.AnnounceGoal: tarok.announce_goal,
    commands.AnswerGoal: tarok.answer_goal,
    commands.DeclareMeld: tarok.declare_meld,
    commands.NameScore: tarok_paying.name_score,
    commands.PayFee: open_cards.pay_fee,
    commands.TurnOwn: midnight.turn_own,
    commands.ShowHand: showdown.show_hand,
    commands.Muck: showdown.muck,
    commands.ChallengeWord: spellcheck.challenge_word,
    commands.AcceptHands: spellcheck.accept_hands,
    commands.NameTheGame: naming.name_the_game,
    commands.NameWinners: showdown.name_winners,
}


def _stands(_: Night, __: Any) -> None:
    """The event changes nothing but the ledger."""


def _then_advance(fold: Fold) -> Fold:
    """A dealer step copies its facts, and the cursor moves on."""

    def folded(night: Night, event: Any) -> None:
        fold(night, event)
        flow.step_done(night)

    return folded


def _exchanged(night: Night, event: commands.Exchange) -> None:
    drawing.drew(night, event)
    if night.hand is not None and not night.hand.waiting:
        flow.step_done(night)


def _arranged(night: Night, event: commands.ArrangeCards) -> None:
    psychology.arranged(night, event)
    if night.hand is not None and not night.hand.waiting:
        flow.step_done(night)


def _goal(night: Night, event: commands.AnnounceGoal) -> None:
    asked = night.hand is not None and bool(night.hand.waiting)
    tarok.goal_announced(night, event)
    if asked:
        flow.step_done(night)


def _then_all_played(fold: Fold) -> Fold:
    """A trick is gone; with the last one, where nobody draws, the play is over."""

    def folded(night: Night, event: Any) -> None:
        fold(night, event)
        hand = night.hand
        if hand is not None and tricks.play_is_over(hand):
            flow.step_done(night)

    return folded


EVOLVE: dict[type[Any], Fold] = {
    commands.OpenNight: table.opened,
    commands.SeatPlayer: table.seated,
    commands.StandUp: table.stood_up,
    commands.SitBack: table.sat_back,
    commands.LeaveNight: table.left,
    commands.MakeRuling: _stands,
    commands.StrikeEvents: _stands,
    commands.GiveLoan: box.loan_given,
    commands.BuyChips: _stands,
    commands.CashOut: closing.chips_returned,
    commands.TransferChips: _stands,
    commands.CountChips: box.counted,
    commands.PayIn: _stands,
    commands.PayOut: _stands,
    commands.CloseNight: closing.closed,
    commands.ResolveGap: closing.gap_resolved,
    commands.FreezePlan: closing.plan_frozen,
    commands.RecordPayment: closing.payment_recorded,
    commands.AnnounceHand: announcing.announced,
    commands.NewDeal: announcing.new_deal_demanded,
    commands.Deal: _then_advance(dealing.dealt),
    commands.Lay: _then_advance(dealing.laid),
    commands.Turn: _then_advance(dealing.turned),
    commands.Burn: _then_advance(dealing.burned),
    commands.NameCards: telling.named,
    commands.Exchange: _exchanged,
    commands.Bet: betting.wagered,
    commands.Call: betting.wagered,
    commands.Raise: betting.wagered,
    commands.Check: betting.answered,
    commands.Fold: betting.answered,
    commands.CallSpit: _then_advance(dealing.called),
    commands.PassCards: passing.put_aside,
    commands.ExposeCard: exposing.sealed,
    commands.ArrangeCards: _arranged,
    commands.RevealCards: _then_advance(psychology.revealed),
    commands.DeclareSide: declaring.sealed,
    commands.BuyCard: open_cards.bought,
    commands.DeclineCard: open_cards.declined,
    commands.SendOut: open_cards.sent_out,
    commands.GiveMissingCard: correcting.missing_card_given,
    commands.TakeBackCard: correcting.card_taken_back,
    commands.MoveDealtCards: correcting.dealt_cards_moved,
    commands.SettleExposedCard: correcting.exposed_card_settled,
    commands.MoveBoardCard: correcting.board_card_moved,
    commands.PutRight: betting.wagered,
    commands.BuyForgottenCard: correcting.forgotten_card_bought,
    commands.PayFee: open_cards.fee_paid_unseen,
    commands.TurnOwn: midnight.turned,
    events.CardsPassed: _then_advance(passing.passed),
    events.CardsExposed: _then_advance(exposing.exposed),
    events.SidesDeclared: _then_advance(declaring.declared),
    events.SentOutByCard: open_cards.sent_out,
    events.CardOffered: open_cards.offered,
    commands.TurnTrump: _then_advance(tricks.trump_turned),
    commands.PlayCard: tricks.card_played,
    commands.TakeTrick: _then_all_played(tricks.trick_taken),
    commands.DrawFromStock: tricks.drawn,
    commands.MakeBid: tarok.bid_made,
    commands.PassBid: tarok.bid_passed,
    commands.TakeWidow: tarok.widow_taken,
    commands.Discard: _then_advance(tarok.discarded),
    commands.AnnounceGoal: _goal,
    commands.AnswerGoal: tarok.goal_answered,
    commands.DeclareMeld: tarok.meld_declared,
    commands.NameScore: tarok.score_named,
    events.ContractWon: _then_advance(tarok.contract_won),
    events.TrickWon: _then_all_played(tricks.trick_won),
    events.RanOutOfCards: tricks.ran_out,
    events.ScorePaid: tarok_paying.score_paid,
    events.CardGiven: open_cards.given,
    events.FeePaid: open_cards.fee_paid,
    events.HandBeaten: midnight.beaten,
    events.CouldNotBeat: midnight.could_not_beat,
    commands.ShowHand: showdown.shown,
    commands.Muck: showdown.mucked,
    commands.ChallengeWord: spellcheck.challenged,
    commands.AcceptHands: spellcheck.accepted,
    commands.NameTheGame: naming.game_named,
    commands.NameWinners: showdown.winners_named,
    events.DealerIsAnother: announcing.other_dealer_told,
    events.CarryAdded: announcing.carry_added,
    events.ForcedBetPosted: flow.posted,
    events.ShadowPulled: shadow.shadow_pulled,
    events.UncalledReturned: uncalled.returned,
    events.EarlyBetStands: out_of_turn.stood,
    events.RoundClosed: flow.round_closed,
    events.MarkerReturned: _stands,
    events.DebtPaid: _stands,
    events.PotAwarded: deal_off.awarded,
    events.DealOffStarted: deal_off.started,
    events.StakeReturned: _stands,
    events.CouldNotOpen: spellcheck.could_not_open,
    events.StepsSkipped: flow.steps_skipped,
    events.WordJudged: spellcheck.word_judged,
    events.PenaltyPaid: spellcheck.penalty_paid,
    events.PotCarried: _stands,
    events.HandEnded: flow.hand_ended,
    events.CountDiffers: box.difference_told,
    events.GapFound: closing.gap_found,
    events.EventsStruck: _stands,
}


def decide(command: commands.Command, night: Night) -> commands.Command:
    """The primary event of a command: the same act with everything said. Refuses, and never changes the night."""
    primary = DECIDE[type(command)](command, night)
    for waiver in command.waived:
        if not waiver.rule.startswith(ASKED_BACK):
            _was_needed(command, waiver, night)
    return primary


def _was_needed(command: commands.Command, waiver: commands.Waiver, night: Night) -> None:
    """A waiver stands in every report, so that it must have waived something."""
    others = tuple(other for other in command.waived if other != waiver)
    try:
        DECIDE[type(command)](replace(command, waived=others), night)
    except errors.AgainstTheRules as refusal:
        if refusal.code == waiver.rule:
            return
    raise errors.NothingToWaive(rule=waiver.rule)


def evolve(night: Night, event: events.Event) -> None:
    """Copies one event into the state, ledger first; never refuses."""
    kind = type(event)
    moves = MOVES.get(kind)
    if moves is not None:
        balance = night.balance
        for source, target, amount in moves(event):
            if amount:
                balance[source] = balance.get(source, 0) - amount
                balance[target] = balance.get(target, 0) + amount
                if night.counts and night.phase == "open":
                    box.forget_count(night, source)
                    box.forget_count(night, target)
    EVOLVE[kind](night, event)


def follow(night: Night) -> tuple[events.Event, ...]:
    """What the rules demand next, from the state alone; nothing when a person must act."""
    if night.loans_due:
        return _initial_loan(night)
    if night.count_off is not None:
        return box.follow_count(night)
    if night.returning and (returns := closing.follow_returns(night)):
        return returns
    if night.hand is not None:
        return flow.follow_hand(night, night.hand)
    return ()


def _initial_loan(night: Night) -> tuple[events.Event, ...]:
    player, chips = night.loans_due[0], min(night.rules.initial_loan, left_in_the_box(night))
    return (commands.GiveLoan(player=player, chips=chips, cents=chips * night.unit, initial=True),)


def accept(night: Night, command: commands.Command) -> tuple[events.Event, ...]:
    """Decides a command and copies it and all that follows into the night: the primary event comes first.

    A refusal leaves the night as it was.
    """
    return carry_out(night, decide(command, night))


def carry_out(night: Night, primary: commands.Command) -> tuple[events.Event, ...]:
    """Copies what was decided and all that follows into the night: the primary event comes first."""
    evolve(night, primary)
    happened: tuple[events.Event, ...] = (primary,)
    while drawn := follow(night):
        for event in drawn:
            evolve(night, event)
        happened += drawn
    return happened
