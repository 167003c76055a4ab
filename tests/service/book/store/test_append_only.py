"""The database itself refuses to change the book, whoever asks and with whatever settings."""

import sqlite3

import psycopg
import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError

from service.book.db import Database
from service.book.store.protection import PARTS, verify_protection
from service.book.store.rows import EVENT
from tests.service.book.store.evening import CLUB, NIGHT, guarded, loans, plain_sqlite, record

CHANGES = [
    "UPDATE event SET body = 'forged' WHERE version = 2",
    "UPDATE event SET hash = upper(hash)",
    "DELETE FROM event WHERE version = 3",
    "DELETE FROM event",
]


@pytest.fixture
def book(database) -> Database:
    return _filled(database)


@pytest.fixture
def sqlite_book(sqlite_database) -> Database:
    return _filled(sqlite_database)


@pytest.fixture
def postgresql_book(postgresql_database) -> Database:
    return _filled(postgresql_database)


def _filled(database: Database) -> Database:
    record(database, loans(3))
    return database


def _rows(database: Database) -> list[tuple[object, ...]]:
    with database.reading() as connection:
        return [tuple(row) for row in connection.execute(select(EVENT).order_by(*EVENT.primary_key))]


def test_update_and_delete_are_refused(book) -> None:
    before = _rows(book)
    for statement in CHANGES:
        with pytest.raises(DBAPIError, match="append-only"), book.writing() as connection:
            connection.execute(text(statement))
        assert _rows(book) == before


def test_update_and_delete_are_refused_to_a_plain_sqlite_connection(sqlite_book) -> None:
    before = _rows(sqlite_book)
    for statement in CHANGES:
        with plain_sqlite(sqlite_book) as connection, pytest.raises(sqlite3.IntegrityError, match="append-only"):
            connection.execute(statement)
        assert _rows(sqlite_book) == before


def test_insert_or_replace_is_refused_without_recursive_triggers(sqlite_book) -> None:
    before = _rows(sqlite_book)
    with plain_sqlite(sqlite_book) as connection:
        assert connection.execute("PRAGMA recursive_triggers").fetchone() == (0,)
        for verb in ("INSERT OR REPLACE", "REPLACE"):
            with pytest.raises(sqlite3.IntegrityError, match="no event is ever replaced"):
                connection.execute(f"{verb} INTO event VALUES (?, ?, 2, 'forged', 1, '{{}}', '', 'new')", NIGHT)
    assert _rows(sqlite_book) == before


def test_an_event_is_not_replaced_by_its_place_in_the_file(sqlite_book) -> None:
    before = _rows(sqlite_book)
    statement = (
        "REPLACE INTO event (rowid, club, stream, version, type, schema, body, prev_hash, hash) "
        "VALUES (2, 'x', 'night:x', 1, 'forged', 1, '{}', '', 'new')"
    )
    with (
        plain_sqlite(sqlite_book) as connection,
        pytest.raises(sqlite3.OperationalError, match="no column named rowid"),
    ):
        connection.execute(statement)
    assert _rows(sqlite_book) == before


def test_an_upsert_is_refused(book) -> None:
    before = _rows(book)
    statement = text(
        "INSERT INTO event (club, stream, version, type, schema, body, prev_hash, hash) "
        "VALUES (:club, :stream, 2, 'x', 1, 'forged', '', 'new') "
        "ON CONFLICT (club, stream, version) DO UPDATE SET body = 'forged'"
    )
    with pytest.raises(DBAPIError, match="append-only"), book.writing() as connection:
        connection.execute(statement, {"club": NIGHT.club, "stream": NIGHT.name})
    assert _rows(book) == before


def test_every_part_of_the_events_refuses_what_the_whole_refuses(postgresql_book) -> None:
    """A statement that names a part, and so never meets the guard of the whole."""
    before = _rows(postgresql_book)
    for table in guarded():
        for statement in (f"UPDATE {table} SET body = ''", f"DELETE FROM {table}", f"TRUNCATE {table}"):
            with pytest.raises(DBAPIError, match="append-only"), postgresql_book.writing() as connection:
                connection.execute(text(statement))
    assert _rows(postgresql_book) == before


def test_an_event_cannot_be_moved_to_another_club(postgresql_book) -> None:
    """On PostgreSQL a changed key deletes the row in one part and inserts it in another."""
    before = _rows(postgresql_book)
    for number in range(2 * PARTS):
        with pytest.raises(DBAPIError, match="append-only"), postgresql_book.writing() as connection:
            connection.execute(text(f"UPDATE event SET club = 'c{number}' WHERE club = '{CLUB}'"))
    assert _rows(postgresql_book) == before


def test_a_session_that_calls_itself_a_replica_is_refused_too(postgresql_book, postgresql_url) -> None:
    before = _rows(postgresql_book)
    with psycopg.connect(postgresql_url.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute("SET session_replication_role = replica")
        for statement in ("UPDATE event SET body = ''", "DELETE FROM event", "TRUNCATE event"):
            with pytest.raises(psycopg.IntegrityError, match="append-only"):
                connection.execute(statement.encode())
    assert _rows(postgresql_book) == before


def _do(database: Database, *statements: str) -> None:
    with database.writing() as owner:
        for statement in statements:
            owner.exec_driver_sql(statement)


@pytest.mark.parametrize(
    "when",
    ["UPDATE OR DELETE OR TRUNCATE ON event FOR EACH STATEMENT", "UPDATE OR DELETE ON event FOR EACH ROW"],
    ids=["by statement", "by row"],
)
def test_a_book_whose_tables_are_whole_is_guarded_by_one_guard(postgresql_database, when) -> None:
    """As a distributed database keeps them, which divides a table below what its catalog shows and guards each row."""
    _do(
        postgresql_database,
        "ALTER TABLE event RENAME TO event_in_parts",
        "CREATE TABLE event (LIKE event_in_parts INCLUDING ALL)",
        "DROP TABLE event_in_parts",
        f"CREATE TRIGGER event_refuses_change BEFORE {when} EXECUTE FUNCTION chipbook_refuse_change()",
        "ALTER TABLE event ENABLE ALWAYS TRIGGER event_refuses_change",
    )
    assert verify_protection(postgresql_database) == []
    record(postgresql_database, loans(2))
    with pytest.raises(DBAPIError, match="append-only"):
        _do(postgresql_database, "UPDATE event SET body = ''")
