"""A book is made, brought up to date or refused when it is opened; rows and migrations say the same."""

import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import UniqueConstraint, insert, inspect, text
from sqlmodel import SQLModel

import migrations
from service.book.db import Database
from service.book.recording.handler import CommandHandler
from service.book.store import rows
from service.book.store.event_store import JobDraft
from service.book.store.jobs import Jobs, record_outcome
from service.book.store.protection import PARTS, verify_protection
from service.book.store.schema import HEAD, REVISIONS, open_book, prepare
from service.book.store.verify import verify_book
from service.errors import BookDamaged, BookFromNewerVersion, NotABook
from tests.service.book.store.evening import NIGHT, loans, record
from tests.service.book.store.nights import AT, CLUB, close, founded, played
from tests.soak import in_turn

OURS = {
    rows.EVENT,
    rows.REQUEST,
    rows.OUTCOME,
    rows.JOB,
    rows.JOB_TRY,
    rows.CLUB,
    rows.PLAYER,
    rows.HANDLE,
    rows.NIGHT,
    rows.NIGHT_RESULT,
    rows.TOKEN,
    rows.CREDENTIAL,
    rows.UPLOAD,
    rows.RECEIVER,
    rows.COUNTERSIGNATURE,
}
TABLES = {table.name for table in OURS}
# The tables that each later revision made.
MADE_BY = {
    "0002": ("night_result",),
    "0003": ("handle",),
    "0004": ("credential",),
    "0005": ("job_try", "webhook"),
    "0011": ("upload",),
    "0012": ("receiver",),
    "0013": ("countersignature",),
}
# The columns that a later revision added to a table.
ADDED_BY = {
    "0007": (("club", "published"),),
    "0008": (("webhook", "renewed_at"),),
    "0009": (("night", "accounts"), ("job", "steps_done"), ("job", "steps")),
}
# What a later revision removed, made again.
REMOVED_BY = {
    "0010": (
        "CREATE TABLE webhook (club TEXT, id TEXT, renewed_at TEXT)",
        "ALTER TABLE job_try ADD COLUMN status INTEGER",
    ),
}
# As the first revision made them. A book of it may be anywhere, so these lines never change.
FIRST_COLUMNS = {
    "event": "club, stream, version, type, schema, body, prev_hash, hash",
    "request": "club, key, digest, stream, first_version, last_version",
    "outcome": "club, key, digest, stream, body",
    "job": "club, key, kind, payload, state, attempts, due_at, claimed_at, claimed_by, done_at, error",
    "player": "club, id, name, compared, salt",
    "token": "club, digest, role, created_at, revoked_at",
    "club": "club, name, founded_at",
    "night": "club, night, recorded_at, opened_at, name, zone, currency, exponent, phase, players, hands, unpaid_cents",
}


def _parts(table: str) -> set[str]:
    return {f"{table}_{part}" for part in range(PARTS)}


def _is_no_part(found: Any, name: str | None, kind: str, *_: object) -> bool:
    return not (kind == "table" and name in set().union(*map(_parts, TABLES)))


def test_the_migrations_make_the_tables_that_the_rows_describe(database) -> None:
    expected = TABLES | {"alembic_version"}
    if database.dialect == "postgresql":
        expected |= set().union(*map(_parts, TABLES))
    with database.reading() as connection:
        assert set(inspect(connection).get_table_names()) == expected
        comparing = MigrationContext.configure(connection, opts={"include_object": _is_no_part, "compare_type": True})
        assert compare_metadata(comparing, SQLModel.metadata) == []
    assert set(SQLModel.metadata.tables.values()) == OURS


