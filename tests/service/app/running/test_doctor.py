"""`chipbook doctor`: each fault that an installation can have is found, named and told how to mend."""

import os
import re
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from service.app.book import Book
from service.app.looking_back import receipts
from service.app.running import health as heartbeats
from service.app.running.doctor import _of_what_it_says, examine
from service.book.db import Database
from service.book.store.event_store import JobDraft
from service.book.store.jobs import Jobs
from service.book.store.lists import Lists
from service.book.store.protection import grant_application_role
from service.book.store.schema import open_book
from service.language.local_time import later
from service.reports.views.running import Finding
from tests.service.jobs.evening import CLUB, closed


def found(environ: dict[str, str], about: str) -> list[Finding]:
    return [one for one in examine(environ).findings if one.about == about]


def only(environ: dict[str, str], about: str) -> Finding:
    (one,) = found(environ, about)
    return one


@pytest.fixture
def home(tmp_path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture
def environ(home) -> dict[str, str]:
    return {"CHIPBOOK_HOME": str(home)}


@pytest.fixture
def database(home) -> Iterator[Database]:
    """The book of the installation, with a night that is over."""
    with closing(open_book(f"sqlite:///{home / 'chipbook.db'}")) as opened:
        closed(opened)
        with opened.writing() as connection:
            connection.execute(text("DELETE FROM job"))
        yield opened


def statement(database: Database, sql: str) -> None:
    with database.writing() as connection:
        connection.execute(text(sql))


def test_an_installation_that_is_not_begun_is_sound_and_stays_as_it_was(environ, home):
    examined = examine(environ)
    assert examined.sound
    assert {one.state for one in examined.findings} <= {"good", "note"}
    assert list(home.iterdir()) == []


def test_a_book_that_is_played_in_is_sound(environ, database):
    examined = examine(environ)
    assert [one for one in examined.findings if one.state == "wrong"] == []
    assert [one.about for one in examined.findings] == [
        "settings", "home", "zones", "book", "room", "guards", "clock", "jobs", "keys", "backups", "redis", "address",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"CHIPBOOK_PROT": "8421"}, "There is no setting CHIPBOOK_PROT; did you mean CHIPBOOK_PORT?"),
        ({"CHIPBOOK_TOKEN": "x" * 20, "CHIPBOOK_TOKEN_FILE": "/t"}, "are both set; set one of them."),
        ({"CHIPBOOK_ZONE": "Europe/Nowhere"}, "it takes the name of an IANA time zone"),
    ],
)
def test_a_wrong_setting_is_all_that_is_told(environ, given, sentence):
    examined = examine(environ | given)
    (one,) = examined.findings
    assert (examined.sound, one.state, one.about) == (False, "wrong", "settings")
    assert sentence in one.sentence
    assert one.mend


def test_a_folder_or_key_that_others_may_read_is_told_with_the_command_that_closes_it(environ, home, database):
    home.chmod(0o755)
    key = home / "keys" / CLUB / "1.pem"
    key.parent.mkdir(parents=True, mode=0o700)
    key.parent.parent.chmod(0o700)
    key.touch(mode=0o600)
    key.chmod(0o666)
    assert only(environ, "home").mend == f"chmod go= {home}"
    assert "may read and change" in next(one.sentence for one in found(environ, "keys") if one.state == "wrong")
    home.chmod(0o700)
    assert only(environ, "home").state == "good"


@pytest.mark.skipif(os.geteuid() == 0, reason="The administrator may write everywhere.")
def test_a_home_that_may_not_be_written_is_told(environ, home):
    home.chmod(0o500)
    assert only(environ, "home").state == "wrong"


def test_a_database_that_is_out_of_reach_empty_foreign_or_of_another_version_is_told(
    environ, home, database, empty_postgresql_url
):
    away = environ | {"CHIPBOOK_DATABASE_URL": "postgresql://nobody:secret-word@127.0.0.1:9/none"}
    assert "cannot be reached" in only(away, "book").sentence
    assert "secret-word" not in str(examine(away))
    empty = environ | {"CHIPBOOK_DATABASE_URL": empty_postgresql_url}
    assert only(empty, "book").mend.endswith("chipbook migrate")
    for revision, told in (("0001", "needs those of"), ("9999", "use a newer chipbook")):
        statement(database, f"UPDATE alembic_version SET version_num = '{revision}'")
        assert told in only(environ, "book").sentence
    other = home / "other.db"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE recipe (id)")
    assert "is not a chipbook" in only(environ | {"CHIPBOOK_DATABASE_URL": f"sqlite:///{other}"}, "book").sentence
    other.write_bytes(b"no database at all" * 100)
    assert only(environ | {"CHIPBOOK_DATABASE_URL": f"sqlite:///{other}"}, "book").state == "wrong"


def test_tables_that_are_missing_are_told_by_name(environ, database, postgresql_url, postgresql_database):
    statement(database, "DROP TABLE night_result")
    one = only(environ, "book")
    assert (one.state, one.sentence.endswith("the table night_result.")) == ("wrong", True)
    assert one.mend.endswith("chipbook restore FILE")
    # Nothing else is asked of a book without its tables.
    assert found(environ, "jobs") == []
    statement(postgresql_database, "DROP TABLE job, job_try")
    assert "the tables job, job_try." in only(environ | {"CHIPBOOK_DATABASE_URL": postgresql_url}, "book").sentence


