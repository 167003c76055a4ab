"""The role of the program can add to the book and change nothing in it, even where the guards are gone."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

import psycopg

from service.book.db import Database
from service.book.own_games.adding import add_game
from service.book.recording.handler import CommandHandler
from service.book.store.event_store import JobDraft
from service.book.store.jobs import Jobs, outcome_of, record_outcome
from service.book.store.protection import CREATE_ROLE, ROLE, grant_application_role
from service.book.store.schema import prepare
from service.book.store.verify import verify_book
from tests.service.book.store.nights import AT, BANKER, CLUB, close, founded, opened, played


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
    database = Database(url)
    try:
        with database.reading() as reading:
            assert reading.exec_driver_sql("SELECT current_user").scalar() == ROLE
        yield database
    finally:
        database.close()


def test_the_role_is_granted_once_and_again(postgresql_database) -> None:
    assert grant_application_role(postgresql_database) is None
    assert grant_application_role(postgresql_database) is None


def test_the_program_can_work_with_the_role(postgresql_database, postgresql_url) -> None:
    grant_application_role(postgresql_database)
    with _signed_in_as_application(postgresql_url) as database:
        handler = CommandHandler(database, now=lambda: AT)
        founded(handler, "n1")
        played(handler, "n1", opened(handler, "n2") and BANKER)
        close(handler, "n1")
        handler.clubs.rename(CLUB, "Onsdagsklubben")
        handler.clubs.rename_member(CLUB, BANKER, "Bo Ørsted")
        handler.clubs.forget_member(CLUB, "p-n2")
        assert add_game(handler.clubs, CLUB, 'name = "Stop"\nlike = "Baseball"\n').new
        jobs = Jobs(database)
        assert jobs.ask(JobDraft(club=CLUB, key="verify:1", kind="verify", due_at=AT))
        job = jobs.claim(CLUB, "verify:1", by="me", now=AT)
        assert job
        assert jobs.finish(job, AT)
        record_outcome(database, club=CLUB, key="verify:1", digest="d", stream="night:n1", body="{}")
        assert outcome_of(database, CLUB, "verify:1") == "{}"
        prepare(database)
        assert verify_book(database) == []


def test_who_may_not_grant_is_told_why_it_was_skipped(postgresql_database, postgresql_url) -> None:
    with postgresql_database.writing() as owner:
        owner.exec_driver_sql(CREATE_ROLE)
    with _signed_in_as_application(postgresql_url) as database:
        reason = grant_application_role(database)
    assert reason == f"The role {ROLE} was not granted: this login does not own the tables."


def test_the_programs_login_cannot_grant_though_it_has_rights_itself(program_url) -> None:
    with closing(Database(program_url)) as database:
        reason = grant_application_role(database)
    assert reason == f"The role {ROLE} was not granted: this login does not own the tables."


def test_sqlite_has_no_roles(sqlite_database) -> None:
    assert grant_application_role(sqlite_database) == (
        "SQLite has no roles: everyone who may write the file may write the book."
    )
