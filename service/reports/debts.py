"""What a club still owes, as Splitwise and ihatemoney write it: for people who settle up there."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass

from engine.commands import Currency
from engine.grammar import amount_plain
from service.reports.forms.column import harmless

SPLITWISE_HEADINGS = ("Date", "Description", "Category", "Cost", "Currency")
BILL_HEADINGS = ("date", "what", "bill_type", "amount", "currency", "payer_name", "payer_weight", "owers")


@dataclass(frozen=True, slots=True)
class OpenDebt:
    """Cents that one person still has to pay to another, and the night and local day that it comes from."""

    date: str
    what: str
    payer: str
    payee: str
    cents: int
    currency: Currency


def as_splitwise(debts: Sequence[OpenDebt]) -> str:
    """CSV with a line for each debt and a column for each person, and for each currency a line with the total balance."""
    people = sorted({name for debt in debts for name in (debt.payer, debt.payee)})
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*SPLITWISE_HEADINGS, *map(harmless, people)])
    totals: dict[str, dict[str, int]] = {}
    currencies = {debt.currency.code: debt.currency for debt in debts}
    for debt in debts:
        each = dict.fromkeys(people, 0) | {debt.payer: -debt.cents, debt.payee: debt.cents}
        total = totals.setdefault(debt.currency.code, dict.fromkeys(people, 0))
        for name, cents in each.items():
            total[name] += cents
        head = [debt.date, harmless(debt.what), "General", _told(debt.cents, debt.currency), debt.currency.code]
        writer.writerow([*head, *(_told(each[name], debt.currency) for name in people)])
    last = max((debt.date for debt in debts), default="")
    for code, total in totals.items():
        told = [_told(total[name], currencies[code]) for name in people]
        writer.writerow([last, "Total balance", " ", " ", code, *told])
    return out.getvalue()


def as_bills_csv(debts: Sequence[OpenDebt]) -> str:
    """The bills of an ihatemoney project as CSV: who is owed has paid for whoever owes it."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(BILL_HEADINGS)
    for debt in debts:
        amount = _told(debt.cents, debt.currency)
        names = (harmless(debt.payee), "1.0", harmless(debt.payer))
        writer.writerow([debt.date, harmless(debt.what), "Expense", amount, debt.currency.code, *names])
    return out.getvalue()


def as_bills_json(debts: Sequence[OpenDebt]) -> str:
    """The same as JSON, with amounts as decimal numbers."""
    lines = []
    for debt in debts:
        values = {
            "date": json.dumps(debt.date),
            "what": json.dumps(debt.what, ensure_ascii=False),
            "bill_type": '"Expense"',
            # Written digit by digit: a binary fraction would not be the amount.
            "amount": _told(debt.cents, debt.currency),
            "currency": json.dumps(debt.currency.code),
            "payer_name": json.dumps(debt.payee, ensure_ascii=False),
            "payer_weight": "1.0",
            "owers": json.dumps([debt.payer], ensure_ascii=False),
        }
        lines.append("  {" + ", ".join(f'"{key}": {value}' for key, value in values.items()) + "}")
    return "[\n" + ",\n".join(lines) + "\n]\n" if lines else "[]\n"


def _told(cents: int, currency: Currency) -> str:
    return amount_plain(cents, currency.exponent)
