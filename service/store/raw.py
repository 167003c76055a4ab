"""Reads rows as they stand, even if a column does not hold text, for those who check the book."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Integer, LargeBinary, Table, cast, func, or_, select

from service.db import Database


def every_text(database: Database, table: Table, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """These columns of every row, in the order of the table's key.

    Bytes that are not UTF-8 are escaped; NULL becomes an empty text. SQLite keeps any bytes it is given. Read as bytes,
    they cannot stop the search for them.
    """
    columns = [table.c[name] for name in names]
    with database.reading() as connection:
        rows = connection.execute(
            select(*(as_kept(database, column) for column in columns)).order_by(*table.primary_key.columns)
        ).all()
    for row in rows:
        yield {column.name: _said(value, column.type) for column, value in zip(columns, row, strict=True)}


def not_texts(database: Database, table: Table) -> list[tuple[str, str]]:
    """The key and column of every value that SQLite keeps as bytes and not as text; empty on PostgreSQL."""
    if database.dialect != "sqlite":
        return []
    (key,) = table.primary_key.columns
    texts = [column for column in table.columns if not isinstance(column.type, Integer)]
    kinds = [func.typeof(column).label(column.name) for column in texts]
    with database.reading() as connection:
        rows = connection.execute(
            select(as_kept(database, key).label("key"), *kinds).where(or_(*(kind == "blob" for kind in kinds)))
        ).all()
    return [
        (text_of(found), column.name)
        for found, *kinds_of_row in rows
        for column, kind in zip(texts, kinds_of_row, strict=True)
        if kind == "blob"
    ]


def as_kept(database: Database, column: Any) -> Any:
    """The column, read as bytes on SQLite, which may hold anything; else the column itself."""
    if database.dialect == "sqlite" and not isinstance(column.type, Integer):
        return cast(column, LargeBinary).label(column.name)
    return column


def text_of(value: Any) -> str:
    """What a column holds, as a text."""
    if value is None:
        return ""
    return value if isinstance(value, str) else bytes(value).decode(errors="backslashreplace")


def _said(value: Any, kind: Any) -> Any:
    if isinstance(kind, Integer):
        return value if isinstance(value, int) else -1
    return text_of(value)
