"""The database itself refuses to change the book, whoever asks and with whatever settings."""

from __future__ import annotations

import sqlite3

import psycopg
import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError

from service.db import Database
from service.store.event_store import EventStore, Request
from service.store.names import Club, Names
from service.store.own_games import GameVersion, write_version
from service.store.rows import EVENT, OWN_GAME, REQUEST
from service.store.verify import verify_book
from tests.service.store.evening import AT, NIGHT, loans, plain_sqlite

CHANGES = [
    "UPDATE event SET body = 'forged' WHERE version = 2",
    "UPDATE event SET hash = upper(hash)",
    "DELETE FROM event WHERE version = 3",
    "DELETE FROM event",
    "UPDATE request SET answer = 'forged'",
    "DELETE FROM request",
    "UPDATE own_game SET source = 'forged'",
    "DELETE FROM own_game",
]


@pytest.fixture
def book(database: Database) -> Database:
    return _filled(database)


@pytest.fixture
def sqlite_book(sqlite_database: Database) -> Database:
    return _filled(sqlite_database)


@pytest.fixture
def postgresql_book(postgresql_database: Database) -> Database:
    return _filled(postgresql_database)


def _filled(database: Database) -> Database:
    request = Request(club="tuesday", key="k", digest="d", answer="a")
    EventStore(database).append(NIGHT, expected_version=0, drafts=loans(3), recorded_at=AT, request=request)
    Names(database).add_club(Club("tuesday", "Tuesday", AT))
    with database.writing() as connection:
        write_version(connection, GameVersion("tuesday", "stop", 1, "Stop", "source", "{}", AT))
    return database


def _rows(database: Database) -> list[tuple[object, ...]]:
    with database.reading() as connection:
        events = connection.execute(select(EVENT).order_by(EVENT.c.position)).all()
        others = [row for table in (REQUEST, OWN_GAME) for row in connection.execute(select(table)).all()]
        return [tuple(row) for row in (*events, *others)]


@pytest.mark.parametrize("statement", CHANGES)
def test_update_and_delete_are_refused(book: Database, statement: str) -> None:
    before = _rows(book)
    with pytest.raises(DBAPIError, match="append-only"), book.writing() as connection:
        connection.execute(text(statement))
    assert _rows(book) == before


@pytest.mark.parametrize("statement", CHANGES)
def test_update_and_delete_are_refused_to_a_plain_sqlite_connection(sqlite_book: Database, statement: str) -> None:
    before = _rows(sqlite_book)
    with plain_sqlite(sqlite_book) as connection, pytest.raises(sqlite3.IntegrityError, match="append-only"):
        connection.execute(statement)
    assert _rows(sqlite_book) == before


@pytest.mark.parametrize(
    ("position", "stream", "version", "this_hash"),
    [
        (2, "'night:x'", 1, "'new'"),
        (99, f"'{NIGHT}'", 2, "'new'"),
        (99, "'night:x'", 1, "(SELECT hash FROM event WHERE version = 2)"),
        ("NULL", f"'{NIGHT}'", 2, "'new'"),
    ],
    ids=["same position", "same stream and version", "same hash", "same version, position left open"],
)
@pytest.mark.parametrize("verb", ["INSERT OR REPLACE", "REPLACE"])
def test_insert_or_replace_is_refused_on_every_unique_key_without_recursive_triggers(
    sqlite_book: Database, *, verb: str, position: object, stream: str, version: int, this_hash: str
) -> None:
    before = _rows(sqlite_book)
    with plain_sqlite(sqlite_book) as connection:
        assert connection.execute("PRAGMA recursive_triggers").fetchone() == (0,)
        with pytest.raises(sqlite3.IntegrityError, match="no event is ever replaced"):
            connection.execute(
                f"{verb} INTO event (position, stream, version, type, schema, body, prev_hash, hash) "
                f"VALUES ({position}, {stream}, {version}, 'forged', 1, '{{}}', '', {this_hash})"
            )
    assert _rows(sqlite_book) == before


def test_insert_or_replace_of_a_request_is_refused_without_recursive_triggers(sqlite_book: Database) -> None:
    with (
        plain_sqlite(sqlite_book) as connection,
        pytest.raises(sqlite3.IntegrityError, match="no request is ever replaced"),
    ):
        connection.execute("REPLACE INTO request VALUES ('tuesday', 'k', 'd', 's', 1, 1, 'forged')")


def test_insert_or_replace_of_a_game_is_refused_without_recursive_triggers(sqlite_book: Database) -> None:
    with (
        plain_sqlite(sqlite_book) as connection,
        pytest.raises(sqlite3.IntegrityError, match="no own_game is ever replaced"),
    ):
        connection.execute("REPLACE INTO own_game VALUES ('tuesday', 'stop', 1, 'Stop', 'forged', '{}', 'now')")


def test_an_upsert_is_refused(book: Database) -> None:
    before = _rows(book)
    statement = text(
        f"INSERT INTO event (stream, version, type, schema, body, prev_hash, hash) "
        f"VALUES ('{NIGHT}', 2, 'x', 1, 'forged', '', 'new') "
        f"ON CONFLICT (stream, version) DO UPDATE SET body = 'forged'"
    )
    with pytest.raises(DBAPIError, match="append-only"), book.writing() as connection:
        connection.execute(statement)
    assert _rows(book) == before


def test_a_row_before_the_first_position_cannot_block_the_book(sqlite_book: Database) -> None:
    with plain_sqlite(sqlite_book) as connection, pytest.raises(sqlite3.IntegrityError):
        connection.execute("INSERT INTO event VALUES (-1, 'night:x', 1, 'x', 1, '{}', '', 'new')")
    EventStore(sqlite_book).append(NIGHT, expected_version=3, drafts=loans(1), recorded_at=AT)
    assert verify_book(sqlite_book) == []


@pytest.mark.parametrize("table", ["event", "request", "own_game"])
def test_truncate_is_refused_by_postgresql(postgresql_book: Database, table: str) -> None:
    before = _rows(postgresql_book)
    with pytest.raises(DBAPIError, match="append-only: TRUNCATE"), postgresql_book.writing() as connection:
        connection.execute(text(f"TRUNCATE {table}"))
    assert _rows(postgresql_book) == before


@pytest.mark.parametrize("statement", ["UPDATE event SET body = ''", "DELETE FROM event", "TRUNCATE event"])
def test_a_session_that_calls_itself_a_replica_is_refused_too(
    postgresql_book: Database, postgresql_url: str, statement: str
) -> None:
    before = _rows(postgresql_book)
    with psycopg.connect(postgresql_url.replace("+psycopg", "")) as connection:
        connection.execute("SET session_replication_role = replica")
        with pytest.raises(psycopg.IntegrityError, match="append-only"):
            connection.execute(statement.encode())
        connection.rollback()
    assert _rows(postgresql_book) == before


def test_postgresql_gives_out_positions_by_itself(postgresql_book: Database) -> None:
    with pytest.raises(DBAPIError, match="position"), postgresql_book.writing() as connection:
        connection.execute(text("INSERT INTO event VALUES (99, 'night:x', 1, 'x', 1, '{}', '', 'new')"))
