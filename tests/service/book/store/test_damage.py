"""What can go wrong with the place where a book lies has its sentence, and leaves nothing half recorded."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import errors as pg
from sqlalchemy import event, text

from service.book.db import Database, translated
from service.book.store.chain import Request
from service.book.store.event_store import Addition, EventStore, JobDraft
from service.book.store.schema import open_book
from service.book.store.verify import verify_book
from service.errors import BookDamaged, BookLocked, BookReadOnly, BookUnreachable, DiskFull
from tests.service.book.store.evening import AT, CLUB, NIGHT, loans, plain_sqlite, record

MANY = 2_000


def with_many_loans(database: Database) -> None:
    record(database, loans(MANY))


@pytest.fixture
def file(made_book, tmp_path) -> Path:
    """A book in one closed file, large enough to be cut in two."""
    return Path(shutil.copy(made_book(with_many_loans), tmp_path / "chipbook.db"))


@contextmanager
def _with_pragma(database: Database, pragma: str) -> Iterator[None]:
    """Opens the connections of a book anew with one setting more, and afterwards without it."""

    def limit(connection: Any, _: object) -> None:
        connection.execute(pragma)

    database.close()
    event.listen(database.engine, "connect", limit)
    yield
    event.remove(database.engine, "connect", limit)
    database.close()


def _use(path: Path) -> None:
    database = open_book(f"sqlite:///{path}")
    try:
        EventStore(database).read(NIGHT)
    finally:
        database.close()


def test_a_file_of_garbage_is_a_damaged_book(file) -> None:
    file.write_bytes(b"garbage " * 4096)
    with pytest.raises(BookDamaged) as refusal:
        _use(file)
    assert str(refusal.value) == (
        f"The book at {file} is damaged (file is not a database): restore it from a backup or an export."
    )
    assert file.read_bytes() == b"garbage " * 4096


@pytest.mark.parametrize("kept", [0.9, 0.5, 0.1])
def test_a_file_that_was_cut_off_is_a_damaged_book(file, kept) -> None:
    content = file.read_bytes()
    file.write_bytes(content[: int(len(content) * kept)])
    with pytest.raises(BookDamaged, match="restore it from a backup"):
        _use(file)


def test_pages_overwritten_in_the_middle_are_found(file) -> None:
    content = bytearray(file.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 8192] = b"\xa5" * 8192
    file.write_bytes(content)
    database = open_book(f"sqlite:///{file}")
    findings = verify_book(database)
    database.close()
    assert any("damaged" in finding.sentence for finding in findings)


def test_a_text_that_is_not_utf_8_is_a_damaged_book(sqlite_database) -> None:
    with plain_sqlite(sqlite_database) as connection:
        connection.execute("INSERT INTO event VALUES (?, ?, 1, 'x', 1, CAST(x'ff' AS TEXT), '', '')", NIGHT)
    with pytest.raises(BookDamaged, match="a text in it is not UTF-8"):
        EventStore(sqlite_database).read(NIGHT)
    assert verify_book(sqlite_database)


def test_a_folder_in_place_of_the_file_is_said(tmp_path) -> None:
    with pytest.raises(BookUnreachable, match="cannot be reached: Is a directory"):
        open_book(f"sqlite:///{tmp_path}")


def test_a_file_in_place_of_the_folder_is_said(tmp_path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BookUnreachable, match="Not a directory"):
        open_book(f"sqlite:///{tmp_path / 'file' / 'chipbook.db'}")


def test_a_full_disk_is_said_and_nothing_of_the_append_is_recorded(sqlite_database) -> None:
    first = record(sqlite_database, loans(10))
    with sqlite_database.reading() as connection:
        pages = connection.scalar(text("PRAGMA page_count"))
    also = Addition(request=Request(key="k", digest="d"), jobs=[JobDraft(club=CLUB, key="j", kind="settle", due_at=AT)])
    store = EventStore(sqlite_database)
    with _with_pragma(sqlite_database, f"PRAGMA max_page_count = {pages + 20}"):
        with pytest.raises(DiskFull, match="is full; nothing was recorded") as refusal:
            record(sqlite_database, loans(MANY), expected_version=10, also=also)
        assert getattr(refusal.value.__cause__, "orig", None).sqlite_errorcode == sqlite3.SQLITE_FULL
        assert store.read(NIGHT) == list(first)
    with sqlite_database.reading() as connection:
        assert connection.scalar(text("SELECT count(*) FROM request")) == 0
        assert connection.scalar(text("SELECT count(*) FROM job")) == 0
    # There is room again, and the same append goes through.
    assert len(record(sqlite_database, loans(MANY), expected_version=10, also=also)) == MANY
    assert verify_book(sqlite_database) == []


def test_a_book_that_another_process_keeps_locked_is_said(sqlite_database) -> None:
    with _with_pragma(sqlite_database, "PRAGMA busy_timeout = 50"), plain_sqlite(sqlite_database) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(BookLocked, match="nothing was recorded: try again in a moment"):
            record(sqlite_database, loans(1))
        # Reading goes on meanwhile.
        assert EventStore(sqlite_database).version(NIGHT) == 0
        other.execute("ROLLBACK")
    record(sqlite_database, loans(1))


def test_a_book_that_may_only_be_read_is_said(sqlite_database) -> None:
    with _with_pragma(sqlite_database, "PRAGMA query_only = ON"):
        with pytest.raises(BookReadOnly, match="is read-only"):
            record(sqlite_database, loans(1))
        assert EventStore(sqlite_database).version(NIGHT) == 0


def test_a_postgresql_that_may_only_be_read_is_said(postgresql_database, postgresql_url) -> None:
    with psycopg.connect(postgresql_url.replace("+psycopg", ""), autocommit=True) as connection:
        name = connection.info.dbname
        connection.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on".encode())
    postgresql_database.close()
    with pytest.raises(BookReadOnly):
        record(postgresql_database, loans(1))


def test_a_server_that_does_not_answer_is_said_without_its_password(monkeypatch) -> None:
    monkeypatch.setattr("service.book.db.database.TRY_SECONDS", 0)
    database = Database("postgresql+psycopg://anna:hemmeligt@127.0.0.1:1/chipbook")
    with pytest.raises(BookUnreachable) as refusal:
        EventStore(database).read(NIGHT)
    assert str(refusal.value).startswith("The book at 127.0.0.1:1/chipbook cannot be reached: ")
    assert "hemmeligt" not in str(refusal.value)


def test_a_database_that_is_not_there_is_said(postgresql_server) -> None:
    with pytest.raises(BookUnreachable, match="does not exist"):
        open_book(postgresql_server.rsplit("/", 1)[0] + "/never_made")


@pytest.mark.parametrize("url", ["host%zz/x", "[::1/x", "host/x?nonsense=1"])
def test_a_url_that_cannot_be_read_is_said(url) -> None:
    with pytest.raises(BookUnreachable, match="its URL cannot be read"):
        Database(f"postgresql+psycopg://{url}")


def test_a_port_that_is_no_number_is_said() -> None:
    with pytest.raises(BookUnreachable, match="The book at host:port/x cannot be reached"):
        open_book("postgresql+psycopg://host:port/x")


@pytest.mark.parametrize(
    ("driver_error", "refusal"),
    [
        (pg.DiskFull("could not extend file"), DiskFull),
        (pg.DataCorrupted("invalid page in block 3"), BookDamaged),
        (pg.IndexCorrupted("index is broken"), BookDamaged),
        (pg.LockNotAvailable("lock timeout"), BookLocked),
        (pg.DeadlockDetected("deadlock"), BookLocked),
        (pg.AdminShutdown("terminating connection"), BookUnreachable),
        (pg.TooManyConnections("too many clients"), BookUnreachable),
        (pg.InsufficientPrivilege("permission denied for table event"), BookUnreachable),
        (OSError(28, "No space left on device"), DiskFull),
        (OSError(30, "Read-only file system"), BookReadOnly),
        (PermissionError(13, "Permission denied"), BookUnreachable),
    ],
)
def test_what_the_system_says_becomes_a_sentence(driver_error, refusal) -> None:
    with pytest.raises(refusal) as said, translated("the book"):
        raise driver_error
    assert str(said.value).startswith(("The book at the book", "The disk that holds the book at the book", "Another"))
    assert said.value.__cause__ is driver_error


def test_a_mistake_in_the_program_is_not_hidden_behind_a_sentence() -> None:
    with pytest.raises(pg.UndefinedTable), translated("the book"):
        raise pg.UndefinedTable('relation "evnet" does not exist')


def test_a_table_of_the_book_that_is_gone_is_a_damage() -> None:
    with pytest.raises(BookDamaged, match="night_result"), translated("the book"):
        raise pg.UndefinedTable('relation "night_result" does not exist')
