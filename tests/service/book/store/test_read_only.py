"""A book that can only be read is listed, reported and verified; what cannot be written is said, and why."""

import contextlib
import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from service.book.db import file as file_of_a_book
from service.book.proof.book import prove_book
from service.book.recording.handler import CommandHandler
from service.book.store.chain import stream_of_night
from service.book.store.event_store import EventStore
from service.book.store.schema import open_book
from service.errors import BookReadOnly, DiskFull
from tests.service.book.store.evening import loans, plain_sqlite, record
from tests.service.jobs.evening import CLUB, NIGHT, closed

NOBODY = 65534


@contextlib.contextmanager
def without_the_right_to_write(folder: Path, files: Sequence[Path]) -> Iterator[None]:
    """As somebody who may read the folder and its files and write nothing there, whoever runs the tests."""
    ways = [folder, *folder.parents]
    modes = [(path, path.stat().st_mode) for path in (*files, *ways)]
    root = os.geteuid() == 0
    for path in files:
        path.chmod(0o444)
    for path in ways:
        if path.owner() == Path(folder).owner() and path != Path("/"):
            path.chmod(0o555 if path == folder else path.stat().st_mode | 0o111)
    try:
        if root:
            os.seteuid(NOBODY)
        yield
    finally:
        if root:
            os.seteuid(0)
        for path, mode in modes:
            path.chmod(mode)


def insist_it_is_read_and_not_written(url: str) -> None:
    book = open_book(url)
    try:
        assert book.refuses is BookReadOnly
        assert len(EventStore(book).read(stream_of_night(CLUB, NIGHT))) > 20
        assert all(proof.holds for proof in prove_book(book))
        with pytest.raises(BookReadOnly, match="is read-only; nothing was recorded"):
            record(book, loans(1))
        with pytest.raises(BookReadOnly), book.turn("any"):
            pytest.fail("Nobody has a turn to write.")
    finally:
        book.close()


def test_a_book_in_a_folder_that_may_only_be_read_is_read(sqlite_database, sqlite_url) -> None:
    closed(sqlite_database)
    sqlite_database.close()
    path = sqlite_database.path
    with without_the_right_to_write(path.parent, [path]):
        insist_it_is_read_and_not_written(sqlite_url)
        assert [file.name for file in path.parent.iterdir()] == ["chipbook.db"]


def test_acts_that_are_still_in_the_log_beside_the_file_are_read_too(sqlite_database, tmp_path) -> None:
    """A copy that was made while the book was open: most of the night is in the log, and nothing may be made beside it."""
    closed(sqlite_database)
    path = sqlite_database.path
    assert path is not None
    folder = tmp_path / "medium"
    folder.mkdir()
    files = [folder / "chipbook.db", folder / "chipbook.db-wal"]
    for file in files:
        shutil.copy(path.with_name(file.name), file)
    assert files[1].stat().st_size > 0
    with without_the_right_to_write(folder, files):
        insist_it_is_read_and_not_written(f"sqlite:///{folder / 'chipbook.db'}")


def test_on_a_full_disk_a_book_is_read_and_what_cannot_be_written_is_said(
    sqlite_database, sqlite_url, monkeypatch
) -> None:
    closed(sqlite_database)
    sqlite_database.close()
    monkeypatch.setattr(file_of_a_book.shutil, "disk_usage", lambda _: SimpleNamespace(free=4096))
    book = open_book(sqlite_url)
    assert all(proof.holds for proof in prove_book(book))
    with pytest.raises(DiskFull, match="is full; nothing was recorded: make room and try again"):
        record(book, loans(1))
    book.close()
    monkeypatch.undo()
    again = open_book(sqlite_url)
    CommandHandler(again).clubs.found_club("New")
    again.close()


def test_a_book_that_is_damaged_is_no_less_so_where_it_can_only_be_read(sqlite_database, sqlite_url) -> None:
    closed(sqlite_database)
    with contextlib.closing(plain_sqlite(sqlite_database)) as connection:
        connection.execute("DROP TRIGGER event_refuses_update")
    sqlite_database.close()
    path = sqlite_database.path
    with without_the_right_to_write(path.parent, [path]):
        book = open_book(sqlite_url)
        (*_, around) = prove_book(book)
        book.close()
    assert [fault.sentence for fault in around.faults] == [
        "The trigger event_refuses_update is missing: rows of event could be changed, and may have been."
    ]
