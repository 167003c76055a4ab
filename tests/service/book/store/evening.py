"""A short night to fill a book with: what the store's tests record."""

import sqlite3
from collections.abc import Sequence
from typing import Any

from sqlalchemy import text

from service.book.db import Database
from service.book.store.chain import Draft, StoredEvent, Stream, stream_of_night
from service.book.store.event_store import NOTHING_ELSE, Addition, EventStore
from service.book.store.protection import PARTS

CLUB = "tuesday"
NIGHT = stream_of_night(CLUB, "2026-02-13")
OTHER = stream_of_night(CLUB, "other")
AT = "2026-02-13T20:15:00Z"


def draft(type_name: str = "loan_given", *, caused_by: int | None = None, **data: Any) -> Draft:
    return Draft(type=type_name, data=data, actor="p-anna", occurred_at=AT, caused_by=caused_by)


def loans(count: int) -> list[Draft]:
    return [draft(player="p-bo", chips=50 + number, note="på kredit ♠") for number in range(count)]


def record(
    database: Database,
    drafts: Sequence[Draft],
    *,
    stream: Stream = NIGHT,
    expected_version: int = 0,
    also: Addition = NOTHING_ELSE,
) -> tuple[StoredEvent, ...]:
    """Records events without a command."""
    return EventStore(database).append(
        stream, expected_version=expected_version, drafts=drafts, recorded_at=AT, also=also
    )


def plain_sqlite(database: Database) -> sqlite3.Connection:
    """The file as any other program would open it: without the settings that chipbook makes."""
    assert database.path is not None
    return sqlite3.connect(database.path, isolation_level=None)


def drop_protection(connection: sqlite3.Connection) -> list[str]:
    """What a forger with the file would do first. Returns the statements that put the guards back."""
    guards = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in guards:
        connection.execute(f"DROP TRIGGER {name}")
    return [statement for _, statement in guards]


def put_back(connection: sqlite3.Connection, guards: list[str]) -> None:
    """What a careful forger would do last."""
    for statement in guards:
        connection.execute(statement)


def guarded() -> list[str]:
    """The table of the events and its parts on PostgreSQL, each with a guard of its own."""
    return ["event", *(f"event_{part}" for part in range(PARTS))]


def forge(database: Database, *statements: str) -> None:
    """Changes what no command can change, and leaves the guards as they were."""
    if database.dialect == "sqlite":
        with plain_sqlite(database) as connection:
            guards = drop_protection(connection)
            for statement in statements:
                assert connection.execute(statement).rowcount > 0, statement
            put_back(connection, guards)
        return
    with database.writing() as connection:
        for table in guarded():
            connection.exec_driver_sql(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        for statement in statements:
            assert connection.execute(text(statement.replace(":", "\\:"))).rowcount > 0, statement
        for table in guarded():
            connection.exec_driver_sql(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_refuses_change")
