"""Tables and sentences as HTML.

Where the page is too narrow for all columns, the head of each row tells the others. A sentence has its cards coloured, its
events linked, and its amounts on one line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from markupsafe import Markup, escape

from engine.speech import say_as
from service.reports.forms.column import PLAYER, SUITS, Column, Row, Setting, Table, html


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
        text = _cell(column, column.shown_value(row), setting)
        note = column.note(row, setting) if column.note else ""
        small = f"<small>{note}</small>" if note else ""
        asides = _asides(table, columns, row, setting) if column.heads else ""
        cells.append(_in_tag(column, f"{text}{small}{asides}"))
    return _in_row(cells)


def _totals(table: Table[Row], columns: Sequence[Column[Row]], rows: Sequence[Row], setting: Setting) -> str:
    totals = [column.total(rows) if column.total else None for column in columns]
    asides = [
        (column.aside.line, column.aside.text(total, setting))
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
            (column.aside.line, column.aside.text(value, setting))
            for column in columns
            if column.aside and column.aside.when(row) and (value := column.shown_value(row)) is not None
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


CARD = re.compile(r"(?:\b(?:10|[2-9AKQJ]))?([♠♥♦♣])")
FIRST_OF_RUN = re.compile(r"(\d+)(-\d+)?")
# Keeps an amount and its currency on one line.
MONEY = re.compile(r"(?<=\d) (?=(?:[A-Z]{3}|kr\.|øre)(?!\w))")


def marked(text: str, last: int, *, at: str = "#event-") -> Markup:
    """The sentence with coloured cards, and with event numbers up to the last as links to `at`, followed by the number.

    An amount stays on one line with its currency.
    """
    safe = MONEY.sub("&nbsp;", str(escape(text)))
    suited = CARD.sub(lambda match: f'<span class="{SUITS[match[1]]}">{match[0]}</span>', safe)
    events = _events(
        say_as("words before numbers of events, as patterns: one / several / and", "[Ee]vent / [Ee]vents / and")
    )
    linked = events.sub(lambda match: FIRST_OF_RUN.sub(lambda number: _link(number, last, at), match[0]), suited)
    return Markup(linked)  # noqa: S704


@cache
def _events(words: str) -> re.Pattern[str]:
    """Where events are named by number: "event 212", and after the word for several also "events 72-77, 87 and 88"."""
    one, several, last = words.split(" / ")
    run = r"\d+(?:-\d+)?"
    return re.compile(rf"\b(?:{one}) {run}|\b(?:{several}) {run}(?:(?:, | {last} ){run})*")


def _link(number: re.Match[str], last: int, at: str) -> str:
    return f'<a href="{at}{int(number[1])}">{number[0]}</a>' if 1 <= int(number[1]) <= last else number[0]
