"""Reads rows as they stand, even if a column does not hold text, for those who check the book."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Integer, LargeBinary, Table, cast, func, literal, or_, select

from service.book.db import Database


def every_text(
    database: Database, table: Table, names: Sequence[str], *, club: str | None = None
) -> Iterator[dict[str, Any]]:
    """These columns of every row, or of every row of a club, in the order of the table's key.

    Bytes that are not UTF-8 are escaped; NULL becomes an empty text. SQLite keeps any bytes it is given. Read as bytes,
    they cannot stop the search for them.
    """
    columns = [table.c[name] for name in names]
    query = select(*(as_kept(database, column) for column in columns)).order_by(*table.primary_key.columns)
    if club is not None:
        query = query.where(is_of_club(database, table, club))
    for row in database.rows(query):
        yield {column.name: _stated(value, column.type) for column, value in zip(columns, row, strict=True)}


def not_texts(database: Database, table: Table, *, club: str) -> list[tuple[str, str]]:
    """The id and column of every value of a club that SQLite keeps as bytes and not as text; empty on PostgreSQL.

    The id is the last column of the table's key.
    """
    if database.dialect != "sqlite":
        return []
    *_, key = table.primary_key.columns
    texts = [column for column in table.columns if not isinstance(column.type, Integer)]
    kinds = [func.typeof(column).label(f"kind_of_{column.name}") for column in texts]
    query = select(as_kept(database, key).label("identity"), *kinds).where(
        is_of_club(database, table, club), or_(*(kind == "blob" for kind in kinds))
    )
    return [
        (text_of(result), column.name)
        for result, *kinds_of_row in database.rows(query)
        for column, kind in zip(texts, kinds_of_row, strict=True)
        if kind == "blob"
    ]


def is_of_club(database: Database, table: Table, club: str) -> Any:
    """The condition that a row belongs to the club, even if SQLite keeps the club as bytes."""
    column = table.c.club
    return column.in_((club, literal(club.encode(), LargeBinary))) if database.dialect == "sqlite" else column == club


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


def _stated(value: Any, kind: Any) -> Any:
    if isinstance(kind, Integer):
        return value if isinstance(value, int) else -1
    return text_of(value)