def test_a_guard_that_was_dropped_is_told(environ, database):
    statement(database, "DROP TRIGGER event_refuses_delete")
    one = only(environ, "guards")
    assert (one.state, "event_refuses_delete is missing" in one.sentence) == ("wrong", True)


def test_a_login_that_owns_the_tables_is_told_and_one_that_may_only_add_is_not(
    environ, postgresql_url, postgresql_database
):
    owner = environ | {"CHIPBOOK_DATABASE_URL": postgresql_url}
    assert "could alter events" in only(owner, "rights").sentence
    grant_application_role(postgresql_database)
    name = f"program_{os.getpid()}"
    statement(postgresql_database, f"CREATE ROLE {name} LOGIN PASSWORD 'word' IN ROLE chipbook_app")
    try:
        program = owner | {"CHIPBOOK_DATABASE_URL": postgresql_url.replace("postgres@", f"{name}:word@")}
        assert found(program, "rights") == []
        assert only(program, "guards").state == "good"
        statement(postgresql_database, "REVOKE SELECT ON job FROM chipbook_app")
        assert (only(program, "jobs").state, "chipbook grant" in only(program, "jobs").mend) == ("wrong", True)
    finally:
        statement(postgresql_database, f"DROP ROLE {name}")


def test_a_disk_that_is_nearly_full_is_told(environ, database, monkeypatch):
    monkeypatch.setattr("service.book.store.machine.LOW_BYTES", 10**18)
    assert "MiB left" in only(environ, "room").sentence
    assert only(environ, "room").state == "wrong"


def test_a_clock_that_went_back_is_told(environ, database, monkeypatch):
    monkeypatch.setattr(
        Book.on.__func__, "__kwdefaults__", Book.on.__func__.__kwdefaults__ | {"now": lambda: "2020-01-01T00:00:00Z"}
    )
    assert "The clock was set back" in only(environ, "clock").sentence


def test_time_zones_that_are_missing_are_told(environ, monkeypatch):
    monkeypatch.setattr("zoneinfo.available_timezones", lambda: {"UTC"})
    assert "tzdata" in only(environ, "zones").mend


def test_jobs_that_nobody_does_and_a_worker_that_fell_silent_are_told(environ, home, database):
    jobs = Jobs(database)
    now = Book.on(database, home=home).now()
    jobs.ask(JobDraft(club=CLUB, key="late", kind="verify_club", due_at=later(now, -3600)))
    assert only(environ, "jobs").sentence == "Jobs should be done by now and are not: 1."
    statement(database, "UPDATE job SET state = 'failed'")
    assert "chipbook jobs retry" in only(environ, "jobs").mend
    statement(database, "DELETE FROM job")
    heartbeats.give_sign(home, heartbeats.WORKER)
    (sign,) = (home / "alive").iterdir()
    assert f"workers are at work on {socket.gethostname()}" in only(environ, "jobs").sentence
    long_ago = sign.stat().st_mtime - 600
    os.utime(sign, (long_ago, long_ago))
    assert re.search(r"gave its last sign 60\d seconds ago", only(environ, "workers").sentence)


def test_a_redis_that_does_not_answer_is_too_old_or_forgets_is_told(environ):
    away = only(environ | {"CHIPBOOK_REDIS_URL": "redis://:secret-word@127.0.0.1:9/0"}, "redis")
    assert (away.state, "does not answer" in away.sentence, "secret-word" in away.sentence) == ("wrong", True, False)
    (old,) = _of_what_it_says({"redis_version": "5.0.14"})
    assert (old.state, old.mend) == ("wrong", "Install version 6.2 or a later one.")
    (forgets,) = _of_what_it_says({"redis_version": "8.0.1", "maxmemory": 1, "maxmemory_policy": "allkeys-lru"})
    assert forgets.state == "note"
    assert _of_what_it_says({"redis_version": "8.0.1", "maxmemory": 0})[0].state == "good"


def test_a_key_that_is_lost_is_told_with_the_club(environ, home, database):
    receipts.change_key(Book.on(database, home=home), CLUB, "new")
    # The program closes to others what it makes itself.
    assert only(environ, "keys").sentence == "The key of every club that signs is here: 1."
    next((home / "keys").glob("*/*.pem")).unlink()
    assert Lists(database).club(CLUB).name in only(environ, "keys").sentence


def test_a_backup_that_is_missing_or_old_is_told(environ, home, database, postgresql_database, postgresql_url):
    folder = home / "backups"
    none = only(environ, "backups")
    assert none.state == "note"
    # As one word for the shell, whatever stands in the name of a folder.
    assert f'chipbook backup "{folder}/' in none.mend
    folder.mkdir()
    file = folder / "friday.backup"
    file.touch()
    assert only(environ, "backups").state == "good"
    os.utime(file, (0, 0))
    assert "more than 14 days ago" in only(environ, "backups").sentence
    closed(postgresql_database)
    on_server = environ | {"CHIPBOOK_DATABASE_URL": postgresql_url}
    for days, state in ((3, "wrong"), (1, "good")):
        made = datetime.now(UTC) - timedelta(days=days)
        (folder / "base" / f"{made:%Y%m%dT%H%M%SZ}").mkdir(parents=True)
        assert only(on_server, "backups").state == state


def test_an_address_that_others_can_listen_at_is_told(environ):
    assert only(environ | {"CHIPBOOK_HOST": "0.0.0.0"}, "address").state == "note"
    assert only(environ, "address").state == "good"
