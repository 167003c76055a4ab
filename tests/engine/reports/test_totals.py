"""The night in numbers."""

from __future__ import annotations

from engine import commands
from engine.reports.totals import totals
from tests.engine.reports.evening import table, won_by


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
