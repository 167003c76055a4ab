"""A book is made, brought up to date or refused when it is opened; rows and migrations say the same."""

from __future__ import annotations

import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text
from sqlmodel import SQLModel

import migrations
from service.db import Database
from service.errors import BookDamaged, BookFromNewerVersion, NotABook
from service.store import rows
from service.store.roles import CREATE_ROLE, ROLE
from service.store.schema import HEAD, REVISIONS, open_book, prepare
from tests.service.store.evening import NIGHT, loans, record

TABLES = {"alembic_version", "event", "request", "job", "club", "player", "token", "own_game"}
OURS = {rows.EVENT, rows.REQUEST, rows.JOB, rows.CLUB, rows.PLAYER, rows.TOKEN, rows.OWN_GAME}


def _url(database: Database) -> str:
    if database.path:
        return f"sqlite:///{database.path}"
    return database.engine.url.render_as_string(hide_password=False)


def test_the_migrations_make_the_tables_that_the_rows_describe(database: Database) -> None:
    with database.reading() as connection:
        assert set(inspect(connection).get_table_names()) == TABLES
        assert compare_metadata(MigrationContext.configure(connection), SQLModel.metadata) == []
    assert set(SQLModel.metadata.tables.values()) >= OURS


def test_the_known_revisions_are_those_of_the_migrations() -> None:
    script = ScriptDirectory(str(Path(migrations.__path__[0])))
    assert tuple(step.revision for step in reversed(list(script.walk_revisions()))) == REVISIONS


def test_a_new_book_is_private_to_its_owner(sqlite_database: Database) -> None:
    path = sqlite_database.path
    assert path is not None
    record(sqlite_database, loans(1))
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    files = sorted(path.parent.iterdir())
    assert [file.name for file in files] == ["chipbook.db", "chipbook.db-shm", "chipbook.db-wal"]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_a_book_is_kept_as_safely_as_sqlite_can(sqlite_database: Database) -> None:
    with sqlite_database.reading() as connection:
        kept = {
            name: connection.scalar(text(f"PRAGMA {name}"))
            for name in ("journal_mode", "synchronous", "foreign_keys", "recursive_triggers", "busy_timeout")
        }
    full = 2
    assert kept == {
        "journal_mode": "wal",
        "synchronous": full,
        "foreign_keys": 1,
        "recursive_triggers": 1,
        "busy_timeout": 5000,
    }


def test_a_path_may_hold_what_is_punctuation_in_a_url(tmp_path: Path) -> None:
    path = tmp_path / "50 % på kredit? #1.db"
    database = open_book(f"sqlite:///{path}")
    record(database, loans(1))
    database.close()
    assert path.exists()


def test_opening_a_book_again_leaves_it_as_it_is(database: Database) -> None:
    recorded = record(database, loans(2))
    prepare(database)
    again = open_book(_url(database))
    with again.reading() as connection:
        assert connection.scalar(text("SELECT count(*) FROM event")) == len(recorded)
    again.close()


@pytest.mark.parametrize("fixture", ["sqlite_url", "empty_postgresql_url"])
def test_several_that_open_a_new_book_at_once_make_one_book(fixture: str, request: pytest.FixtureRequest) -> None:
    url = request.getfixturevalue(fixture)
    with ThreadPoolExecutor(4) as together:
        for database in together.map(open_book, [url] * 4):
            database.close()
    database = open_book(url)
    record(database, loans(1))
    database.close()


def test_a_book_of_a_newer_program_is_refused_with_both_revisions(database: Database) -> None:
    recorded = record(database, loans(1))
    with database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9041'"))
    with pytest.raises(BookFromNewerVersion) as refusal:
        open_book(_url(database))
    assert refusal.value.details == {"place": database.place, "found": "9041", "known": HEAD}
    assert f"has schema 9041, and this program knows schemas up to {HEAD}" in str(refusal.value)
    with database.reading() as connection:
        assert connection.scalar(text("SELECT max(hash) FROM event")) == recorded[0].hash


