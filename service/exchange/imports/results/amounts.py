"""Amounts as people write them: which sign stands before the decimals is decided over the whole file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engine.commands import Currency
from service.exchange.imports.results.sheet import Cell, Sheet, shown
from service.exchange.refused import (
    AmountIsOpen,
    AmountsInTwoForms,
    AnotherCurrency,
    CellRefused,
    FormulaAsText,
    NotAnAmount,
    ResultsAreTooFine,
    ResultsAreTooLarge,
)

# Digits before the decimals.
DIGITS_MAX = 9

_MINUS = str.maketrans({"−": "-", "–": "-", "\u00a0": " ", "\u202f": " ", "\u2009": " ", "’": "'"})  # noqa: RUF001
_SIGNS_OF = {
    "kr": ("DKK", "SEK", "NOK", "ISK"),
    "kr.": ("DKK", "SEK", "NOK", "ISK"),
    "€": ("EUR",),
    "$": ("USD", "CAD", "AUD", "NZD"),
    "£": ("GBP",),
}
_BESIDE = r"(?P<{}>kr\.?|[€$£]|[A-Za-z]{{3}})?"
_WRITTEN = re.compile(
    rf"{_BESIDE.format('before')} ?(?P<sign>[+-]?) ?{_BESIDE.format('between')} ?(?P<number>[0-9][0-9.,' ]*?)(?:,-)? ?{_BESIDE.format('after')}",
    re.IGNORECASE,
)
_GROUPED = {sign: re.compile(rf"[1-9]\d{{0,2}}(?:{re.escape(sign)}\d{{3}})+") for sign in (".", ",", "'", " ")}


class Amounts:
    """Reads the amounts of one file, in the smallest unit of a currency."""

    def __init__(self, sheet: Sheet, cells: Iterable[Cell], currency: Currency) -> None:
        self._sheet = sheet
        self._currency = currency
        self._decimal = self._agreed_on([cell for cell in cells if cell.text and cell.held != "number"])

    def cents(self, cell: Cell) -> int:
        """The amount in a cell; negative for a loss."""
        if cell.held == "number":
            number, sign = cell.text.removeprefix("-"), "-" if cell.text.startswith("-") else ""
            whole, _, part = number.partition(".")
        else:
            sign, number = self._split(cell)
            whole, part = self._parts(cell, number)
        part = part.rstrip("0")
        exponent: int = self._currency.exponent
        if len(whole) > DIGITS_MAX:
            raise self._refusal(ResultsAreTooLarge, cell, most=DIGITS_MAX)
        if len(part) > exponent:
            raise self._refusal(ResultsAreTooFine, cell, currency=self._currency.code, most=exponent)
        cents = int(whole + "0" * exponent) + int(part.ljust(exponent, "0") or "0")
        return -cents if sign == "-" else cents

    def pointed(self, cells: Sequence[Cell]) -> bool:
        """True if any of the cells has decimals."""
        return any("." in cell.text for cell in cells)

    def _split(self, cell: Cell) -> tuple[str, str]:
        """The sign and the number of an amount, without what names its currency."""
        text = " ".join(cell.text.translate(_MINUS).split())
        if text.startswith("="):
            raise self._refusal(FormulaAsText, cell)
        match = _WRITTEN.fullmatch(text)
        if match is None:
            raise self._refusal(NotAnAmount, cell)
        for place in ("before", "between", "after"):
            if (said := match[place]) and self._currency.code not in _SIGNS_OF.get(said.casefold(), (said.upper(),)):
                raise self._refusal(AnotherCurrency, cell, currency=self._currency.code)
        return match["sign"], match["number"].strip()

    def _parts(self, cell: Cell, number: str) -> tuple[str, str]:
        """The digits before and after the decimal sign."""
        whole, part = number, ""
        if self._decimal and number.count(self._decimal) == 1:
            whole, _, part = number.partition(self._decimal)
            if len(part) == 3 and self._currency.exponent < 3 and _GROUPED[self._decimal].fullmatch(number):
                raise self._refusal(AmountIsOpen, cell, decimals=self._currency.exponent)
            if not part.isdecimal():
                raise self._refusal(NotAnAmount, cell)
        if whole.isdecimal():
            return whole, part
        for sign, pattern in _GROUPED.items():
            if sign != self._decimal and pattern.fullmatch(whole):
                return whole.replace(sign, ""), part
        raise self._refusal(NotAnAmount, cell)

    def _agreed_on(self, cells: Sequence[Cell]) -> str:
        """The sign before the decimals, as all amounts that show it agree; empty if none does."""
        agreed, first = "", None
        for cell in cells:
            sign = self._shows(self._split(cell)[1])
            if sign and agreed and sign != agreed:
                assert first is not None
                raise self._refusal(AmountsInTwoForms, cell, other=shown(first.text), other_line=first.line)
            if sign and not agreed:
                agreed, first = sign, cell
        return agreed

    def _shows(self, number: str) -> str:
        """The decimal sign that a number shows by itself: the last of two, or the only one if no thousands follow it."""
        signs = [letter for letter in number if letter in ".,"]
        if not signs:
            return ""
        last = signs[-1]
        if len(set(signs)) == 2:
            return last if signs.count(last) == 1 else ""
        if len(signs) > 1:
            # 1.234.567 has thousands, so what it does not use before its decimals is the other sign.
            return ""
        part = number.partition(last)[2]
        thousands = len(part) == 3 and self._currency.exponent < 3 and _GROUPED[last].fullmatch(number)
        return "" if thousands else last

    def _refusal(self, kind: type[CellRefused], cell: Cell, **more: object) -> CellRefused:
        return kind(self._sheet.file, cell.line, shown(cell.text), self._sheet.column(cell), **more)
