"""Tables as plain text: columns as wide as their widest cell, long cells wrapped, nothing cut off."""

from collections.abc import Sequence

from service.reports.forms.column import WIDE, Column, Row, Setting, Table
from service.reports.forms.widths import cells, set_left, set_right, wrapped

GAP = "  "
# A column that gives way keeps at least this much.
NARROWEST = 16

Line = list[str]


def text_table(table: Table[Row], rows: Sequence[Row], setting: Setting, width: int, *, indent: int = 2) -> list[str]:
    """The table's lines, without a line of headings if it has none. It keeps to the width if it can."""
    columns = [column for column in table.of("text", rows) if width >= WIDE or not column.spare]
    heads = [column.headed(setting) for column in columns]
    body = [[column.told(row, setting) for column in columns] for row in rows]
    if table.totalled:
        body.append([column.totalled(table, rows, setting) for column in columns])
    lines = [heads, *body] if any(heads) else body
    widths = _widths(columns, lines, width - indent)
    return [" " * indent + line for cells_of_line in lines for line in _laid_out(columns, cells_of_line, widths)]


def _widths(columns: Sequence[Column[Row]], lines: Sequence[Line], width: int) -> list[int]:
    """The width of each column; if all of them are too wide together, those that wrap give way, then the other words."""
    widths = [max((cells(line[place]) for line in lines), default=0) for place in range(len(columns))]
    over = sum(widths) + len(GAP) * (len(columns) - 1) - width
    for wraps in (True, False):
        giving = [place for place, one in enumerate(columns) if one.wraps is wraps and not one.kind.right]
        while over > 0 and any(widths[place] > NARROWEST for place in giving):
            widths[max(giving, key=widths.__getitem__)] -= 1
            over -= 1
    return widths


def _laid_out(columns: Sequence[Column[Row]], line: Line, widths: Sequence[int]) -> list[str]:
    """The cells of one row beside each other, on as many lines as the longest cell needs."""
    parts = [wrapped(cell, width) if cells(cell) > width else [cell] for cell, width in zip(line, widths, strict=True)]
    lines = []
    for number in range(max(len(part) for part in parts)):
        told = [part[number] if number < len(part) else "" for part in parts]
        placed = [
            set_right(cell, width) if column.kind.right else set_left(cell, width)
            for cell, column, width in zip(told, columns, widths, strict=True)
        ]
        lines.append(GAP.join(placed).rstrip())
    return lines
