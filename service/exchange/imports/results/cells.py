"""What the cells of a sheet say: dates and amounts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Literal, NamedTuple

from engine.commands import Currency
from engine.speech import phrase
from engine.spelling import compared
from service.exchange.imports.results.sheet import Cell, Sheet, shown
from service.exchange.refused import (
    AmountIsOpen,
    AmountsInTwoForms,
    AnotherCurrency,
    DateNotUnderstood,
    DateOrderIsOpen,
    DateOutOfRange,
    DatesInTwoOrders,
    DecimalsAreOpen,
    FormulaAsText,
    NotAnAmount,
    ResultsAreTooFine,
    ResultsAreTooLarge,
)

Order = Literal["dmy", "mdy"]
# Which sign stands before the decimals.
Decimals = Literal["comma", "point"]
EARLIEST = date(1970, 1, 2)

_ISO = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})")
_NUMBERS = re.compile(r"(\d{1,2})([-/. ]+)(\d{1,2})([-/. ]+)(\d{4}|\d{2})")
_DAY_FIRST = re.compile(r"(\d{1,2})\.?[ -]+([^\W\d_]+)\.?,?[ -]+(\d{4})")
_MONTH_FIRST = re.compile(r"([^\W\d_]+)\.?[ -]+(\d{1,2}),?[ -]+(\d{4})")
_TIME = re.compile(
    r"(?P<date>.+?)(?:T|,? +)(?:kl\.? ?)?(?P<hours>[01]?\d|2[0-3])[:.](?P<minutes>[0-5]\d)(?::\d\d(?:\.\d+)?)?Z?"
)
_WEEKDAY = re.compile(
    r"(?:(?:mon|tue|wed|thu|fri|sat|sun|man|tir|ons|tor|fre|lør|søn)[^\W\d_]*\.?,? +)?(?:(?:d\.|den) *)?(?=.*\d)",
    re.IGNORECASE,
)
_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan january januar",
            "feb february februar",
            "mar march marts",
            "apr april",
            "may maj",
            "jun june juni",
            "jul july juli",
            "aug august",
            "sep sept september",
            "oct october okt oktober",
            "nov november",
            "dec december",
        ),
        1,
    )
    for name in names.split()
}


class Day(NamedTuple):
    """A day, `2019-01-31`, and the time of day if the file says one, `20:15`."""

    day: str
    time: str = ""

    @property
    def text(self) -> str:
        """Both, as the head of a night says them."""
        return f"{self.day} {self.time}".strip()


def is_date(cell: Cell) -> bool:
    """Whether a cell holds a date, of the calendar or not."""
    text, _ = _apart(cell.text)
    return cell.held == "date" or any(form.fullmatch(text) for form in (_ISO, _NUMBERS, _DAY_FIRST, _MONTH_FIRST))


def _apart(text: str) -> tuple[str, str]:
    """The date and the time of day in a text, without a weekday."""
    text = _WEEKDAY.sub("", text, count=1) if text[:1].isalpha() else text
    match = _TIME.fullmatch(text)
    if match and (_ISO.fullmatch(match["date"]) or _NUMBERS.fullmatch(match["date"]) or match["date"][-4:].isdecimal()):
        return match["date"], f"{int(match['hours']):02}:{match['minutes']}"
    return text, ""


class Dates:
    """Reads the dates of one file. `today` is the last day that a night may have."""

    def __init__(self, sheet: Sheet, cells: Sequence[Cell], *, today: date, order: Order | None = None) -> None:
        self._sheet = sheet
        self._today = today
        self._order = order or self._agreed_on(cells)

    def day(self, cell: Cell) -> Day:
        """The day in a cell."""
        text, time = self._apart(cell)
        numbers = self._numbers(cell, text)
        try:
            result = date(*numbers)
        except ValueError:
            raise self._sheet.refused(DateNotUnderstood, cell) from None
        if result > self._today or result < EARLIEST:
            early = phrase("before {day}", day=EARLIEST.isoformat())
            why = phrase("in the future") if result > self._today else early
            raise self._sheet.refused(DateOutOfRange, cell, why=why)
        return Day(result.isoformat(), time)

    def _apart(self, cell: Cell) -> tuple[str, str]:
        """The date and the time of day in a cell, without a weekday."""
        if cell.text.startswith("="):
            raise self._sheet.refused(FormulaAsText, cell)
        if not cell.text.isprintable() or len(cell.text) > 60:
            raise self._sheet.refused(DateNotUnderstood, cell)
        return _apart(cell.text)

    def _numbers(self, cell: Cell, text: str) -> tuple[int, int, int]:
        """Year, month and day."""
        if match := _ISO.fullmatch(text):
            return int(match[1]), int(match[3]), int(match[4])
        if match := _NUMBERS.fullmatch(text):
            first, second = int(match[1]), int(match[3])
            by_day = "." in match[2] or self._order != "mdy"
            day, month = (first, second) if by_day else (second, first)
            return self._year(match[5], month, day), month, day
        if match := _DAY_FIRST.fullmatch(text):
            day_said, name, year = match[1], match[2], match[3]
        elif match := _MONTH_FIRST.fullmatch(text):
            name, day_said, year = match[1], match[2], match[3]
        else:
            raise self._sheet.refused(DateNotUnderstood, cell)
        if compared(name) not in _MONTHS:
            raise self._sheet.refused(DateNotUnderstood, cell)
        return int(year), _MONTHS[compared(name)], int(day_said)

    def _year(self, text: str, month: int, day: int) -> int:
        """The year; of one with two digits the latest that is not in the future."""
        if len(text) == 4:
            return int(text)
        year = 2000 + int(text)
        return year if (year, month, day) <= (self._today.year, self._today.month, self._today.day) else year - 100

    def _agreed_on(self, cells: Sequence[Cell]) -> Order:
        """The order that the dates with numbers show; refuses two orders, and one that no date shows."""
        agreed: Order | None = None
        first: Cell | None = None
        open_one: Cell | None = None
        for cell in cells:
            match = _NUMBERS.fullmatch(self._apart(cell)[0])
            # Nobody writes the month first and a point behind it.
            if match is None or "." in match[2]:
                continue
            shows = self._shows(int(match[1]), int(match[3]))
            if shows is None:
                if match[1] != match[3]:
                    open_one = open_one or cell
                continue
            if agreed and shows != agreed:
                assert first is not None
                part = phrase("day") if shows == "dmy" else phrase("month")
                raise self._sheet.refused(
                    DatesInTwoOrders, cell, part=part, other=shown(first.text), other_line=first.line
                )
            if agreed is None:
                agreed, first = shows, cell
        if agreed is None and open_one is not None:
            raise self._sheet.refused(DateOrderIsOpen, open_one, option="dates", answers=("dmy", "mdy"))
        return agreed or "dmy"

    def _shows(self, first: int, second: int) -> Order | None:
        if first > 12 >= second:
            return "dmy"
        return "mdy" if second > 12 >= first else None


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
    rf"{_BESIDE.format('before')} ?(?P<sign>[+-]?) ?{_BESIDE.format('between')} ?(?P<number>[0-9][0-9.,' ]*?)(?:,-|(?P<behind>-))? ?{_BESIDE.format('after')}",
    re.IGNORECASE,
)
_GROUPED = {sign: re.compile(rf"[1-9]\d{{0,2}}(?:{re.escape(sign)}\d{{3}})+") for sign in (".", ",", "'", " ")}


class Amounts:
    """Reads the amounts of one file, in the smallest unit of a currency."""

    def __init__(
        self, sheet: Sheet, cells: Iterable[Cell], currency: Currency, decimals: Decimals | None = None
    ) -> None:
        self._sheet = sheet
        self._currency = currency
        self._is_stated = decimals is not None
        self._decimal = (
            {"comma": ",", "point": "."}[decimals]
            if decimals
            else self._agreed_on([cell for cell in cells if cell.text and cell.held != "number"])
        )

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
            raise self._sheet.refused(ResultsAreTooLarge, cell, most=DIGITS_MAX)
        if len(part) > exponent:
            raise self._sheet.refused(ResultsAreTooFine, cell, currency=self._currency.code, most=exponent)
        cents = int(whole + "0" * exponent) + int(part.ljust(exponent, "0") or "0")
        return -cents if sign == "-" else cents

    def pointed(self, cells: Sequence[Cell]) -> bool:
        """True if any of the cells has decimals."""
        return any("." in cell.text for cell in cells)

    def _split(self, cell: Cell) -> tuple[str, str]:
        """The sign and the number of an amount, without what names its currency.

        What stands in brackets, or has its minus behind it, is a loss.
        """
        text = " ".join(cell.text.translate(_MINUS).split())
        if text.startswith("="):
            raise self._sheet.refused(FormulaAsText, cell)
        bare = text[1:-1].strip() if text.startswith("(") and text.endswith(")") else text
        match = _WRITTEN.fullmatch(bare)
        signs = [match["sign"], match["behind"], "-" if bare is not text else ""] if match else []
        if match is None or sum(map(bool, signs)) > 1:
            raise self._sheet.refused(NotAnAmount, cell)
        for place in ("before", "between", "after"):
            if (stated := match[place]) and self._currency.code not in _SIGNS_OF.get(
                stated.casefold(), (stated.upper(),)
            ):
                raise self._sheet.refused(AnotherCurrency, cell, currency=self._currency.code)
        return next(filter(None, signs), ""), match["number"].strip()

    def _parts(self, cell: Cell, number: str) -> tuple[str, str]:
        """The digits before and after the decimal sign."""
        whole, part = number, ""
        if self._decimal and number.count(self._decimal) == 1:
            whole, _, part = number.partition(self._decimal)
            if not self._is_stated and self._is_open(number, self._decimal):
                raise self._sheet.refused(AmountIsOpen, cell, decimals=self._currency.exponent)
            if not part.isdecimal():
                raise self._sheet.refused(NotAnAmount, cell)
        if whole.isdecimal():
            return whole, part
        for sign, pattern in _GROUPED.items():
            if sign != self._decimal and pattern.fullmatch(whole):
                if not self._decimal and self._is_open(whole, sign) and self._currency.exponent:
                    thousands = whole.replace(sign, "")
                    answers = ("comma", "point")
                    raise self._sheet.refused(
                        DecimalsAreOpen, cell, option="decimals", answers=answers, thousands=thousands
                    )
                return whole.replace(sign, ""), part
        raise self._sheet.refused(NotAnAmount, cell)

    def _agreed_on(self, cells: Sequence[Cell]) -> str:
        """The sign before the decimals, as all amounts that show it agree; empty if none does."""
        agreed, first = "", None
        for cell in cells:
            sign = self._shows(self._split(cell)[1])
            if sign and agreed and sign != agreed:
                assert first is not None
                raise self._sheet.refused(AmountsInTwoForms, cell, other=shown(first.text), other_line=first.line)
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
        return "" if self._is_open(number, last) else last

    def _is_open(self, number: str, sign: str) -> bool:
        """Whether three digits follow the only such sign, so that thousands or decimals may be behind it."""
        part = number.partition(sign)[2]
        return (
            len(part) == 3 and self._currency.exponent < 3 and sign in ".," and bool(_GROUPED[sign].fullmatch(number))
        )
