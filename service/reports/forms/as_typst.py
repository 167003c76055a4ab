"""Tables for print: the columns of a text, as data that a template lays out. Nothing here is code of the typesetter."""

from collections.abc import Sequence

import msgspec

from service.reports.forms.column import Row, Setting, Table


class PrintedTable(msgspec.Struct, frozen=True, kw_only=True, tag="table"):
    """A table as strings; a cell may have several lines.

    `right` and `wraps` belong to the columns: numbers are aligned right, and a column that wraps takes the room
    that is left. `heads` is empty if no column has a heading, `total` if nothing is summed up.
    """

    heads: tuple[str, ...]
    right: tuple[bool, ...]
    wraps: tuple[bool, ...]
    rows: tuple[tuple[str, ...], ...]
    total: tuple[str, ...] = ()


def printed_table(table: Table[Row], rows: Sequence[Row], setting: Setting) -> PrintedTable:
    """The table with the columns of a text. A row without a first cell continues the one above and is joined to it."""
    columns = table.of("text", rows)
    heads = tuple(column.headed(setting) for column in columns)
    body: list[tuple[str, ...]] = []
    for row in rows:
        cells = tuple(column.told(row, setting) for column in columns)
        if body and not cells[0]:
            body[-1] = tuple("\n".join(filter(None, pair)) for pair in zip(body[-1], cells, strict=True))
        else:
            body.append(cells)
    return PrintedTable(
        heads=heads if any(heads) else (),
        right=tuple(column.kind.right for column in columns),
        wraps=tuple(column.wraps for column in columns),
        rows=tuple(body),
        total=tuple(column.totalled(table, rows, setting) for column in columns) if table.totalled else (),
    )
