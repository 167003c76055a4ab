"""Stored names never change, and a waiver counts where it is needed."""

import msgspec
import pytest
from msgspec.structs import replace

from engine import commands, errors, events
from engine.adjudicate import adjudicate
from engine.events import TYPE_NAMED
from engine.registry import CONSEQUENCES
from tests.engine.table import house, opened, waived

# Names under which events stand in books. A new one may be added; none may be changed or dropped.
STORED = {
    "bet_called": commands.Call,
    "bet_made": commands.Bet,
    "bet_raised": commands.Raise,
    "board_card_moved": commands.MoveBoardCard,
    "board_laid": commands.Lay,
    "board_turned": commands.Turn,
    "call_put_right": commands.PutRight,
    "card_burned": commands.Burn,
    "card_taken_back": commands.TakeBackCard,
    "cards_dealt": commands.Deal,
    "cards_exchanged": commands.Exchange,
    "cards_named": commands.NameCards,
    "carry_added": events.CarryAdded,
    "checked": commands.Check,
    "bank_passed": commands.PassBank,
    "bank_taken": events.BankTaken,
    "box_gap_found": events.BoxGapFound,
    "chips_asked_for": commands.AskForChips,
    "chips_bought": commands.BuyChips,
    "chips_cashed_out": commands.CashOut,
    "chips_counted": commands.CountChips,
    "chips_transferred": commands.TransferChips,
    "dealt_cards_moved": commands.MoveDealtCards,
    "count_confirmed": commands.ConfirmCount,
    "count_said": commands.SayCount,
    "debt_paid": events.DebtPaid,
    "early_bet_stands": events.EarlyBetStands,
    "events_struck": events.EventsStruck,
    "steps_skipped": events.StepsSkipped,
    "exposed_card_settled": commands.SettleExposedCard,
    "dispute_answered": commands.AnswerDispute,
    "dispute_raised": commands.RaiseDispute,
    "dispute_resolved": commands.ResolveDispute,
    "banks_word_given": commands.GiveBanksWord,
    "dispute_withdrawn": commands.WithdrawDispute,
    "payment_confirmed": commands.ConfirmPayment,
    "payment_said": commands.SayPayment,
    "request_declined": commands.DeclineRequest,
    "request_withdrawn": commands.WithdrawRequest,
    "ruled_chips_charged": events.RuledChipsCharged,
    "till_gap_found": events.TillGapFound,
    "forced_bet_posted": events.ForcedBetPosted,
    "forgotten_card_bought": commands.BuyForgottenCard,
    "gap_found": events.GapFound,
    "gap_resolved": commands.ResolveGap,
    "hand_announced": commands.AnnounceHand,
    "hand_ended": events.HandEnded,
    "hand_folded": commands.Fold,
    "hand_mucked": commands.Muck,
    "hand_shown": commands.ShowHand,
    "kitty_shared": events.KittyShared,
    "loan_given": commands.GiveLoan,
    "marker_returned": events.MarkerReturned,
    "missing_card_given": commands.GiveMissingCard,
    "expense_paid": commands.PayExpense,
    "fee_charged": events.FeeCharged,
    "tip_given": commands.GiveTip,
    "money_paid_in": commands.PayIn,
    "money_paid_out": commands.PayOut,
    "new_deal_demanded": commands.NewDeal,
    "night_closed": commands.CloseNight,
    "night_opened": commands.OpenNight,
    "paid_to_kitty": events.PaidToKitty,
    "payment_recorded": commands.RecordPayment,
    "plan_frozen": commands.FreezePlan,
    "player_left": commands.LeaveNight,
    "player_sat_back": commands.SitBack,
    "player_seated": commands.SeatPlayer,
    "player_stood_up": commands.StandUp,
    "pot_awarded": events.PotAwarded,
    "pot_carried": events.PotCarried,
    "round_closed": events.RoundClosed,
    "ruling_made": commands.MakeRuling,
    "shadow_pulled": events.ShadowPulled,
    "strike_declared": commands.StrikeEvents,
    "uncalled_returned": events.UncalledReturned,
    "winners_named": commands.NameWinners,
}


def test_stored_names_are_stable() -> None:
    assert {name: TYPE_NAMED.get(name) for name in STORED} == STORED


def test_every_command_and_event_can_be_read_from_outside() -> None:
    for kind in (*commands.ALL, *CONSEQUENCES):
        msgspec.json.Decoder(kind)


# Waivers


def test_a_waiver_that_was_needed_is_recorded() -> None:
    table = opened("ABC", rules=house()).do("hand straight poker by C").waives("A b7", errors.BetOverLimit)
    (bet,) = table.of(commands.Bet)
    assert bet.waived == (commands.Waiver(rule="bet_over_limit", reason="we agreed"),)


def test_a_waiver_that_was_not_needed_is_refused() -> None:
    table = opened("ABC", rules=house()).do("hand straight poker by C")
    said = waived(commands.Bet(player="A", chips=5), errors.BetOverLimit)
    table.refuses(said, errors.NothingToWaive, rule="bet_over_limit")


@pytest.mark.parametrize("rule", ["looks_like_a_repeat", "looks_like_a_slip"])
def test_a_waiver_of_what_the_interface_asks_is_kept_and_neither_judged_nor_in_the_way(rule) -> None:
    asked = commands.Waiver(rule=rule, reason="they asked twice")
    table = opened("ABC", rules=house()).do(commands.GiveLoan(player="A", chips=50, waived=(asked,)))
    (loan,) = [event for event in table.of(commands.GiveLoan) if not event.initial]
    assert loan.waived == (asked,)
    assert adjudicate(table.records).agrees
    table.do("hand straight poker by C")
    over = waived(commands.Bet(player="A", chips=7), errors.BetOverLimit)
    table.do(replace(over, waived=(*over.waived, asked)))
    needless = waived(commands.Call(player="B"), errors.BetOverLimit)
    table.refuses(replace(needless, waived=(*needless.waived, asked)), errors.NothingToWaive, rule="bet_over_limit")


def test_each_of_two_waivers_must_be_needed() -> None:
    table = opened("ABC").do("hand texas hold'em by C")
    needed = waived(commands.Raise(player="A", by=1), errors.NotYourTurn, errors.RaiseBelowMinimum)
    one_too_many = waived(commands.Raise(player="A", by=9), errors.NotYourTurn, errors.RaiseBelowMinimum)
    table.refuses(one_too_many, errors.NothingToWaive, rule="raise_below_minimum")
    table.refuses(waived(needed, errors.NotYourTurn), errors.RaiseBelowMinimum)
    table.do(needed)


def test_what_would_break_the_book_is_never_waived() -> None:
    table = opened("ABC").do("hand texas hold'em by C")
    table.refuses(waived(commands.Raise(player="C", by=500), errors.BetExceedsStack), errors.BetExceedsStack)


def test_a_waiver_goes_with_the_act_it_becomes() -> None:
    table = opened("ABC", rules=house()).do("hand straight poker by C")
    table.do(waived(commands.PutIn(player="A", chips=7), errors.BetOverLimit))
    assert isinstance(table.happened[0], commands.Bet)
    assert table.happened[0].waived
