"""Streams forged by somebody who has the file and knows how the book is sealed, so that every chain holds."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from service.book.db import Database
from service.book.store.chain import GENESIS, StoredEvent, Stream, canonical, digest, link
from service.book.store.event_store import EventStore
from tests.service.book.store.evening import drop_protection, guarded, plain_sqlite, put_back

Change = Callable[[dict[str, Any]], None]
Execute = Callable[[str, Sequence[Any]], None]


@contextmanager
def unguarded(database: Database) -> Iterator[Execute]:
    """Executes what no command can do, and leaves the guards as they were. Every statement must find a row."""
    if database.dialect == "sqlite":
        with plain_sqlite(database) as connection:
            guards = drop_protection(connection)
            yield lambda statement, values: _insist(connection.execute(statement, values).rowcount, statement)
            put_back(connection, guards)
        return
    with database.writing() as connection:
        for table in guarded():
            connection.exec_driver_sql(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        yield lambda statement, values: _insist(
            connection.exec_driver_sql(statement.replace("?", "%s"), tuple(values)).rowcount, statement
        )
        for table in guarded():
            connection.exec_driver_sql(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_refuses_change")


def _insist(rows: int, statement: str) -> None:
    assert rows > 0, statement


def reseal(database: Database, stream: Stream, version: int, change: Change) -> None:
    """Changes the body of one event and seals all later events again; the columns beside the body stay."""
    stored = EventStore(database).read(stream)
    bodies = [json.loads(event.body) for event in stored]
    change(bodies[version - 1])
    with unguarded(database) as execute:
        for event, (body, prev_hash, this_hash) in zip(stored, sealed(bodies), strict=True):
            execute(
                "UPDATE event SET body = ?, prev_hash = ?, hash = ? WHERE club = ? AND stream = ? AND version = ?",
                (body, prev_hash, this_hash, *stream, event.version),
            )


def sealed(bodies: Sequence[dict[str, Any]]) -> Iterator[tuple[str, str, str]]:
    """The canonical body, the hash before and the hash of each event of a stream."""
    prev_hash = GENESIS
    for body in bodies:
        text = canonical(body)
        this_hash = link(prev_hash, digest(text))
        yield text, prev_hash.hex(), this_hash.hex()
        prev_hash = this_hash


def cut_off(database: Database, stream: Stream, after: int = 0) -> None:
    """Deletes the events of a stream after a version; all of them by default."""
    with unguarded(database) as execute:
        execute("DELETE FROM event WHERE club = ? AND stream = ? AND version > ?", (*stream, after))


def written_anew(database: Database, stream: Stream, bodies: Sequence[dict[str, Any]]) -> None:
    """Puts other events in the place of a whole stream, numbered and sealed as if they had been recorded so."""
    numbered = [{**body, "stream": stream.name, "version": number} for number, body in enumerate(bodies, 1)]
    with unguarded(database) as execute:
        if EventStore(database).version(stream):
            execute("DELETE FROM event WHERE club = ? AND stream = ?", stream)
        for body, seal in zip(numbered, sealed(numbered), strict=True):
            row = StoredEvent(*stream, body["version"], body["type"], body["schema"], *seal)
            execute(f"INSERT INTO event ({', '.join(StoredEvent._fields)}) VALUES ({', '.join('?' * len(row))})", row)


def bodies_of(database: Database, stream: Stream) -> list[dict[str, Any]]:
    """The events of a stream as they were said, for a forger to change."""
    return [json.loads(event.body) for event in EventStore(database).read(stream)]
