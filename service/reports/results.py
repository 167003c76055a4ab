"""The results of many nights and the debts between them, for spreadsheets and for PokerNow."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO

from engine import commands
from engine.commands import Currency
from engine.events import Recorded
from engine.folding import effective
from engine.grammar import amount_plain
from engine.ids import PlayerId
from engine.ledger.accounts import nets
from engine.state import Night
from service.language.local_time import clock_in
from service.language.names import by_name
from service.reports.forms.as_files import Sheet, workbook
from service.reports.forms.column import MONEY, WORDS, Column, Setting, Table, harmless

LEDGER_HEADINGS = (
    "player_nickname",
    "player_id",
    "session_start_at",
    "session_end_at",
    "buy_in",
    "buy_out",
    "stack",
    "net",
)


@dataclass(frozen=True, slots=True)
class ResultRow:
    """What one player brought to a night and took from it, in cents.

    date      the local day, with the time at which the night began unless that was midnight
    night     the name of the night; empty if it has none and no other night of the day has to be told from it
    took      before anybody bore the gap, where `bearer` says who did
    bearer    who bore the gap: winners, losers, all or a player; empty if there was none, nobody bears it yet, or no word
              says who bore how much of it
    charge    what this player gained (negative: lost) when the gap was borne; 0 if `bearer` is empty
    """

    night_id: str
    date: str
    night: str
    player: PlayerId
    name: str
    brought: int
    took: int
    bearer: str
    charge: int
    begun: str
    ended: str

    def in_parts(self, number: int) -> ResultRow:
        """The row in a unit of which so many are a cent of before."""
        brought, took, charge = (cents * number for cents in (self.brought, self.took, self.charge))
        return replace(self, brought=brought, took=took, charge=charge)


def result_rows(
    night: Night, records: Sequence[Recorded], names: Mapping[PlayerId, str], *, date: str
) -> list[ResultRow]:
    """The rows of a night in the order of sitting down; the banker has one if it brought them anything."""
    brought: dict[PlayerId, int] = {}
    charges: dict[PlayerId, int] = {}
    bearer = ""
    in_force = effective(records)
    for record in in_force:
        match record.event:
            case commands.GiveLoan(player=player, cents=cents) | commands.BuyChips(player=player, cents=cents):
                brought[player] = brought.get(player, 0) + (cents or 0)
            case commands.ResolveGap() as resolved:
                bearer = _bearer(resolved, night, names)
                charges = {charge.player: charge.cents for charge in resolved.charges or ()} if bearer else {}
            case _:
                pass
    times = [record.occurred_at for record in in_force if record.occurred_at]
    rows = []
    for player, net in nets(night).items():
        if player not in night.people and not net:
            continue
        charge = charges.get(player, 0)
        took = brought.get(player, 0) + net - charge
        # A banker who plays from the box buys nothing and may still lose.
        rows.append(
            ResultRow(
                night_id=night.terms.night,
                date=date,
                night=night.terms.name,
                player=player,
                name=names.get(player, player),
                brought=brought.get(player, 0) + max(-took, 0),
                took=max(took, 0),
                bearer=bearer,
                charge=charge,
                begun=min(times, default=""),
                ended=max(times, default=""),
            )
        )
    return rows


def _bearer(resolved: commands.ResolveGap, night: Night, names: Mapping[PlayerId, str]) -> str:
    """The word by which whoever reads the rows again comes to the same charges; empty if there is none."""
    charges = resolved.charges or ()
    if resolved.by in ("banker", "player"):
        # Several bankers bear it together by what each has handed over, which no row tells.
        return names.get(charges[0].player, charges[0].player) if len(charges) == 1 else ""
    # In the rows a banker who never sat down is one of all.
    return "" if resolved.by == "all" and len(night.everybody) > len(night.people) else resolved.by


RESULTS: Table[ResultRow] = Table(
    columns=(
        Column("date", WORDS, lambda row: row.date),
        Column("night", WORDS, lambda row: row.night),
        Column("player", WORDS, lambda row: row.name, heads=True),
        Column("in", MONEY, lambda row: row.brought),
        Column("out", MONEY, lambda row: row.took),
        Column("gap", WORDS, lambda row: row.bearer),
        # Two people of like names are told apart by it when the file is read again.
        Column("player_id", WORDS, lambda row: row.player),
    )
)


def results_setting(currency: Currency) -> Setting:
    """How the amounts of results are written."""
    return Setting(names={}, currency=currency, clock=clock_in("UTC"))


def results_workbook(rows: Sequence[ResultRow], currency: Currency) -> bytes:
    """The content of a workbook with one sheet."""
    into = BytesIO()
    with workbook(into, results_setting(currency)) as book:
        Sheet(book, "results", RESULTS, rows).write({})
    return into.getvalue()


def _csv(rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def pokernow_ledger(rows: Sequence[ResultRow], currency: Currency, *, sessions: bool) -> str:
    """A ledger as PokerNow writes it, after gaps were borne; with `sessions` a first column tells the nights apart.

    A name that a spreadsheet would take for a formula has an apostrophe in front, which PokerNow never writes.
    """
    lines: list[Sequence[str]] = [[*(["session"] if sessions else []), *LEDGER_HEADINGS]]
    for row in rows:
        net = row.took + row.charge - row.brought
        took = row.brought + net
        amounts = (row.brought + max(-took, 0), max(took, 0), 0, net)
        texts = [amount_plain(cents, currency.exponent) for cents in amounts]
        first = [row.night_id] if sessions else []
        lines.append([*first, harmless(row.name), row.player, _moment(row.begun), _moment(row.ended), *texts])
    return _csv(lines)


def _moment(book_time: str) -> str:
    """A time of the book with the milliseconds that PokerNow writes."""
    return f"{book_time[:19]}.000Z" if book_time else ""


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
    people = sorted({name for debt in debts for name in (debt.payer, debt.payee)}, key=by_name)
    lines: list[Sequence[str]] = [[*SPLITWISE_HEADINGS, *map(harmless, people)]]
    totals: dict[str, dict[str, int]] = {}
    currencies: dict[str, Currency] = {}
    for debt in sorted(debts, key=lambda debt: debt.currency.exponent):
        currencies[debt.currency.code] = debt.currency
    for debt in debts:
        finer = 10 ** (currencies[debt.currency.code].exponent - debt.currency.exponent)
        each = dict.fromkeys(people, 0) | {debt.payer: -debt.cents, debt.payee: debt.cents}
        total = totals.setdefault(debt.currency.code, dict.fromkeys(people, 0))
        for name, cents in each.items():
            total[name] += cents * finer
        head = [debt.date, harmless(debt.what), "General", _text(debt.cents, debt.currency), debt.currency.code]
        lines.append([*head, *(_text(each[name], debt.currency) for name in people)])
    last = max((debt.date for debt in debts), default="")
    for code, total in totals.items():
        texts = [_text(total[name], currencies[code]) for name in people]
        lines.append([last, "Total balance", " ", " ", code, *texts])
    return _csv(lines)


def as_bills_csv(debts: Sequence[OpenDebt]) -> str:
    """The bills of an ihatemoney project as CSV: who is owed has paid for whoever owes it."""
    lines: list[Sequence[str]] = [BILL_HEADINGS]
    for debt in debts:
        amount = _text(debt.cents, debt.currency)
        names = (harmless(debt.payee), "1.0", harmless(debt.payer))
        lines.append([debt.date, harmless(debt.what), "Expense", amount, debt.currency.code, *names])
    return _csv(lines)


def as_bills_json(debts: Sequence[OpenDebt]) -> str:
    """The same as JSON, with amounts as decimal numbers."""
    lines = []
    for debt in debts:
        values = {
            "date": json.dumps(debt.date),
            "what": json.dumps(debt.what, ensure_ascii=False),
            "bill_type": '"Expense"',
            # Written digit by digit: a binary fraction would not be the amount.
            "amount": _text(debt.cents, debt.currency),
            "currency": json.dumps(debt.currency.code),
            "payer_name": json.dumps(debt.payee, ensure_ascii=False),
            "payer_weight": "1.0",
            "owers": json.dumps([debt.payer], ensure_ascii=False),
        }
        lines.append("  {" + ", ".join(f'"{key}": {value}' for key, value in values.items()) + "}")
    return "[\n" + ",\n".join(lines) + "\n]\n" if lines else "[]\n"


def _text(cents: int, currency: Currency) -> str:
    return amount_plain(cents, currency.exponent)
