"""Dates as people write them: whether day or month comes first is decided over the whole file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Literal, NamedTuple

from engine.spelling import compared
from service.exchange.imports.results.sheet import Cell, Sheet, shown
from service.exchange.refused import (
    CellRefused,
    DateNotUnderstood,
    DateOrderIsOpen,
    DateOutOfRange,
    DatesInTwoOrders,
    FormulaAsText,
)

Order = Literal["dmy", "mdy"]
EARLIEST = date(1970, 1, 2)

_ISO = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})")
_NUMBERS = re.compile(r"(\d{1,2})([-/. ]+)(\d{1,2})([-/. ]+)(\d{4}|\d{2})")
_DAY_FIRST = re.compile(r"(\d{1,2})\.?[ -]+([^\W\d_]+)\.?,?[ -]+(\d{4})")
_MONTH_FIRST = re.compile(r"([^\W\d_]+)\.?[ -]+(\d{1,2}),?[ -]+(\d{4})")
_TIME = re.compile(
    r"(?P<date>.+?)(?:T|,? +)(?:kl\.? ?)?(?P<hours>[01]?\d|2[0-3])[:.](?P<minutes>[0-5]\d)(?::\d\d(?:\.\d+)?)?Z?"
)
_WEEKDAY = re.compile(
    r"(?:mon|tue|wed|thu|fri|sat|sun|man|tir|ons|tor|fre|lør|søn)[^\W\d_]*\.?,? +(?=.*\d)", re.IGNORECASE
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
    def said(self) -> str:
        """Both, as the head of a night says them."""
        return f"{self.day} {self.time}".strip()


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
            found = date(*numbers)
        except ValueError:
            raise self._refusal(DateNotUnderstood, cell) from None
        if found > self._today or found < EARLIEST:
            why = "in the future" if found > self._today else f"before {EARLIEST.isoformat()}"
            raise self._refusal(DateOutOfRange, cell, why=why)
        return Day(found.isoformat(), time)

    def _apart(self, cell: Cell) -> tuple[str, str]:
        """The date and the time of day in a cell, without a weekday."""
        if cell.text.startswith("="):
            raise self._refusal(FormulaAsText, cell)
        if not cell.text.isprintable() or len(cell.text) > 60:
            raise self._refusal(DateNotUnderstood, cell)
        text = _WEEKDAY.sub("", cell.text, count=1) if cell.text[:1].isalpha() else cell.text
        match = _TIME.fullmatch(text)
        if match and (
            _ISO.fullmatch(match["date"]) or _NUMBERS.fullmatch(match["date"]) or match["date"][-4:].isdecimal()
        ):
            return match["date"], f"{int(match['hours']):02}:{match['minutes']}"
        return text, ""

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
            raise self._refusal(DateNotUnderstood, cell)
        if compared(name) not in _MONTHS:
            raise self._refusal(DateNotUnderstood, cell)
        return int(year), _MONTHS[compared(name)], int(day_said)

    def _year(self, said: str, month: int, day: int) -> int:
        """The year; of one with two digits the latest that is not in the future."""
        if len(said) == 4:
            return int(said)
        year = 2000 + int(said)
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
                part = "day" if shows == "dmy" else "month"
                raise self._refusal(DatesInTwoOrders, cell, part=part, other=shown(first.text), other_line=first.line)
            if agreed is None:
                agreed, first = shows, cell
        if agreed is None and open_one is not None:
            raise self._refusal(DateOrderIsOpen, open_one)
        return agreed or "dmy"

    def _shows(self, first: int, second: int) -> Order | None:
        if first > 12 >= second:
            return "dmy"
        return "mdy" if second > 12 >= first else None

    def _refusal(self, kind: type[CellRefused], cell: Cell, **more: object) -> CellRefused:
        return kind(self._sheet.file, cell.line, shown(cell.text), self._sheet.column(cell), **more)
