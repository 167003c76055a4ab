"""A short evening to fill a book with: what the store's tests record."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

from service.db import Database
from service.store.event_store import Draft, EventStore, StoredEvent

NIGHT = "night:2026-02-13"
AT = "2026-02-13T20:15:00Z"


def draft(type_name: str = "loan_given", *, caused_by: int | None = None, **data: Any) -> Draft:
    return Draft(type=type_name, schema=1, data=data, actor="p-anna", occurred_at=AT, caused_by=caused_by)


def loans(count: int) -> list[Draft]:
    return [draft(player="p-bo", chips=50 + number, note="på kredit ♠") for number in range(count)]


def record(
    database: Database, drafts: Sequence[Draft], *, stream: str = NIGHT, expected_version: int = 0
) -> tuple[StoredEvent, ...]:
    return EventStore(database).append(stream, expected_version=expected_version, drafts=drafts, recorded_at=AT)


def plain_sqlite(database: Database) -> sqlite3.Connection:
    """The file as any other program would open it: without the settings that chipbook makes."""
    assert database.path is not None
    return sqlite3.connect(database.path, isolation_level=None)


def drop_guards(connection: sqlite3.Connection) -> None:
    """What a forger with the file in hand would do first."""
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f"DROP TRIGGER {name}")
