"""A spreadsheet in twenty lines: what the formulas of a workbook come to, counted without the values that it brings."""

import re
from decimal import ROUND_HALF_UP, Decimal
from io import BytesIO
from typing import Any

from openpyxl import load_workbook

CELL = re.compile(r"(?:(?P<sheet>[a-z]+)!)?\$?(?P<first>[A-Z]+)\$?(?P<line>\d+)(?::(?P<last>[A-Z]+)(?P<end>\d+))?")


class Counted:
    """The cells of a workbook by sheet and address; formulas are counted when they are asked for."""

    def __init__(self, content: bytes) -> None:
        self.sheets = load_workbook(BytesIO(content))
        self.brought = load_workbook(BytesIO(content), data_only=True)

    def value(self, sheet: str, cell: str) -> Any:
        held = self.sheets[sheet][cell].value
        if not (isinstance(held, str) and self.sheets[sheet][cell].data_type == "f"):
            return Decimal(str(held)) if isinstance(held, int | float) else held
        return self._count(sheet, held.removeprefix("="))

    def formulas(self) -> dict[tuple[str, str], str]:
        """Every formula by its sheet and cell."""
        return {
            (sheet.title, cell.coordinate): cell.value
            for sheet in self.sheets
            for row in sheet.iter_rows()
            for cell in row
            if cell.data_type == "f"
        }

    def _count(self, sheet: str, formula: str) -> Decimal:
        """Sums, products, differences, SUM and ROUND; nothing else is in these workbooks."""
        known = {"SUM": lambda cells: sum(cells, Decimal(0)), "ROUND": _round, "D": Decimal, "cells": self._cells}
        spelled = CELL.sub(lambda found: f"cells({sheet!r}, {found[0]!r})", formula)
        assert not re.sub(r"cells\('[a-z]+', '[^']*'\)|SUM|ROUND|[-+*/(),.\d]", "", spelled), formula
        return Decimal(eval(re.sub(r"(?<![\w$'!:])(\d+)(?![\w'])", r"D(\1)", spelled), {"__builtins__": {}}, known))

    def _cells(self, sheet: str, said: str) -> Any:
        found = CELL.fullmatch(said)
        assert found
        of = found["sheet"] or sheet
        if not found["last"]:
            return self.value(of, f"{found['first']}{found['line']}") or Decimal(0)
        lines = range(int(found["line"]), int(found["end"]) + 1)
        assert found["first"] == found["last"]
        return [self.value(of, f"{found['first']}{line}") or Decimal(0) for line in lines]


def _round(value: Decimal, places: Decimal) -> Decimal:
    return Decimal(value).quantize(Decimal(1).scaleb(-int(places)), ROUND_HALF_UP)
