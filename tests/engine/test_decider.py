"""Every command has one rule and every event one fold, stored names never change, and deciding changes nothing."""

from __future__ import annotations

import contextlib

import msgspec
import pytest
from msgspec.structs import replace

from engine import commands, errors, events
from engine.adjudicate import adjudicate
from engine.decider import DECIDE, accept, decide, follow
from engine.events import NAME_OF, TYPE_NAMED
from engine.folding import EVOLVE, EVOLVE_HAND, evolve
from engine.registry import CONSEQUENCES
from engine.state import Night
from tests.engine.table import house, opened, snapshot, waived

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


def all_kinds_of(base: type) -> set[type]:
    """Every struct below a base that stands for one act, which is every one with a tag."""
    below = {kind for child in base.__subclasses__() for kind in (child, *all_kinds_of(child))}
    return {kind for kind in below if kind.__struct_config__.tag}  # type: ignore[attr-defined]


# The tables


def test_every_command_is_listed_and_has_one_rule() -> None:
    assert set(commands.ALL) == all_kinds_of(commands.Command)
    assert set(DECIDE) == set(commands.ALL)
    assert len(commands.ALL) == len(set(commands.ALL))


def test_every_consequence_is_listed() -> None:
    assert set(CONSEQUENCES) == all_kinds_of(events.Consequence)


def test_every_event_has_one_fold_and_shorthand_has_none() -> None:
    assert {*EVOLVE, *EVOLVE_HAND} == set(NAME_OF)
    assert not set(EVOLVE) & set(EVOLVE_HAND)
    assert not {*EVOLVE, *EVOLVE_HAND} & set(commands.SHORTHAND)


def test_stored_names_are_stable() -> None:
    assert {name: TYPE_NAMED.get(name) for name in STORED} == STORED


def test_a_stored_name_stands_for_one_kind_of_event() -> None:
    assert len(TYPE_NAMED) == len(NAME_OF)


@pytest.mark.parametrize("kind", [*commands.ALL, *CONSEQUENCES], ids=lambda kind: kind.__name__)
def test_every_command_and_event_can_be_read_from_outside(kind: type) -> None:
    msgspec.json.Decoder(kind)


# Deciding and copying


@pytest.mark.parametrize("auto", ["all", "closed", "none"])
def test_deciding_changes_nothing(auto: str) -> None:
    table = opened("ABC", rules=house(auto=auto)).do("hand three card draw by C")
    before = snapshot(table.night)
    for said in (commands.Deal(), commands.Bet(player="A", chips=5), commands.NewDeal(), commands.Fold(player="A")):
        with contextlib.suppress(errors.Refusal):
            decide(said, table.night)
        assert snapshot(table.night) == before


def test_what_was_decided_is_decided_the_same_again() -> None:
    table = opened("ABC", {"A": 50, "B": 99, "C": 99}, rules=house()).do("hand three card draw by C")
    table.do("A 5; B c; C r2; A c; B f", "A draws 2; C draws 3", "A x; C b50; A s50", "A win")
    table.do(*(f"{player} ={chips}" for player, chips in table.stacks().items()), "close")
    night = Night()
    for record in table.records:
        if record.caused_by is None:
            assert isinstance(record.event, commands.Command)
            assert decide(record.event, night) == record.event
        evolve(night, record.event)
    assert snapshot(night) == snapshot(table.night)


def test_when_everything_has_followed_nothing_follows() -> None:
    table = opened("ABC").do("hand omaha by C")
    assert follow(table.night) == ()
    assert follow(Night()) == ()


def test_the_primary_event_comes_first() -> None:
    happened = accept(opened("ABC").night, commands.AnnounceHand(game="omaha"))
    assert isinstance(happened[0], commands.AnnounceHand)
    assert len(happened) > 1


def test_a_copied_night_is_tried_without_touching_the_night() -> None:
    table = opened("ABC", rules=house()).do("hand three card draw by C", "A b5; B c")
    before = snapshot(table.night)
    twin = table.night.copy()
    assert snapshot(twin) == before
    for command in (commands.Call(player="C"), commands.Exchange(player="A", number=3), commands.NewDeal()):
        accept(twin, command)
    assert snapshot(table.night) == before


def test_a_night_after_a_hand_is_copied_with_the_hand_that_may_still_be_shown() -> None:
    table = opened("AB").do("hand omaha by B", "B f")
    before = snapshot(table.night)
    accept(table.night.copy(), commands.ShowHand(player="A", cards=("As",)))
    assert snapshot(table.night) == before


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
def test_a_waiver_of_what_the_interface_asks_is_kept_and_neither_judged_nor_in_the_way(rule: str) -> None:
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
