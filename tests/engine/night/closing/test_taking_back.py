"""A wrong close is taken back while nothing is paid, with the gap and the plan that were made from it."""

from random import Random

import pytest
from msgspec.structs import replace

from engine import commands, errors, events
from engine.adjudicate import adjudicate
from engine.folding import effective
from engine.ledger.accounts import nets
from engine.night.closing.taking_back import chosen_otherwise
from engine.resolved import resolved
from tests.engine.again import correct, strike
from tests.engine.table import Table, house, opened
from tests.soak import rounds

NIGHTS = rounds(12)


def closed_with_a_gap() -> Table:
    """A has 130, B 100 and C 70; C counts three too few, the losers bear it, and the plan is direct."""
    table = opened("ABC").do(commands.TransferChips(payer="C", payee="A", chips=30))
    table.do("A =130; B =100; C =67", "close")
    return table.do(commands.ResolveGap(by="losers"), commands.FreezePlan(kind="direct"))


def number_of(table: Table, kind: type[commands.Command]) -> int:
    return next(record.version for record in reversed(table.records) if isinstance(record.event, kind))


def void(struck: list[events.Event]) -> set[int]:
    return {version for event in struck if isinstance(event, events.EventsStruck) for version in event.void}


def test_taking_back_the_close_takes_the_returned_chips_the_gap_and_the_plan_with_it() -> None:
    table = closed_with_a_gap()
    close = number_of(table, commands.CloseNight)
    last = len(table.records)
    struck = table.strikes(close)
    assert void([draft.event for draft in struck.drafts]) == set(range(close, last + 1))
    assert table.night.phase == "open"
    assert table.stacks() == {"A": 130, "B": 100, "C": 70}
    assert (table.night.closing.plan, table.night.closing.gap_resolved, table.holds("gap")) == (None, False, 0)


def test_after_a_close_was_taken_back_counts_hold_and_play_goes_on() -> None:
    table = closed_with_a_gap()
    table.strikes(number_of(table, commands.CloseNight))
    assert table.night.counts == {"A": 130, "B": 100, "C": 67}
    table.do("hand Straight Poker by C", "A 2; B c; C f")
    assert table.night.hand is not None


def test_who_bears_a_gap_is_chosen_otherwise_by_a_correction_that_makes_the_plan_anew() -> None:
    table = closed_with_a_gap()
    before = resolved(table.night.closing.plan).transfers
    otherwise = chosen_otherwise(commands.ResolveGap(by="player", player="B"), effective(table.records), table.night)
    assert isinstance(otherwise, commands.CorrectEvents)
    after = correct(table.records, otherwise)
    plan = resolved(after.night.closing.plan)
    assert (plan.kind, plan.transfers != before, after.night.phase) == ("direct", True, "planned")
    assert nets(after.night) == {"A": 750, "B": 75, "C": -825, "Z": 0}
    # No event of the old book is another than it was, and the new one is judged like any.
    assert adjudicate([*table.records, *after.recorded(len(table.records))]).agrees


def test_who_bears_a_gap_already_is_not_chosen_a_second_time() -> None:
    table = closed_with_a_gap()
    with pytest.raises(errors.GapIsResolved):
        chosen_otherwise(commands.ResolveGap(by="losers", reason="again"), effective(table.records), table.night)


def test_once_somebody_has_paid_or_says_so_nobody_else_bears_the_gap() -> None:
    otherwise = commands.ResolveGap(by="banker")
    table = closed_with_a_gap().do(commands.SayPayment(transfer=1))
    with pytest.raises(errors.ClaimsStand):
        chosen_otherwise(otherwise, effective(table.records), table.night)
    table.do(commands.ApproveRequest(request=1))
    with pytest.raises(errors.PaymentStands) as refused:
        chosen_otherwise(otherwise, effective(table.records), table.night)
    paid = number_of(table, commands.RecordPayment)
    assert f"(event {paid}), so event {number_of(table, commands.ResolveGap)} stands. Strike the payment first" in str(
        refused.value
    )
    table.strikes(paid)
    table.do(commands.DeclineRequest(request=1))
    assert isinstance(chosen_otherwise(otherwise, effective(table.records), table.night), commands.CorrectEvents)


def test_taking_back_who_bears_the_gap_takes_the_plan_with_it() -> None:
    table = closed_with_a_gap()
    table.strikes(number_of(table, commands.ResolveGap))
    assert (table.night.phase, table.night.closing.plan) == ("closed", None)
    table.refuses(commands.FreezePlan(), errors.GapIsOpen)
    table.do(commands.ResolveGap(by="banker"), commands.FreezePlan(kind="direct"))


