"""Who may bring a book to a newer schema, and what happens to programs that are running meanwhile."""

from contextlib import closing

import psycopg
import pytest
from sqlalchemy import make_url

from engine import commands
from service.app.running.keeping import migrate
from service.book.db import Database
from service.book.recording.handler import CommandHandler
from service.book.store.protection import PARTS, verify_protection
from service.book.store.schema import HEAD, REVISIONS, is_newer, open_book
from service.book.store.verify import verify_book
from service.errors import BookFromNewerVersion, MigrationNeeded
from tests.service.book.store.evening import guarded
from tests.service.book.store.nights import AT, BANKER, founded

# What a later version may do to a book that is in use: add, and nothing else.
ADDED = (
    "ALTER TABLE event ADD COLUMN note TEXT",
    "ALTER TABLE night ADD COLUMN place TEXT NOT NULL DEFAULT ''",
    "CREATE TABLE novelty (club TEXT PRIMARY KEY)",
    "CREATE INDEX later ON request (digest)",
    "UPDATE alembic_version SET version_num = '9999'",
)


def _say(url: str, *statements: str) -> None:
    with psycopg.connect(url.replace("+psycopg", "")) as connection:
        for statement in statements:
            connection.execute(statement.encode())


def _set_back(url: str) -> None:
    """As if the book had been made by the version before."""
    _say(
        url,
        "DROP TABLE countersignature",
        f"UPDATE alembic_version SET version_num = '{REVISIONS[-2]}'",
    )


def test_the_programs_login_opens_a_book_that_is_up_to_date(program_url) -> None:
    with closing(open_book(program_url)) as database:
        founded(CommandHandler(database, now=lambda: AT), "n1")
        assert verify_book(database) == []


def test_a_login_that_may_not_change_tables_says_what_its_owner_has_to_run(program_url, postgresql_url) -> None:
    _say(postgresql_url, f"UPDATE alembic_version SET version_num = '{REVISIONS[-2]}'")
    with pytest.raises(MigrationNeeded) as refusal:
        open_book(program_url)
    assert str(refusal.value).endswith(
        f"has schema {REVISIONS[-2]}, this program needs schema {HEAD}, and this login may not make it: run `chipbook migrate` "
        "with the owner's URL in CHIPBOOK_MIGRATION_URL."
    )


def test_a_login_that_may_make_no_tables_says_so_of_an_empty_database(program_url, empty_postgresql_url) -> None:
    user = make_url(program_url).username
    with pytest.raises(MigrationNeeded, match="has no tables, this program needs schema"):
        open_book(make_url(empty_postgresql_url).set(username=user).render_as_string(hide_password=False))


def test_the_owner_migrates_and_the_program_goes_on_with_the_new_tables(
    program_url, postgresql_url, monkeypatch, tmp_path
) -> None:
    _set_back(postgresql_url)
    monkeypatch.setenv("CHIPBOOK_HOME", str(tmp_path))
    monkeypatch.setenv("CHIPBOOK_DATABASE_URL", program_url)
    monkeypatch.setenv("CHIPBOOK_MIGRATION_URL", postgresql_url)
    done = migrate()
    assert (done.before, done.after, done.skipped) == (REVISIONS[-2], HEAD, "")
    assert migrate().before == HEAD
    with closing(open_book(program_url)) as database:
        founded(CommandHandler(database, now=lambda: AT), "n1")
        assert verify_protection(database) == []


def test_a_running_program_goes_on_when_a_later_one_has_added_to_the_schema(program_url, postgresql_url) -> None:
    with closing(open_book(program_url)) as database:
        handler = CommandHandler(database, now=lambda: AT)
        founded(handler, "n1")
        handler.handle("n1", commands.SeatPlayer(player=BANKER), key="seat")
        for number in range(8):
            # The server keeps statements ready from the sixth time on.
            handler.handle("n1", commands.GiveLoan(player=BANKER, chips=1 + number), key=f"{number}")
        assert is_newer(database) == ""
        _say(postgresql_url, *ADDED)
        handler.handle("n1", commands.GiveLoan(player=BANKER, chips=50), key="after")
        another = CommandHandler(database, now=lambda: AT)
        assert another.load("n1").head == handler.load("n1").head
        assert [one.night for one in another.lists.nights(limit=5)] == ["n1"]
        assert is_newer(database) == "9999"
        assert verify_book(database) == []
        (told,) = verify_protection(database)
        assert told.sentence == (
            "The schema is of revision 9999, newer than this program: it cannot say whether all guards are there."
        )
    with pytest.raises(BookFromNewerVersion, match="use a newer chipbook"):
        open_book(program_url)


FORBIDDEN = (
    "UPDATE event SET body = ''",
    "DELETE FROM event",
    "TRUNCATE event",
    "DROP TABLE event",
    "DROP TRIGGER event_refuses_change ON event",
    "ALTER TABLE event DISABLE TRIGGER ALL",
    "ALTER TABLE event ADD COLUMN more TEXT",
    "ALTER TABLE event OWNER TO CURRENT_USER",
    "SELECT * FROM event_3",
    "CREATE OR REPLACE FUNCTION chipbook_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN NEW; END$$",
    "CREATE RULE quiet AS ON INSERT TO event DO INSTEAD NOTHING",
    "CREATE TABLE mine (a TEXT)",
    "DELETE FROM token",
    "UPDATE alembic_version SET version_num = '0'",
    "SET session_replication_role = replica",
    "GRANT UPDATE ON event TO CURRENT_USER; UPDATE event SET body = ''",
    "SET ROLE postgres",
    *(f"UPDATE event_{part} SET body = ''" for part in range(PARTS)),
    "INSERT INTO event_3 SELECT * FROM event",
    "ALTER TABLE event DETACH PARTITION event_3",
)


@pytest.mark.parametrize("guards", ["there", "gone"])
def test_the_programs_login_cannot_change_what_was_written(program_url, postgresql_url, guards) -> None:
    with closing(Database(program_url)) as database:
        founded(CommandHandler(database, now=lambda: AT), "n1")
    if guards == "gone":
        _say(postgresql_url, *(f"ALTER TABLE {table} DISABLE TRIGGER ALL" for table in guarded()))
    done = []
    with psycopg.connect(program_url.replace("+psycopg", ""), autocommit=True) as connection:
        for statement in FORBIDDEN:
            try:
                connection.execute(statement.encode())
            except psycopg.errors.InsufficientPrivilege:
                continue
            done.append(statement)
    assert done == []
