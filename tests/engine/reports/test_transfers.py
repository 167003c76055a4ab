"""Who owes whom: the frozen plan with its payments, or what it would be now."""

from __future__ import annotations

from engine import commands
from engine.reports.transfers import transfers
from tests.engine.reports.evening import counted_and_closed, table, won_by


def test_before_the_plan_everyone_would_settle_with_the_banker() -> None:
    evening = table()
    won_by(evening, "carl")
    told = transfers(evening.records)
    assert (told.provisional, told.kind, told.proven_minimal, told.version) == (True, "bank", None, None)
    assert [(line.payer, line.payee, line.open) for line in told.transfers] == [
        ("bo", "eva", 175),
        ("eva", "carl", 350),
    ]


def test_a_transfer_is_told_with_its_payments_and_what_is_still_open() -> None:
    evening = table()
    won_by(evening, "carl")
    counted_and_closed(evening)
    plan = evening.do(commands.FreezePlan(kind="direct"))
    paid = [evening.do(commands.RecordPayment(transfer=1, cents=cents)) for cents in (100, 50)]
    told = transfers(evening.records)
    first, second = told.transfers
    assert (told.provisional, told.kind, told.proven_minimal, told.version) == (False, "direct", True, plan)
    assert (first.cents, first.paid, first.open, first.payments) == (175, 150, 25, tuple(paid))
    assert (second.paid, second.open) == (0, 175)
    assert told.open == 200
