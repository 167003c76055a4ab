"""Debts that are open elsewhere: what Splitwise and ihatemoney export comes down to who has how much to get or to pay.

Splitwise has a line for each expense with a column for each person, positive for what they get back, and a line for the
total balance. ihatemoney has bills (who paid, and who shares it) or settlements (who pays whom), as CSV or JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any

from engine.commands import Currency
from engine.grammar import amount_text
from engine.money import apportion
from engine.speech import phrase, say
from engine.spelling import compared
from service.exchange.imports.results.cells import Amounts, Dates, Day
from service.exchange.imports.results.nights import PLAYERS_MAX, Entry, ParsedNight, ParsedNights, Reading, name_in
from service.exchange.imports.results.sheet import FILE_MAX, ROWS_MAX, Cell, Sheet, decoded, read_sheet, shown
from service.exchange.refused import (
    BalancesDiffer,
    CellIsEmpty,
    DebtsAreNotJson,
    DebtsDoNotMeet,
    DebtsInTwoCurrencies,
    NotAnAmount,
    NotDebts,
    NothingIsOwed,
    TooManyPlayers,
    TooManyRows,
)
from service.language.money import currency_of_code

_SPLITWISE = ("date", "description", "category", "cost", "currency")
_BILLS = ("payer_name", "owers", "amount")
_SETTLEMENTS = ("amount", "receiver", "ower")
_TOTAL = "total balance"
# What ihatemoney calls a project without a currency: three times X.
_NO_CURRENCY = ("", "X" * 3)
# Names that one cell lists; a comma may be part of a name, a line end cannot.
_LISTED = "\n"
_WEIGHT_DIGITS = 12

Row = Mapping[str, Cell]


@dataclass(slots=True)
class _Balances:
    """What everybody has to get (positive) or to pay, in the smallest unit, by compared name."""

    names: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    cents: dict[str, int] = field(default_factory=dict)

    def add(self, name: str, line: int, cents: int) -> None:
        key = compared(name)
        self.names.setdefault(key, name)
        self.lines.setdefault(key, line)
        self.cents[key] = self.cents.get(key, 0) + cents


# The headings by which a file of debts is known.
HEADINGS = (_SPLITWISE, _BILLS, _SETTLEMENTS)


def read_debts(file: str, data: bytes, reading: Reading) -> ParsedNights:
    """What is owed, as one night in which those who are owed took what the others brought."""
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"[", b"{"):
        sheet = _of_json(file, data)
    else:
        sheet = read_sheet(file, data, sheet=reading.sheet)
    heads = {compared(head.text): head.column for head in sheet.heads if head.text}
    if set(_SPLITWISE) <= heads.keys():
        return _Debts(sheet, heads, reading, "Splitwise").of_splitwise()
    debts = _Debts(sheet, heads, reading, "ihatemoney")
    if set(_BILLS) <= heads.keys():
        return debts.of_bills()
    if set(_SETTLEMENTS) <= heads.keys():
        return debts.of_settlements()
    raise NotDebts(file)


def _of_json(file: str, data: bytes) -> Sheet:
    """A list of objects as a sheet: their keys are the headings, and the first of them is line 1."""
    if len(data) > FILE_MAX:
        raise DebtsAreNotJson(file, phrase("more than {most:,} bytes", most=FILE_MAX))
    text, notes = decoded(file, data)
    try:
        listed = json.loads(text, parse_float=str, parse_int=str, parse_constant=str)
    except (ValueError, RecursionError) as problem:
        raise DebtsAreNotJson(file, shown(str(problem))) from None
    if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
        raise DebtsAreNotJson(file, phrase("it is no list of objects"))
    if len(listed) > ROWS_MAX:
        raise TooManyRows(file, ROWS_MAX, "rows")
    if not listed:
        raise NotDebts(file)
    keys = list(dict.fromkeys(key for one in listed[:1] for key in one))
    heads = tuple(Cell(0, place, shown(key)) for place, key in enumerate(keys, 1))
    rows = [
        tuple(Cell(line, place, _plain(one.get(key))) for place, key in enumerate(keys, 1))
        for line, one in enumerate(listed, 1)
    ]
    return Sheet(
        file, (heads, *rows), (*notes, say("{file} is a list: its lines are counted as the list counts.", file=file))
    )


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return _LISTED.join(str(one).strip() for one in value)
    return "" if value is None else str(value).strip()


class _Debts:
    def __init__(self, sheet: Sheet, heads: Mapping[str, int], reading: Reading, program: str) -> None:
        self._sheet = sheet
        self._reading = reading
        self._program = program
        self._heads = heads
        cells = [{cell.column: cell for cell in row} for row in sheet.rows[1:]]
        self._rows: list[Row] = [
            {name: row.get(column, Cell(next(iter(row.values())).line, column, "")) for name, column in heads.items()}
            for row in cells
        ]
        self._currency = self._the_currency()
        self._rows = [row for row in self._rows if self._is_of_currency(row)]
        self._balances = _Balances()

    def of_splitwise(self) -> ParsedNights:
        """Each line adds to the balances; those of the total balance must be what the others come to."""
        people = [head for head in self._sheet.heads if head.text and compared(head.text) not in _SPLITWISE]
        names = {compared(head.text): name_in(self._sheet, head, self._reading.sound_name) for head in people}
        amounts = Amounts(
            self._sheet, [row[name] for row in self._rows for name in names], self._currency, self._reading.decimals
        )
        totals = []
        for row in self._rows:
            if compared(row["description"].text) == _TOTAL:
                totals.append(row)
                continue
            cents = {name: amounts.cents(row[name]) if row[name].text else 0 for name in names}
            if total := sum(cents.values()):
                text = amount_text(total, self._currency.exponent)
                raise DebtsDoNotMeet(self._sheet.file, row["date"].line, shown(row["description"].text), text)
            for name, one in cents.items():
                self._balances.add(names[name], self._sheet.heads[0].line, one)
        for row in totals:
            self._compare(row, names, amounts)
        return self._open_debts(self._last_day())

    def _compare(self, row: Row, names: Mapping[str, str], amounts: Amounts) -> None:
        for name in names:
            cell = row[name]
            cents = amounts.cents(cell) if cell.text else 0
            if cents != (worked_out := self._balances.cents.get(compared(names[name]), 0)):
                text = amount_text(worked_out, self._currency.exponent)
                raise self._sheet.refused(BalancesDiffer, cell, text)

    def of_bills(self) -> ParsedNights:
        """Whoever paid a bill gets it from those who share it, each by their weight, to the cent."""
        amounts = Amounts(self._sheet, [row["amount"] for row in self._rows], self._currency, self._reading.decimals)
        weights = {
            compared(row["payer_name"].text): self._weight(row["payer_weight"])
            for row in self._rows
            if "payer_weight" in row and row["payer_weight"].text
        }
        unknown: set[str] = set()
        for row in self._rows:
            cents = amounts.cents(self._needed(row, "amount", phrase("an amount")))
            owers = list(self._names(self._needed(row, "owers", phrase("those who share the bill"))))
            unknown |= {compared(name) for name in owers} - weights.keys()
            shares = [weights.get(compared(name), Fraction(1)) for name in owers]
            scale = lcm(*(share.denominator for share in shares))
            parts = apportion(cents, [int(share * scale) for share in shares])
            (payer,) = self._names(self._needed(row, "payer_name", phrase("who paid")), one=True)
            self._balances.add(payer, row["amount"].line, cents)
            for name, part in zip(owers, parts, strict=True):
                self._balances.add(name, row["amount"].line, -part)
        notes = []
        if any(weight != 1 for weight in weights.values()) and unknown:
            notes = [say("The weight of people who paid no bill is not in the file and is taken as 1.")]
        return self._open_debts(self._last_day(), notes)

    def of_settlements(self) -> ParsedNights:
        """Who pays whom, as ihatemoney would settle. Such a file has no day."""
        amounts = Amounts(self._sheet, [row["amount"] for row in self._rows], self._currency, self._reading.decimals)
        for row in self._rows:
            cents = amounts.cents(self._needed(row, "amount", phrase("an amount")))
            (receiver,) = self._names(self._needed(row, "receiver", phrase("who is paid")), one=True)
            (ower,) = self._names(self._needed(row, "ower", phrase("who pays")), one=True)
            self._balances.add(receiver, row["amount"].line, cents)
            self._balances.add(ower, row["amount"].line, -cents)
        return self._open_debts(None)

    # What the lines say

    def _the_currency(self) -> Currency:
        """The only currency of the file; of several the named one."""
        stated = {row["currency"].text.upper() for row in self._rows if "currency" in row} - {*_NO_CURRENCY}
        if self._reading.named or not stated:
            return self._reading.currency
        if len(stated) > 1:
            raise DebtsInTwoCurrencies(self._sheet.file, sorted(shown(one) for one in stated))
        (code,) = stated
        if not (len(code) == 3 and code.isascii() and code.isalpha()):
            raise NotDebts(self._sheet.file)
        return currency_of_code(code)

    def _is_of_currency(self, row: Row) -> bool:
        stated = row["currency"].text.upper() if "currency" in row else ""
        return stated in (*_NO_CURRENCY, self._currency.code)

    def _needed(self, row: Row, name: str, wanted: str) -> Cell:
        cell = row[name]
        if not cell.text:
            raise self._sheet.refused(CellIsEmpty, cell, wanted)
        return cell

    def _names(self, cell: Cell, *, one: bool = False) -> Iterator[str]:
        apart = [cell.text] if one else cell.text.split(_LISTED if _LISTED in cell.text else ", ")
        for text in apart:
            yield name_in(self._sheet, cell._replace(text=text.strip()), self._reading.sound_name)

    def _weight(self, cell: Cell) -> Fraction:
        try:
            weight = (
                Fraction(cell.text)
                if len(cell.text) <= _WEIGHT_DIGITS and "e" not in cell.text.casefold()
                else Fraction(0)
            )
        except (ValueError, ZeroDivisionError):
            weight = Fraction(0)
        if weight <= 0:
            raise self._sheet.refused(NotAnAmount, cell)
        return weight

    def _last_day(self) -> Day | None:
        cells = [row["date"] for row in self._rows if "date" in row and row["date"].text]
        dates = Dates(self._sheet, cells, today=self._reading.today, order=self._reading.order)
        return max((Day(dates.day(cell).day) for cell in cells), default=None)

    def _open_debts(self, day: Day | None, notes: Sequence[str] = ()) -> ParsedNights:
        open_ones = {key: cents for key, cents in self._balances.cents.items() if cents}
        if not open_ones:
            raise NothingIsOwed(self._sheet.file, self._currency.code)
        lines = self._balances.lines
        entries = {
            key: Entry(self._balances.names[key], lines[key], max(-cents, 0), max(cents, 0))
            for key, cents in open_ones.items()
        }
        night = ParsedNight(
            self._sheet.file,
            min(lines.values()),
            day or Day(self._reading.today.isoformat()),
            f"Debts of {self._program}",
            entries=entries,
            owed=True,
        )
        if len(entries) > PLAYERS_MAX:
            raise TooManyPlayers(self._sheet.file, night.line, night.called, len(entries), PLAYERS_MAX)
        return ParsedNights((night,), (*self._sheet.notes, *notes), self._currency)
