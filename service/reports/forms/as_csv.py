"""Tables as CSV, written for a Danish Excel and readable elsewhere.

Danish Excel opens a file by a double click without asking. It needs semicolons between the fields and a comma in amounts,
or a whole line lands in one cell and 12.50 is no number. It reads UTF-8 only after a byte order mark, or Åse loses her Å.
So the tables have all three. A program should read the JSON, where amounts are whole cents.
"""

import csv
import io
from collections.abc import Sequence
from typing import Any

from service.reports.forms.column import Column, Row, Setting, Table

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