@pytest.mark.parametrize("fixture", ["sqlite_url", "empty_postgresql_url"])
def test_a_book_of_an_older_program_is_brought_up_to_date_and_keeps_what_it_holds(
    fixture: str, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue(fixture)
    database = _at_revision(url, "0002")
    recorded = record(database, loans(2))
    database.close()
    database = open_book(url)
    with database.reading() as connection:
        assert connection.scalar(text("SELECT version_num FROM alembic_version")) == HEAD
        assert connection.scalar(text("SELECT count(*) FROM event")) == len(recorded)
        assert connection.scalar(text("SELECT count(*) FROM own_game")) == 0
    database.close()


@pytest.mark.parametrize("granted", [True, False])
def test_the_role_of_the_program_may_add_games_to_an_older_book_if_it_could_add_to_it(
    empty_postgresql_url: str, *, granted: bool
) -> None:
    database = _at_revision(empty_postgresql_url, "0002")
    with database.writing() as owner:
        owner.exec_driver_sql(CREATE_ROLE)
        if granted:
            owner.exec_driver_sql(f"GRANT SELECT, INSERT ON event TO {ROLE}")
    prepare(database)
    with database.reading() as connection:
        rights = {
            right: connection.scalar(text(f"SELECT has_table_privilege('{ROLE}', 'own_game', '{right}')"))
            for right in ("SELECT", "INSERT", "UPDATE", "DELETE")
        }
    assert rights == {"SELECT": granted, "INSERT": granted, "UPDATE": False, "DELETE": False}
    database.close()


def _at_revision(url: str, revision: str) -> Database:
    database = Database.open(url)
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__path__[0])).replace("%", "%%"))
    with database.writing() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    return database


def test_a_book_that_does_not_say_its_schema_is_damaged(database: Database) -> None:
    with database.writing() as connection:
        connection.execute(text("DELETE FROM alembic_version"))
    with pytest.raises(BookDamaged, match="names 0 revisions"):
        prepare(database)


def test_the_database_of_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "recipes.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipe (name TEXT)")
    with pytest.raises(NotABook, match=r"holds other tables \(recipe\) and is not a chipbook"):
        open_book(f"sqlite:///{path}")
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("recipe",)]


def test_a_foreign_postgresql_database_is_refused(empty_postgresql_url: str) -> None:
    database = Database.open(empty_postgresql_url)
    with database.writing() as connection:
        connection.execute(text("CREATE TABLE recipe (name TEXT)"))
    with pytest.raises(NotABook, match="recipe"):
        prepare(database)
    database.close()


def test_a_migration_that_fails_half_way_leaves_nothing(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    database = Database.open(sqlite_url)
    monkeypatch.setattr("alembic.operations.Operations.create_index", _fail)
    with pytest.raises(RuntimeError, match="half way"):
        prepare(database)
    with database.reading() as connection:
        assert inspect(connection).get_table_names() == []
    monkeypatch.undo()
    prepare(database)
    assert record(database, loans(1))[0].stream == NIGHT
    database.close()


def _fail(*_args: object, **_kwargs: object) -> None:
    raise RuntimeError("half way")


def test_names_that_were_two_until_now_stay_two_people(empty_postgresql_url: str, tmp_path: Path) -> None:
    """A book of the time before names were compared: the later of two who are called alike gets a number."""
    for url in (empty_postgresql_url, f"sqlite:///{tmp_path / 'old.db'}"):
        database = Database.open(url)
        with database.writing() as connection:
            config = Config()
            config.set_main_option("script_location", str(Path(migrations.__path__[0])))
            config.attributes["connection"] = connection
            command.upgrade(config, "0003")
            connection.execute(text("INSERT INTO club (id, name, created_at) VALUES ('c', 'Home', '')"))
            for player, name in (("p1", "Åsa"), ("p2", "A\u030asa"), ("p3", "Bo")):
                values = {"id": player, "name": name}
                connection.execute(
                    text("INSERT INTO player (id, club, name, created_at) VALUES (:id, 'c', :name, '')"), values
                )
        prepare(database)
        with database.reading() as connection:
            kept = connection.execute(text("SELECT name, compared FROM player ORDER BY id")).all()
        assert [tuple(row) for row in kept] == [("Åsa", "asa"), ("A\u030asa (2)", "asa (2)"), ("Bo", "bo")]
        database.close()
