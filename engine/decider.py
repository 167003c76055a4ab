"""Where everything meets: two dispatch tables, the consequences that follow, and the three ways through them.

`decide` asks one rule and resolves a command into its primary event, or refuses; `evolve` copies one event into the
state and never refuses; `follow` says what the rules demand next. `accept` is all three until a person must act.
"""

from collections.abc import Callable
from typing import Any, cast

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
from engine.rules import ASKED_BACK
from engine.state import Hand, Night

Rule = Callable[[Any, Night], commands.Command]
Fold = Callable[[Night, Any], None]
HandFold = Callable[[Night, Hand, Any], None]

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
    commands.ShowHand: showdown.shown,
    events.MarkerReturned: _stands,
    events.DebtPaid: _stands,
    events.StakeReturned: _stands,
    events.PotCarried: _stands,
    events.CountDiffers: box.difference_told,
    events.GapFound: closing.gap_found,
    events.EventsStruck: _stands,
}

# The folds of events that only happen while a hand is played.
EVOLVE_HAND: dict[type[Any], HandFold] = {
    commands.NewDeal: announcing.new_deal_demanded,
    commands.Deal: dealing.dealt,
    commands.Lay: dealing.laid,
    commands.Turn: dealing.turned,
    commands.Burn: dealing.burned,
    commands.NameCards: telling.named,
    commands.Exchange: drawing.drew,
    commands.Bet: betting.wagered,
    commands.Call: betting.wagered,
    commands.Raise: betting.wagered,
    commands.Check: betting.answered,
    commands.Fold: betting.answered,
    commands.CallSpit: dealing.called,
    commands.PassCards: passing.put_aside,
    commands.ExposeCard: exposing.sealed,
    commands.ArrangeCards: psychology.arranged,
    commands.RevealCards: psychology.revealed,
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
    events.CardsPassed: passing.passed,
    events.CardsExposed: exposing.exposed,
    events.SidesDeclared: declaring.declared,
    events.SentOutByCard: open_cards.sent_out,
    events.CardOffered: open_cards.offered,
    commands.TurnTrump: tricks.trump_turned,
    commands.PlayCard: tricks.card_played,
    commands.TakeTrick: tricks.trick_taken,
    commands.DrawFromStock: tricks.drawn,
    commands.MakeBid: tarok.bid_made,
    commands.PassBid: tarok.bid_passed,
    commands.TakeWidow: tarok.widow_taken,
    commands.Discard: tarok.discarded,
    commands.AnnounceGoal: tarok.goal_announced,
    commands.AnswerGoal: tarok.goal_answered,
    commands.DeclareMeld: tarok.meld_declared,
    commands.NameScore: tarok.score_named,
    events.ContractWon: tarok.contract_won,
    events.TrickWon: tricks.trick_won,
    events.RanOutOfCards: tricks.ran_out,
    events.ScorePaid: tarok_paying.score_paid,
    events.CardGiven: open_cards.given,
    events.FeePaid: open_cards.fee_paid,
    events.HandBeaten: midnight.beaten,
    events.CouldNotBeat: midnight.could_not_beat,
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
    events.PotAwarded: deal_off.awarded,
    events.DealOffStarted: deal_off.started,
    events.CouldNotOpen: spellcheck.could_not_open,
    events.StepsSkipped: flow.steps_skipped,
    events.WordJudged: spellcheck.word_judged,
    events.PenaltyPaid: spellcheck.penalty_paid,
    events.HandEnded: flow.hand_ended,
    events.StepBegan: flow.step_began,
    events.WentAllIn: shadow.went_all_in,
    events.BlindsMissed: announcing.blinds_missed,
    events.NotAsked: betting.others_not_asked,
    events.StepPassedOver: flow.step_passed_over,
    events.RoundOpened: betting.round_opened,
    events.TricksBegan: tricks.tricks_began,
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
    of_the_hand = EVOLVE_HAND.get(kind)
    if of_the_hand is None:
        EVOLVE[kind](night, event)
    else:
        of_the_hand(night, cast("Hand", night.hand), event)


def follow(night: Night) -> tuple[events.Event, ...]:
    """What the rules demand next, from the state alone; nothing when a person must act."""
    if night.newcomer is not None and (loan := box.initial_loan(night, night.newcomer)):
        return loan
    if night.count_made is not None and (differs := box.follow_count(night, night.count_made)):
        return differs
    if night.closing.returning and (returns := closing.follow_returns(night)):
        return returns
    if night.hand is not None:
        return flow.follow_hand(night, night.hand)
    return ()


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
