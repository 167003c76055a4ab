"""What a table is: its columns, declared once, for people (text and page) and for spreadsheets.

A column names its value; its kind says how such a value is written (`kinds.py`); renderers lay the table out
(`as_text.py`, `as_page.py`, `as_csv.py`; `as_typst.py` for print and `as_sheet.py` for a workbook). So a new column is
one entry in one list.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

import msgspec

from engine.speech import say_as

if TYPE_CHECKING:
    from engine.commands import Currency
    from service.language.local_time import Clock

Row = TypeVar("Row")
Face = Literal["text", "page", "csv"]
# What a cell of a workbook holds, which counts with amounts and times of its own.
Held = Literal["text", "number", "money", "time"]

EVERYWHERE: frozenset[Face] = frozenset({"text", "page", "csv"})
TEXT: frozenset[Face] = frozenset({"text"})
PAGE: frozenset[Face] = frozenset({"page"})
CSV: frozenset[Face] = frozenset({"csv"})
PEOPLE: frozenset[Face] = frozenset({"text", "page"})
NO_PAGE: frozenset[Face] = frozenset({"text", "csv"})
NO_TEXT: frozenset[Face] = frozenset({"page", "csv"})

# A text as wide as this shows every column.
WIDE = 92


class Setting(msgspec.Struct, frozen=True):
    """What the cells of a night need besides their values.

    `begins` is the time of the first event (empty if the book has no times). `anchors` numbers the players' accounts
    on the page, in the order of the standings.
    """

    names: Mapping[str, str]
    currency: Currency
    clock: Clock
    begins: str = ""
    anchors: Mapping[str, int] = msgspec.field(default_factory=dict)

    def name(self, player: str) -> str:
        """The player's name, or their id."""
        return self.names.get(player, player)


Written = Callable[[Any, Setting], str]


class Kind(msgspec.Struct, frozen=True):
    """How a value is written: as text, as HTML for the page, and as a cell that a spreadsheet counts with.

    `page` returns HTML, already escaped. Numbers are aligned right. `held` is what the value is in a workbook: a whole
    number, cents, a time of the book, or its words as a text.
    """

    text: Written
    page: Written
    csv: Callable[[Any, Setting], str | int]
    right: bool = False
    held: Held = "text"


class Aside(msgspec.Struct, Generic[Row], frozen=True):
    """How a value is told under the head of its row where the page is too narrow for the column.

    `told` returns HTML, empty if there is nothing to tell. Asides of one `line` are joined by commas.
    """

    told: Callable[[Any, Setting], str]
    line: int = 0
    when: Callable[[Row], bool] = lambda _: True


class Column(msgspec.Struct, Generic[Row], frozen=True):
    """One column. `value` may return None for an empty cell.

    title     the heading; "{currency}" stands for the night's currency
    csv_title the heading in a spreadsheet, if it is another one; both are said in the language of the reader
    faces     where the column is shown
    heading   "shown"; "page" alone, for what a text shows without words; "unseen", for screen readers only
    of_player the heading is this player's name and leads to their account
    wraps     the column of a text that gives way if the width is too small
    spare     left out of a text narrower than WIDE
    shown     whether people see the value of this row; a spreadsheet has every value
    total     the value in the last row of a table that is summed up
    heads     the row's head, in which the last row is named and asides are told
    css       the class of the cells on the page
    aside     makes the column a wide one of the page: a narrow page tells it as an aside
    note      HTML below the value on the page; empty for none
    when      whether people see the column at all, by the rows of the table
    """

    title: str
    kind: Kind
    value: Callable[[Row], Any]
    faces: frozenset[Face] = EVERYWHERE
    csv_title: str = ""
    heading: Literal["shown", "page", "unseen"] = "shown"
    of_player: str = ""
    wraps: bool = False
    spare: bool = False
    shown: Callable[[Row], Any] | None = None
    total: Callable[[Sequence[Row]], Any] | None = None
    heads: bool = False
    css: str = ""
    aside: Aside[Row] | None = None
    note: Callable[[Row, Setting], str] | None = None
    when: Callable[[Sequence[Row]], bool] | None = None

    def seen(self, row: Row) -> Any:
        """The value that people see in this row; None for an empty cell."""
        return self.value(row) if self.shown is None or self.shown(row) else None

    def headed(self, setting: Setting) -> str:
        """The heading in a text; empty for a column that a text shows without words."""
        if self.of_player:
            return setting.name(self.of_player)
        return self.titled(setting) if self.heading == "shown" else ""

    def titled(self, setting: Setting) -> str:
        """The heading in words, for a text and the page; empty for a column without one."""
        return say_as("column", self.title, currency=setting.currency.code) if self.title else ""

    def titled_in_csv(self) -> str:
        """The heading in a spreadsheet."""
        return say_as("column", self.csv_title or self.title)

    def told(self, row: Row, setting: Setting) -> str:
        """The value as a text shows it; empty for none."""
        value = self.seen(row)
        return "" if value is None else self.kind.text(value, setting)

    def totalled(self, table: Table[Row], rows: Sequence[Row], setting: Setting) -> str:
        """The cell of the last row as a text shows it: its name, a sum, or nothing."""
        if self.heads:
            return table.total_titled()
        return self.kind.text(self.total(rows), setting) if self.total else ""


class Table(msgspec.Struct, Generic[Row], frozen=True):
    """The columns of a table. `css` is its class on the page; `totalled` names its last row, if there is one.

    `aside_joint` stands between the lines of asides on a narrow page.
    """

    columns: tuple[Column[Row], ...]
    css: str = ""
    totalled: str = ""
    aside_joint: str = "<br>"

    def total_titled(self) -> str:
        """The name of the last row; empty if nothing is summed up."""
        return say_as("column", self.totalled) if self.totalled else ""

    def of(self, face: Face, rows: Sequence[Row]) -> tuple[Column[Row], ...]:
        """The columns shown there; a spreadsheet has the same columns every night."""
        return tuple(
            column
            for column in self.columns
            if face in column.faces and (face == "csv" or column.when is None or column.when(rows))
        )
