"""A table as text, CSV, or a sheet of a workbook."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from io import BytesIO
from typing import Any, Generic

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.utility import xl_col_to_name
from xlsxwriter.worksheet import Worksheet

from engine.speech import say_as
from service.reports.forms.column import WIDE, Column, Held, Row, Setting, Table
from service.reports.forms.widths import cells, set_left, set_right, wrapped

SEPARATOR = ";"
# Encodes with a byte order mark in front.
ENCODING = "utf-8-sig"


def csv_table(table: Table[Row], rows: Sequence[Row], setting: Setting) -> bytes:
    """The content of a file: the headings, then a line for each row."""
    columns = table.of("csv", rows)
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=SEPARATOR, lineterminator="\r\n")
    writer.writerow([column.titled_in_csv() for column in columns])
    writer.writerows([[_cell(column, row, setting) for column in columns] for row in rows])
    return out.getvalue().encode(ENCODING)


def _cell(column: Column[Row], row: Row, setting: Setting) -> Any:
    value = column.value(row)
    return None if value is None else column.kind.csv(value, setting)


GAP = "  "
# A column of a text that gives way keeps at least this much, and each word of its heading whole.
LEAST = 6

Line = list[str]


def text_table(table: Table[Row], rows: Sequence[Row], setting: Setting, width: int, *, indent: int = 2) -> list[str]:
    """The table's lines, without a line of headings if it has none. It keeps to the width if it can."""
    columns = [column for column in table.of("text", rows) if width >= WIDE or not column.spare]
    heads = [column.headed(setting) for column in columns]
    body = [[column.text(row, setting) for column in columns] for row in rows]
    if table.totalled:
        body.append([column.totalled(table, rows, setting) for column in columns])
    lines = [heads, *body] if any(heads) else body
    least = [max([LEAST, *map(cells, head.split())]) for head in heads]
    widths = _widths(columns, lines, least, width - indent)
    return [" " * indent + line for cells_of_line in lines for line in _laid_out(columns, cells_of_line, widths)]


def _widths(columns: Sequence[Column[Row]], lines: Sequence[Line], least: Sequence[int], width: int) -> list[int]:
    """The width of each column; if all of them are too wide together, those that wrap give way, then the other words.

    None of them gives way below its `least`.
    """
    widths = [max((cells(line[place]) for line in lines), default=0) for place in range(len(columns))]
    over = sum(widths) + len(GAP) * (len(columns) - 1) - width
    for wraps in (True, False):
        words = [place for place, one in enumerate(columns) if one.wraps is wraps and not one.kind.right]
        while over > 0 and (giving := [place for place in words if widths[place] > least[place]]):
            widths[max(giving, key=widths.__getitem__)] -= 1
            over -= 1
    return widths


def _laid_out(columns: Sequence[Column[Row]], line: Line, widths: Sequence[int]) -> list[str]:
    """The cells of one row beside each other, on as many lines as the longest cell needs."""
    parts = [wrapped(cell, width) if cells(cell) > width else [cell] for cell, width in zip(line, widths, strict=True)]
    lines = []
    for number in range(max(len(part) for part in parts)):
        texts = [part[number] if number < len(part) else "" for part in parts]
        placed = [
            set_right(cell, width) if column.kind.right else set_left(cell, width)
            for cell, column, width in zip(texts, columns, widths, strict=True)
        ]
        lines.append(GAP.join(placed).rstrip())
    return lines


# A column of a sheet is as wide as its widest cell within these bounds, in characters.
NARROWEST, WIDEST = 6, 60
# An earlier date is no number in a workbook.
FIRST_YEAR = 1900


class Book:
    """A workbook that is being written; amounts have the decimals of its currency."""

    def __init__(self, workbook: Workbook, setting: Setting) -> None:
        decimals = "0" * setting.currency.exponent
        amount = f"0.{decimals}" if decimals else "0"
        patterns: dict[Held, str] = {"text": "@", "number": "0", "money": amount, "time": "yyyy-mm-dd hh:mm:ss"}
        self.workbook = workbook
        self.setting = setting
        self.scale = 10**setting.currency.exponent
        self.formats = {held: workbook.add_format({"num_format": pattern}) for held, pattern in patterns.items()}
        self.sums = {
            held: workbook.add_format({"num_format": pattern, "bold": True, "top": 1})
            for held, pattern in patterns.items()
        }
        self.heads = {
            right: workbook.add_format({"bold": True, "bottom": 1, "align": "right" if right else "left"})
            for right in (False, True)
        }

    def rounded(self, formula: str) -> str:
        """The formula, rounded to the smallest unit of the currency: a workbook adds decimals inexactly."""
        return f"ROUND({formula},{self.setting.currency.exponent})"


