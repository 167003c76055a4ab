"""Tables as HTML. Where the page is too narrow for all columns, the head of each row tells the others."""

from collections.abc import Iterable, Sequence
from typing import Any

from markupsafe import Markup, escape

from service.reports.forms.column import PLAYER, Column, Row, Setting, Table, html


def page_table(table: Table[Row], rows: Sequence[Row], setting: Setting) -> Markup:
    """The table as HTML, with a last row if it is summed up."""
    columns = table.of("page", rows)
    css = f' class="{table.css}"' if table.css else ""
    heads = "".join(_heading(column, setting) for column in columns)
    parts = [f"<table{css}>", "<thead>", f"<tr>{heads}</tr>", "</thead>", "<tbody>"]
    parts += [_row(table, columns, row, setting) for row in rows]
    parts.append("</tbody>")
    if table.totalled:
        parts += ["<tfoot>", _totals(table, columns, rows, setting), "</tfoot>"]
    return html("\n".join([*parts, "</table>"]))


def _heading(column: Column[Row], setting: Setting) -> str:
    title: str = escape(column.titled(setting))
    if column.heading == "unseen":
        title = html(f'<span class="unseen">{title}</span>')
    if column.of_player:
        title = PLAYER.page(column.of_player, setting)
    return f'<th scope="col"{_css(column)}>{title}</th>'


def _row(table: Table[Row], columns: Sequence[Column[Row]], row: Row, setting: Setting) -> str:
    cells = []
    for column in columns:
        text = _cell(column, column.seen(row), setting)
        note = column.note(row, setting) if column.note else ""
        small = f"<small>{note}</small>" if note else ""
        asides = _asides(table, columns, row, setting) if column.heads else ""
        cells.append(_in_tag(column, f"{text}{small}{asides}"))
    return _in_row(cells)


def _totals(table: Table[Row], columns: Sequence[Column[Row]], rows: Sequence[Row], setting: Setting) -> str:
    totals = [column.total(rows) if column.total else None for column in columns]
    asides = [
        (column.aside.line, column.aside.told(total, setting))
        for column, total in zip(columns, totals, strict=True)
        if column.aside and total is not None
    ]
    named = f"{escape(table.total_titled())}{_small(table, asides)}"
    return _in_row(
        _in_tag(column, named if column.heads else _cell(column, total, setting))
        for column, total in zip(columns, totals, strict=True)
    )


def _asides(table: Table[Row], columns: Sequence[Column[Row]], row: Row, setting: Setting) -> str:
    return _small(
        table,
        [
            (column.aside.line, column.aside.told(value, setting))
            for column in columns
            if column.aside and column.aside.when(row) and (value := column.seen(row)) is not None
        ],
    )


def _small(table: Table[Any], asides: Sequence[tuple[int, str]]) -> str:
    """The asides that are not blank, line by line, as one small note; empty if all are."""
    lines: dict[int, list[str]] = {}
    for line, text in asides:
        if text:
            lines.setdefault(line, []).append(text)
    joined = table.aside_joint.join(", ".join(parts) for parts in lines.values())
    return f'<small class="narrow">{joined}</small>' if joined else ""


def _cell(column: Column[Row], value: object, setting: Setting) -> str:
    return "" if value is None else column.kind.page(value, setting)


def _in_row(cells: Iterable[str]) -> str:
    return f"<tr>{''.join(cells)}</tr>"


def _in_tag(column: Column[Row], text: str) -> str:
    return f'<th scope="row"{_css(column)}>{text}</th>' if column.heads else f"<td{_css(column)}>{text}</td>"


def _css(column: Column[Row]) -> str:
    css = " ".join(part for part in (column.css, "wide" if column.aside else "") if part)
    return f' class="{css}"' if css else ""
