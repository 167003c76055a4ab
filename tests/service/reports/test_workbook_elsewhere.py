"""A library that knows the formulas of spreadsheets, and nothing of this program, counts the workbook to the same values."""

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

import formulas
import pytest
from openpyxl import load_workbook

from service.reports.night_report import build
from service.reports.spreadsheets import render_workbook
from tests.service.reports.small_night import HEAD, NAMES
from tests.service.reports.test_workbook import NIGHTS
from tests.soak import SOAK

# Far less than a cent; the library counts with binary fractions.
NEAR = 1e-9
# A second of processor time for each.
COUNTED = list(NIGHTS) if SOAK else ["small"]
Cell = tuple[str, str]


class Elsewhere:
    """A workbook in the hands of the library, which takes every sheet's name for capitals."""

    def __init__(self, content: bytes, folder: Path) -> None:
        file = folder / "night.xlsx"
        file.write_bytes(content)
        self.model = formulas.ExcelModel().loads(str(file)).finish()

    def counted(self, changed: Mapping[Cell, float] | None = None) -> dict[Cell, float]:
        """The numbers by sheet and cell, as they are if these cells hold something else."""
        inputs = {f"'[night.xlsx]{sheet.upper()}'!{cell}": value for (sheet, cell), value in (changed or {}).items()}
        found = {}
        for key, held in self.model.calculate(inputs=inputs).items():
            sheet, _, cell = str(key).partition("]")[2].partition("'!")
            if ":" not in cell:
                found[sheet.lower(), cell] = held.value[0, 0]
        return found


@pytest.mark.parametrize("name", COUNTED)
def test_it_counts_every_formula_to_the_value_that_the_book_brings(name, tmp_path) -> None:
    content = render_workbook(build(NIGHTS[name]().records, NAMES, head=HEAD))
    written, brought = load_workbook(BytesIO(content)), load_workbook(BytesIO(content), data_only=True)
    elsewhere = Elsewhere(content, tmp_path)
    counted = elsewhere.counted()
    places = [(sheet, cell) for sheet in written for row in sheet.iter_rows() for cell in row if cell.data_type == "f"]
    assert places
    for sheet, cell in places:
        there = counted[sheet.title, cell.coordinate]
        assert abs(there - brought[sheet.title][cell.coordinate].value) < NEAR, (sheet.title, cell.coordinate)
    heads, first, *_ = brought["accounts"].iter_rows()
    chips = next(cell for head, cell in zip(heads, first, strict=True) if head.value == "chips")
    check = next(row for row in brought["standings"].iter_rows() if str(row[1].value).startswith("check"))
    (zero,) = [cell.coordinate for cell in check if cell.value == 0]
    assert counted["standings", zero] == 0
    changed = elsewhere.counted({("accounts", chips.coordinate): chips.value + 3})
    assert changed["standings", zero] != 0
