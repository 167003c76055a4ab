"""The role of the program can add to the book and change nothing in it, even where the guards are gone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest

from service.db import Database
from service.own_games.shelf import add_game
from service.store.event_store import EventStore
from service.store.names import Club, Names
from service.store.roles import CREATE_ROLE, ROLE, grant_application_role
from service.store.schema import prepare
from service.store.verify import verify_book
from tests.service.store.evening import AT, NIGHT, loans, record


@contextmanager
def _as_application(url: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(url.replace("+psycopg", "")) as connection:
        connection.execute(f"SET ROLE {ROLE}".encode())
        yield connection
        connection.rollback()


@contextmanager
def _signed_in_as_application(url: str) -> Iterator[Database]:
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
        name = connection.info.dbname
        connection.execute(f"ALTER ROLE CURRENT_USER IN DATABASE {name} SET role = '{ROLE}'".encode())
    database = Database.open(url)
    try:
        with database.reading() as reading:
            assert reading.exec_driver_sql("SELECT current_user").scalar() == ROLE
        yield database
    finally:
        database.close()


def test_the_role_is_granted_once_and_again(postgresql_database: Database) -> None:
    assert grant_application_role(postgresql_database) is None
    assert grant_application_role(postgresql_database) is None


def test_the_program_can_work_with_the_role(postgresql_database: Database, postgresql_url: str) -> None:
    grant_application_role(postgresql_database)
    with _signed_in_as_application(postgresql_url) as database:
        EventStore(database).append(NIGHT, expected_version=0, drafts=loans(2), recorded_at=AT)
        Names(database).add_club(Club("tuesday", "Tuesday", AT))
        assert add_game(database, "tuesday", 'name = "Stop"\nlike = "Baseball"\n', at=AT).new
        prepare(database)
        assert verify_book(database) == []


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE event SET body = ''",
        "DELETE FROM event",
        "TRUNCATE event",
        "UPDATE request SET answer = ''",
        "DELETE FROM request",
        "UPDATE own_game SET source = ''",
        "DELETE FROM own_game",
        "DROP TRIGGER event_refuses_change ON event",
        "ALTER TABLE event DISABLE TRIGGER ALL",
        "SET session_replication_role = replica",
    ],
)
def test_the_role_may_not_change_the_book_though_the_guards_are_gone(
    postgresql_database: Database, postgresql_url: str, statement: str
) -> None:
    record(postgresql_database, loans(1))
    grant_application_role(postgresql_database)
    with postgresql_database.writing() as owner:
        owner.exec_driver_sql("ALTER TABLE event DISABLE TRIGGER ALL")
        owner.exec_driver_sql("ALTER TABLE request DISABLE TRIGGER ALL")
        owner.exec_driver_sql("ALTER TABLE own_game DISABLE TRIGGER own_game_refuses_change")
    with (
        _as_application(postgresql_url) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege, match="permission denied|must be owner"),
    ):
        connection.execute(statement.encode())
    with postgresql_database.writing() as owner:
        owner.exec_driver_sql("ALTER TABLE event ENABLE ALWAYS TRIGGER event_refuses_change")


def test_who_may_not_grant_is_told_why_it_was_skipped(postgresql_database: Database, postgresql_url: str) -> None:
    with postgresql_database.writing() as owner:
        owner.exec_driver_sql(CREATE_ROLE)
    with _signed_in_as_application(postgresql_url) as database:
        reason = grant_application_role(database)
    assert reason is not None
    assert reason.startswith(f"The role {ROLE} was not granted: permission denied")


def test_sqlite_has_no_roles(sqlite_database: Database) -> None:
    assert grant_application_role(sqlite_database) == (
        "SQLite has no roles: everyone who may write the file may write the book."
    )
