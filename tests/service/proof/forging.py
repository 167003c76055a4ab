"""Nights forged by somebody who knows how the book is sealed, so that their chain holds."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from sqlalchemy import update

from service.db import Database
from service.store.chain import GENESIS, canonical, link
from service.store.event_store import EventStore
from service.store.rows import EVENT
from tests.service.store.evening import drop_protection, plain_sqlite, put_back

Change = Callable[[dict[str, Any]], None]


def reseal(database: Database, stream: str, version: int, change: Change) -> None:
    """Changes one event and seals all later events again."""
    prev_hash, changed = GENESIS, []
    for stored in EventStore(database).read(stream):
        body = json.loads(stored.body)
        if stored.version == version:
            change(body)
        text = canonical(body)
        this_hash = link(prev_hash, text)
        changed.append((stored.version, {"body": text, "prev_hash": prev_hash.hex(), "hash": this_hash.hex()}))
        prev_hash = this_hash
    _write(database, stream, changed)


def _write(database: Database, stream: str, changed: list[tuple[int, dict[str, str]]]) -> None:
    if database.dialect == "sqlite":
        with plain_sqlite(database) as connection:
            guards = drop_protection(connection)
            for version, row in changed:
                connection.execute(
                    "UPDATE event SET body = ?, prev_hash = ?, hash = ? WHERE stream = ? AND version = ?",
                    (*row.values(), stream, version),
                )
            put_back(connection, guards)
        return
    with database.writing() as connection:
        connection.exec_driver_sql("ALTER TABLE event DISABLE TRIGGER USER")
        for version, row in changed:
            connection.execute(update(EVENT).where(EVENT.c.stream == stream, EVENT.c.version == version).values(row))
        connection.exec_driver_sql("ALTER TABLE event ENABLE ALWAYS TRIGGER event_refuses_change")