def test_an_old_book_that_lacks_a_table_is_refused_in_a_sentence(database) -> None:
    with database.writing() as connection:
        connection.execute(text("DROP TABLE night_result"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0005'"))
    with pytest.raises(BookDamaged, match=r"damaged \(.*night_result.*\): restore it"):
        prepare(database)
    with pytest.raises(BookDamaged), database.reading() as connection:
        connection.execute(text("SELECT club FROM night_result"))


def test_every_key_and_every_unique_key_begins_with_the_club() -> None:
    for table in OURS:
        assert table.primary_key.columns.keys()[0] == "club"
        for constraint in table.constraints:
            if isinstance(constraint, UniqueConstraint):
                assert constraint.columns.keys()[0] == "club"
        assert not table.foreign_keys


def test_every_table_of_postgresql_is_in_parts_by_a_hash_of_the_club(postgresql_database) -> None:
    asked = text(
        "SELECT parent.relname AS whole, part.relname AS part, pg_get_partkeydef(parent.oid) AS by, "
        "pg_get_expr(part.relpartbound, part.oid) AS bound FROM pg_inherits "
        "JOIN pg_class parent ON parent.oid = inhparent JOIN pg_class part ON part.oid = inhrelid "
        "WHERE parent.relkind = 'p' AND parent.relname = ANY(:tables)"
    )
    with postgresql_database.reading() as connection:
        found = connection.execute(asked, {"tables": sorted(TABLES)}).all()
    assert {row.by for row in found} == {"HASH (club)"}
    assert {(row.whole, row.part, row.bound) for row in found} == {
        (table, f"{table}_{part}", f"FOR VALUES WITH (modulus {PARTS}, remainder {part})")
        for table in TABLES
        for part in range(PARTS)
    }


def test_the_known_revisions_are_those_of_the_migrations() -> None:
    script = ScriptDirectory(str(Path(migrations.__path__[0])))
    assert tuple(step.revision for step in reversed(list(script.walk_revisions()))) == REVISIONS


def test_a_new_book_is_private_to_its_owner(sqlite_database) -> None:
    path = sqlite_database.path
    record(sqlite_database, loans(1))
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    files = sorted(path.parent.iterdir())
    assert [file.name for file in files] == ["chipbook.db", "chipbook.db-shm", "chipbook.db-wal"]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_a_book_is_kept_as_safely_as_sqlite_can(sqlite_database) -> None:
    with sqlite_database.reading() as connection:
        kept = {
            name: connection.scalar(text(f"PRAGMA {name}"))
            for name in ("journal_mode", "synchronous", "recursive_triggers", "busy_timeout")
        }
    full = 2
    assert kept == {
        "journal_mode": "wal",
        "synchronous": full,
        "recursive_triggers": 1,
        "busy_timeout": 5000,
    }


def test_a_path_may_hold_what_is_punctuation_in_a_url(tmp_path) -> None:
    path = tmp_path / "50 % på kredit? #1.db"
    database = open_book(f"sqlite:///{path}")
    record(database, loans(1))
    database.close()
    assert path.exists()


def test_opening_a_book_again_leaves_it_as_it_is(database, url) -> None:
    recorded = record(database, loans(2))
    prepare(database)
    again = open_book(url)
    with again.reading() as connection:
        assert connection.scalar(text("SELECT count(*) FROM event")) == len(recorded)
    again.close()


@pytest.mark.parametrize("fixture", ["sqlite_url", "empty_postgresql_url"])
def test_several_that_open_a_new_book_at_once_make_one_book(fixture, request) -> None:
    url = request.getfixturevalue(fixture)
    with ThreadPoolExecutor(4) as together:
        for database in together.map(open_book, [url] * 4):
            database.close()
    database = open_book(url)
    record(database, loans(1))
    database.close()


def test_a_book_of_a_newer_program_is_refused_with_both_revisions(database, url) -> None:
    recorded = record(database, loans(1))
    with database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9041'"))
    with pytest.raises(BookFromNewerVersion) as refusal:
        open_book(url)
    assert refusal.value.details == {"place": database.place, "found": "9041", "known": HEAD}
    assert f"has schema 9041, and this program knows schemas up to {HEAD}" in str(refusal.value)
    with database.reading() as connection:
        assert connection.scalar(text("SELECT max(hash) FROM event")) == recorded[0].hash


# In a quick run each database has every fourth revision, from which it goes through all that follow.
@pytest.mark.parametrize(
    ("fixture", "revision"),
    [
        *(("sqlite_url", revision) for revision in in_turn(REVISIONS, 0, of=4)),
        *(("empty_postgresql_url", revision) for revision in in_turn(REVISIONS, 1, of=4)),
    ],
)
def test_a_book_of_every_earlier_revision_is_brought_up_to_date_and_keeps_what_it_holds(
    fixture, revision, request
) -> None:
    """Whatever a later migration adds: a row in every table of the first revision, and the same rows afterwards."""
    url = request.getfixturevalue(fixture)
    database = _at_revision(url, HEAD)
    _fill_every_table(database)
    before, results, accounts = _rows_of_first_revision(database), _results(database), _accounts(database)
    assert all(accounts)
    assert all(before.values()), before
    assert results
    _take_back_to(database, revision)
    database.close()
    for _ in range(2):
        database = open_book(url)
        prepare(database)
        assert _rows_of_first_revision(database) == before
        assert _results(database) == results
        assert _accounts(database) == accounts
        assert verify_book(database) == []
        assert verify_protection(database) == []
        with database.reading() as connection:
            assert connection.scalars(text("SELECT version_num FROM alembic_version")).all() == [HEAD]
        database.close()


def test_a_book_that_is_up_to_date_is_opened_without_a_write(sqlite_database) -> None:
    _fill_every_table(sqlite_database)
    sqlite_database.close()
    path = sqlite_database.path
    before = path.read_bytes()
    open_book(f"sqlite:///{path}").close()
    assert path.read_bytes() == before


def _fill_every_table(database: Database) -> None:
    handler = CommandHandler(database, now=lambda: AT)
    founded(handler, "n1")
    played(handler, "n1")
    close(handler, "n1")
    Jobs(database).ask(JobDraft(club=CLUB, key="verify:1", kind="verify", due_at=AT))
    record_outcome(database, club=CLUB, key="verify:1", digest="d", stream="night:n1", body="{}")
    token = {"club": "", "digest": "d", "role": "banker", "created_at": AT}
    with database.writing() as connection:
        connection.execute(insert(rows.TOKEN), token)


def _rows_of_first_revision(database: Database) -> dict[str, list[tuple[object, ...]]]:
    """Every column that the first revision has, of every row."""
    with database.reading() as connection:
        return {
            table: [tuple(row) for row in connection.execute(text(f"SELECT {columns} FROM {table} ORDER BY {columns}"))]
            for table, columns in FIRST_COLUMNS.items()
        }


def _results(database: Database) -> list[tuple[object, ...]]:
    with database.reading() as connection:
        return [tuple(row) for row in connection.execute(text("SELECT * FROM night_result ORDER BY night, player"))]


def _accounts(database: Database) -> list[str]:
    """What each night that is over came to for each player's account."""
    with database.reading() as connection:
        return [*connection.scalars(text("SELECT accounts FROM night WHERE phase <> 'open' ORDER BY night"))]


def _take_back_to(database: Database, revision: str) -> None:
    """The book as an earlier program left it: this program no longer writes one."""
    with database.writing() as connection:
        for later in reversed(REVISIONS[REVISIONS.index(revision) + 1 :]):
            for statement in REMOVED_BY.get(later, ()):
                connection.execute(text(statement))
            for table, column in ADDED_BY.get(later, ()):
                connection.execute(text(f"ALTER TABLE {table} DROP COLUMN {column}"))
            for table in MADE_BY.get(later, ()):
                connection.execute(text(f"DROP TABLE {table}"))
        connection.execute(text("UPDATE alembic_version SET version_num = :revision"), {"revision": revision})


def _at_revision(url: str, revision: str) -> Database:
    database = Database(url)
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__path__[0])).replace("%", "%%"))
    with database.writing() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    return database


