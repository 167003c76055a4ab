"""The end of the night is offered step by step: the close, who bears the gap, the plans, the payments."""

from engine import commands
from engine.decider import decide
from engine.offer import Offer
from engine.play.script.offers import offers
from tests.engine.night.closing.test_rule import ended, gapped
from tests.engine.table import opened


def test_the_close_is_offered_once_everybody_is_counted_and_not_before() -> None:
    table = opened("AB")
    assert Offer(commands.CloseNight()) not in offers(table.night)
    table.do("A =100; B =100")
    assert Offer(commands.CloseNight()) in offers(table.night)


def test_everybody_who_may_bear_a_gap_is_offered_and_no_plan_before_it_is_resolved() -> None:
    table = gapped(A=120)
    offered = [offer.command for offer in offers(table.night)]
    assert {type(command) for command in offered} == {commands.ResolveGap}
    assert [command.by for command in offered if isinstance(command, commands.ResolveGap)][:4] == [
        "banker",
        "winners",
        "losers",
        "all",
    ]
    for command in offered:
        decide(command, table.night)


def test_after_the_close_both_plans_are_offered_and_then_what_is_left_of_each_payment() -> None:
    table = ended(130, 100, 70)
    assert [offer.command for offer in offers(table.night)] == [
        commands.FreezePlan(kind="bank"),
        commands.FreezePlan(kind="direct"),
    ]
    table.do(commands.FreezePlan(kind="direct"))
    bank, payment = offers(table.night)
    assert bank == Offer(commands.FreezePlan(kind="bank"))
    assert payment == Offer(commands.RecordPayment(transfer=1), "C", owed=750, least=1, most=750)
    table.do(payment.of(250))
    assert offers(table.night) == (Offer(commands.RecordPayment(transfer=1), "C", owed=500, least=1, most=500),)
    table.do(offers(table.night)[0].command)
    assert offers(table.night) == ()
