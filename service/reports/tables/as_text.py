"""Tables as plain text in columns."""

from collections.abc import Sequence

from service.reports import columns as layout
from service.reports.tables.column import WIDE, Column, Row, Setting, Table


def text_table(table: Table[Row], rows: Sequence[Row], setting: Setting, width: int, *, indent: int = 2) -> list[str]:
    """The table's lines; without any rows, () unless it is summed up. It keeps to the width if it can."""
    columns = [column for column in table.of("text", rows) if width >= WIDE or not column.spare]
    body = [[_cell(column, column.seen(row), setting) for column in columns] for row in rows]
    if table.totalled:
        body.append([_total(table, column, rows, setting) for column in columns])
    shape = [layout.Column(_heading(column, setting), column.kind.right, column.wraps) for column in columns]
    return layout.table(shape, body, width, indent=indent)


def _heading(column: Column[Row], setting: Setting) -> str:
    if column.of_player:
        return setting.name(column.of_player)
    return column.title.format(currency=setting.currency.code) if column.heading == "shown" else ""


def _cell(column: Column[Row], value: object, setting: Setting) -> str:
    return "" if value is None else column.kind.text(value, setting)


def _total(table: Table[Row], column: Column[Row], rows: Sequence[Row], setting: Setting) -> str:
    if column.heads:
        return table.totalled
    return _cell(column, column.total(rows) if column.total else None, setting)