@contextmanager
def workbook(into: BytesIO, setting: Setting) -> Iterator[Book]:
    """A workbook, complete when the block ends. The same content gives the same bytes."""
    with Workbook(into, {"in_memory": True}) as made:
        # A file says when it was made; this one is as old as what it tells.
        begun = setting.clock.moment(setting.begins)
        made.set_properties({"created": begun or datetime(FIRST_YEAR + 80, 1, 1, tzinfo=UTC)})
        yield Book(made, setting)


class Sheet(Generic[Row]):
    """A table on a sheet of its own, from the first line on; `formulas` give the formula of a column for one line.

    Lines are numbered as the workbook shows them: the headings are 1.
    """

    def __init__(self, book: Book, name: str, table: Table[Row], rows: Sequence[Row]) -> None:
        self.book = book
        self.name = name
        self.rows = rows
        self.columns = table.of("csv", rows)
        self.table = table
        self.first, self.last = 2, len(rows) + 1
        self.sheet: Worksheet = book.workbook.add_worksheet(name)

    def at(self, title: str, line: int) -> str:
        """The cell of a column on a line: "K7"."""
        return f"{self._letter(title)}{line}"

    def run(self, title: str, first: int, last: int) -> str:
        """The cells of a column on these lines: "K2:K7"."""
        return f"{self.at(title, first)}:{self.at(title, last)}"

    def there(self, title: str, first: int, last: int) -> str:
        """The same cells, as another sheet names them."""
        return f"{self.name}!{self.run(title, first, last)}"

    def write(self, formulas: Mapping[str, Callable[[int], str]], sums: Sequence[str] = ()) -> None:
        """Writes headings and rows, and below them the sums of these columns. Called once."""
        self.sheet.freeze_panes(1, 0)
        for place, column in enumerate(self.columns):
            title = _title(column)
            self.sheet.write_string(0, place, column.titled_in_csv(), self.book.heads[column.kind.right])
            self.sheet.set_column(place, place, self._width(column))
            for line, row in enumerate(self.rows, self.first):
                value = column.value(row)
                if value is None:
                    continue
                formula = formulas[title](line) if title in formulas else ""
                self._write(line, place, column.kind.held, self._held(column, value), formula)
        for title in sums if self.rows else ():
            place, column = self._column(title)
            total = self._held(column, sum(column.value(row) for row in self.rows))
            formula = f"SUM({self.run(title, self.first, self.last)})"
            if column.kind.held == "money":
                formula = self.book.rounded(formula)
            self._write(self.last + 1, place, column.kind.held, total, formula, self.book.sums)
        if sums and self.rows:
            self.sheet.write_string(self.last, self._place_of_name(), say_as("column", "Sum"), self.book.sums["text"])

    def note(self, line: int, text: str, below: str, held: Held, value: int, formula: str = "") -> str:
        """Writes a named value below a column and returns its cell, fixed: "$C$12". The name runs over the cells before it."""
        self.sheet.write_string(line - 1, self._place_of_name(), text)
        place, _ = self._column(below)
        self._write(line, place, held, value / self.book.scale if held == "money" else value, formula)
        return f"${self._letter(below)}${line}"

    def _held(self, column: Column[Row], value: Any) -> Any:
        """What the cell holds: a number, a moment, or a text."""
        match column.kind.held:
            case "number":
                return value
            case "money":
                return value / self.book.scale
            case "time":
                moment = self.book.setting.clock.moment(value)
                return moment if moment and moment.year >= FIRST_YEAR else column.kind.text(value, self.book.setting)
            case "text":
                return column.kind.text(value, self.book.setting)

    def _write(
        self, line: int, place: int, held: Held, value: Any, formula: str, formats: Mapping[Held, Format] | None = None
    ) -> None:
        style = (formats or self.book.formats)[held]
        if formula:
            self.sheet.write_formula(line - 1, place, f"={formula}", style, value)
        elif isinstance(value, datetime):
            self.sheet.write_datetime(line - 1, place, value, style)
        elif isinstance(value, str):
            self.sheet.write_string(line - 1, place, value, style)
        else:
            self.sheet.write_number(line - 1, place, value, style)

    def _column(self, title: str) -> tuple[int, Column[Row]]:
        return next((place, column) for place, column in enumerate(self.columns) if _title(column) == title)

    def _letter(self, title: str) -> str:
        return str(xl_col_to_name(self._column(title)[0]))

    def _place_of_name(self) -> int:
        return next((place for place, column in enumerate(self.columns) if column.heads), 0)

    def _width(self, column: Column[Row]) -> int:
        values = [value for row in self.rows if (value := column.value(row)) is not None]
        text = (f"{column.kind.csv(value, self.book.setting)}" for value in values)
        return min(max([NARROWEST, cells(column.titled_in_csv()), *map(cells, text)]) + 1, WIDEST)


def _title(column: Column[Any]) -> str:
    """What formulas call the column, in every language."""
    return column.csv_title or column.title
