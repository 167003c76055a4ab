"""Rows read as they stand, also where a column holds what is no text: for those who check the book."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Integer, LargeBinary, Table, cast, select

from service.db import Database


def every_text(database: Database, table: Table, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """These columns of every row, by the table's key; bytes that are no UTF-8 are escaped, and nothing is an empty text.

    SQLite keeps whatever bytes it is given; read as bytes, they never stop whoever looks for them.
    """
    columns = [table.c[name] for name in names]
    raw = [
        cast(column, LargeBinary).label(column.name)
        if database.dialect == "sqlite" and not isinstance(column.type, Integer)
        else column
        for column in columns
    ]
    with database.reading() as connection:
        rows = connection.execute(select(*raw).order_by(*table.primary_key.columns)).all()
    for row in rows:
        yield {column.name: _said(value, column.type) for column, value in zip(columns, row, strict=True)}


def _said(value: Any, kind: Any) -> Any:
    if isinstance(kind, Integer):
        return value if isinstance(value, int) else -1
    if value is None:
        return ""
    return value if isinstance(value, str) else bytes(value).decode(errors="backslashreplace")
