"""The night in numbers."""

from __future__ import annotations

from engine import commands
from engine.reports.figures import totals
from tests.engine.reports.evening import counted_and_closed, opened, table, won_by


def test_totals_count_chips_out_and_back_and_money_both_ways() -> None:
    evening = table()
    evening.do(commands.BuyChips(player="bo", chips=10), commands.CashOut(player="bo", chips=4, paid=True))
    evening.do(commands.GiveLoan(player="carl", chips=20))
    won_by(evening, "bo")
    evening.do(commands.PayIn(player="carl", cents=100))
    told = totals(evening.records)
    assert (told.hands, told.players) == (1, 3)
    assert (told.issued, told.lent, told.sold, told.returned, told.in_stacks) == (150, 140, 10, 4, 146)
    assert (told.money_in, told.money_out, told.till) == (350, 100, 250)
    assert told.events == evening.last


def test_the_night_lasts_until_it_is_closed_whenever_it_is_paid() -> None:
    evening = opened("eva", "bo", starts_at="19:00", rules=commands.HouseRules(auto="all", initial_loan=40))
    evening.do(commands.TransferChips(payer="bo", payee="eva", chips=5))
    assert totals(evening.records).last_at == evening.records[-1].occurred_at
    counted_and_closed(evening)
    at = evening.records[-1].occurred_at
    evening.wait(600)
    evening.do(commands.FreezePlan(), commands.RecordPayment(transfer=1))
    assert (totals(evening.records).first_at, totals(evening.records).last_at) == ("2026-05-08T19:00:00Z", at)