def test_a_correction_before_the_first_payment_takes_the_plan_with_it_and_leaves_the_close() -> None:
    table = opened("ABC").do(commands.TransferChips(payer="C", payee="A", chips=30))
    paid = table.do(commands.PayIn(player="C", cents=250)).version
    table.do("A =130; B =100; C =70", "close", commands.FreezePlan(kind="bank"))
    table.strikes(paid)
    assert (table.night.phase, table.night.closing.plan) == ("closed", None)


@pytest.mark.parametrize("kind", [commands.CloseNight, commands.ResolveGap, commands.FreezePlan])
def test_a_payment_stands_in_the_way_and_is_named(kind) -> None:
    table = closed_with_a_gap().do(commands.RecordPayment(transfer=1, cents=100))
    paid = table.version
    with pytest.raises(errors.PaymentStands) as refused:
        strike(table.records, commands.StrikeEvents(versions=(number_of(table, kind),), reason="one more hand"))
    said = str(refused.value)
    assert said.startswith(
        f"C has paid A 1.00 DKK of transfer 1 (event {paid}), so event {number_of(table, kind)} stands."
    )
    table.strikes(paid, number_of(table, kind))


def test_a_correction_of_a_night_on_which_something_is_paid_names_the_plan_as_before() -> None:
    table = opened("ABC").do(commands.TransferChips(payer="C", payee="A", chips=30))
    early = table.do(commands.PayIn(player="C", cents=250)).version
    table.do("A =130; B =100; C =70", "close")
    table.do(commands.FreezePlan(kind="bank"), commands.RecordPayment(transfer=1, cents=100))
    with pytest.raises(errors.StrikeConflicts) as refused:
        strike(table.records, commands.StrikeEvents(versions=(early,), reason="not paid"))
    assert refused.value.details["kind"] == "plan_frozen"


def test_the_other_plan_takes_the_place_of_one_on_which_nothing_is_paid() -> None:
    table = closed_with_a_gap()
    table.refuses(commands.FreezePlan(kind="direct"), errors.PlanIsFrozen)
    table.do(commands.FreezePlan(kind="bank"))
    assert table.night.closing.plan.kind == "bank"
    assert table.night.closing.paid == [0] * len(table.night.closing.plan.transfers or ())
    table.do(commands.RecordPayment(transfer=1, cents=1))
    table.refuses(commands.FreezePlan(kind="direct"), errors.PlanIsFrozen)


def test_a_night_that_nobody_owes_in_keeps_its_plan() -> None:
    table = opened("AB").do("A =100; B =100", "close", commands.FreezePlan(kind="bank"))
    table.refuses(commands.FreezePlan(kind="direct"), errors.PlanIsFrozen)


def test_closing_taking_back_and_closing_again_gives_the_same_nets() -> None:
    for number in range(NIGHTS):
        chance = Random(number)
        table = opened("ABCDE"[: chance.randint(2, 5)])
        for _ in range(chance.randint(0, 6)):
            payer, payee = chance.sample(list(table.night.people), 2)
            if (stack := table.holds("chips:" + payer)) > 1:
                table.do(commands.TransferChips(payer=payer, payee=payee, chips=chance.randint(1, stack)))
        for player, stack in table.stacks().items():
            table.do(commands.CountChips(player=player, chips=max(0, stack + chance.choice((0, 0, 0, -3, 2)))))
        bearer = chance.choice(("banker", "all"))
        kind = chance.choice(("bank", "direct"))
        first = None
        for again in range(3):
            table.do("close")
            if table.holds("gap"):
                table.do(commands.ResolveGap(by=bearer))
            if chance.random() < 0.7 or again == 2:
                table.do(commands.FreezePlan(kind=kind))
            result = nets(table.night)
            first = first or result
            assert result == first, number
            if again < 2:
                table.strikes(number_of(table, commands.CloseNight))
        assert adjudicate(table.records).agrees


# What the house settles by


def test_a_new_night_settles_directly_unless_its_house_says_otherwise() -> None:
    assert opened("A").night.rules.settles == "direct"
    assert opened("A", rules=house("standard", settles="ask")).night.rules.settles == "ask"


def test_a_night_from_before_there_was_a_choice_is_left_to_its_table_and_judged_as_it_was() -> None:
    table = opened("A")
    opening = table.records[0].event
    assert isinstance(opening, commands.OpenNight)
    old = replace(opening, rules=replace(opening.rules, settles=None))
    records = [msg if number else replace(msg, event=old) for number, msg in enumerate(table.records)]
    assert adjudicate(records).agrees
