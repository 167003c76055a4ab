"""Files of results for tests: read as those of a club that plays in Copenhagen, today being the first of June 2026."""

import io
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from xlsxwriter import Workbook

from engine.commands import Currency
from service.exchange.imports.results.nights import ParsedNights, Reading, read_results
from service.language.shorthand.lines import must_be_a_name

TODAY = date(2026, 6, 1)


def reading(**more: Any) -> Reading:
    """What the file does not say."""
    usual = {"currency": Currency(), "zone": "Europe/Copenhagen", "today": TODAY, "sound_name": must_be_a_name}
    return Reading(**(usual | more))


def read(text: str | bytes, **more: Any) -> ParsedNights:
    """The nights of a file."""
    data = text.encode() if isinstance(text, str) else text
    return read_results("old.csv", data, reading(**more))


def told(found: ParsedNights) -> list[tuple[str, dict[str, tuple[int, int]]]]:
    """Each night with what everybody brought and took."""
    return [
        (night.day.text, {entry.player: (entry.brought, entry.took) for entry in night.entries.values()})
        for night in found.nights
    ]


def workbook(rows: Sequence[Sequence[Any]], *, names: Sequence[str] = ("old",)) -> bytes:
    """A workbook whose last sheet has these rows; dates are written as dates."""
    return sheets(dict.fromkeys(names[:-1], ()) | {names[-1]: rows})


def sheets(tables: Mapping[str, Sequence[Sequence[Any]]]) -> bytes:
    """A workbook of these sheets."""
    into = io.BytesIO()
    with Workbook(into, {"in_memory": True, "default_date_format": "dd/mm/yyyy"}) as made:
        for name, rows in tables.items():
            sheet = made.add_worksheet(name)
            for line, row in enumerate(rows):
                for place, value in enumerate(row):
                    sheet.write(line, place, value)
    return into.getvalue()