def test_a_book_that_does_not_say_its_schema_is_damaged(database) -> None:
    with database.writing() as connection:
        connection.execute(text("DELETE FROM alembic_version"))
    with pytest.raises(BookDamaged, match="names 0 revisions"):
        prepare(database)


def test_the_database_of_something_else_is_refused_and_left_alone(tmp_path) -> None:
    path = tmp_path / "recipes.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipe (name TEXT)")
    with pytest.raises(NotABook, match=r"holds other tables \(recipe\) and is not a chipbook"):
        open_book(f"sqlite:///{path}")
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("recipe",)]


def test_a_foreign_postgresql_database_is_refused(empty_postgresql_url) -> None:
    database = Database(empty_postgresql_url)
    with database.writing() as connection:
        connection.execute(text("CREATE TABLE recipe (name TEXT)"))
    with pytest.raises(NotABook, match="recipe"):
        prepare(database)
    database.close()


def test_a_migration_that_fails_half_way_leaves_nothing(sqlite_url, monkeypatch) -> None:
    database = Database(sqlite_url)
    monkeypatch.setattr("alembic.operations.Operations.create_index", _fail)
    with pytest.raises(RuntimeError, match="half way"):
        prepare(database)
    with database.reading() as connection:
        assert inspect(connection).get_table_names() == []
    monkeypatch.undo()
    prepare(database)
    assert record(database, loans(1))[0].stream == NIGHT.name
    database.close()


def _fail(*_args: object, **_kwargs: object) -> None:
    raise RuntimeError("half way")
