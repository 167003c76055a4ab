"""`chipbook backup` and `chipbook restore`: the whole book in a file, and the same book from it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Chipbook = Callable[..., Result]
Data = Callable[..., Any]
Done = Callable[..., str]


def test_a_book_is_saved_and_made_again(
    done: Done, data: Data, chipbook: Chipbook, evening: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = done("report", evening)
    (club,) = data("backup", "book.backup")["clubs"]
    assert (club["name"], club["nights"]) == ("Home", 1)
    again = chipbook("backup", "book.backup")
    assert (again.exit_code, "There is already a file" in again.stderr) == (1, True)
    onto_itself = chipbook("restore", "book.backup")
    assert (onto_itself.exit_code, "is not empty" in onto_itself.stderr) == (1, True)
    monkeypatch.setenv("CHIPBOOK_DATABASE_URL", f"sqlite:///{tmp_path / 'new' / 'chipbook.db'}")
    told = done("restore", "book.backup")
    assert "The book is made from book.backup, and holds." in told
    assert f"head {club['head']}" in told
    assert done("report", evening) == report
    assert data("verify", "--all")["holds"]


def test_a_file_that_is_no_backup_is_refused_and_no_book_is_made(
    chipbook: Chipbook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHIPBOOK_DATABASE_URL", f"sqlite:///{tmp_path / 'new.db'}")
    (tmp_path / "letter.txt").write_text("Dear Anna", encoding="utf-8")
    assert chipbook("restore", "nothing").exit_code == 1
    refused = chipbook("restore", "letter.txt")
    assert refused.exit_code == 3, refused.output
    assert not (tmp_path / "new.db").exists()
    (tmp_path / "empty.backup").touch()
    empty = chipbook("restore", "empty.backup")
    assert (empty.exit_code, "empty.backup is not a backup" in empty.stderr) == (3, True), empty.output
    assert not (tmp_path / "new.db").exists()


def _garbage(book: Path) -> None:
    book.write_bytes(b"no book " * 1000)


def _cut(book: Path) -> None:
    book.write_bytes(book.read_bytes()[: book.stat().st_size // 2])


def _forged(book: Path) -> None:
    """A chain that does not hold: one byte of a recorded event is another."""
    whole = book.read_bytes()
    assert b'"initial_loan":150' in whole
    book.write_bytes(whole.replace(b'"initial_loan":150', b'"initial_loan":151'))


@pytest.mark.parametrize("damaged", [_garbage, _cut, _forged])
def test_a_damaged_book_is_put_aside_and_made_again_from_a_backup(
    damaged: Callable[[Path], None], done: Done, chipbook: Chipbook, data: Data, evening: str, home: Path
) -> None:
    """It said "restore it from a backup", and `restore` refused because the book was damaged."""
    report = done("report", evening)
    done("backup", "book.backup")
    book = home / "chipbook.db"
    # The log has to be in the file, and lies beside it as after a crash.
    data("verify", "--all")
    damaged(book)
    (home / "chipbook.db-wal").write_bytes(b"half a page")
    kept = book.read_bytes()
    answer = chipbook("restore", "book.backup")
    assert answer.exit_code == 0, answer.output
    aside = home / "chipbook.db.damaged"
    assert f"The damaged book that was there is now {aside}." in " ".join(answer.stderr.split())
    assert aside.read_bytes() == kept
    assert not (home / "chipbook.db-wal").exists() or (home / "chipbook.db-wal").read_bytes() != b"half a page"
    assert done("report", evening) == report
    assert data("verify", "--all")["holds"]
    # A second time, the first is not written over.
    damaged(book)
    assert data("restore", "book.backup")["put_aside"] == f"{aside}-2"
    assert aside.read_bytes() == kept


def test_a_log_without_its_file_goes_aside_too(done: Done, data: Data, evening: str, home: Path) -> None:
    """A book of the same name would be read with it."""
    report = done("report", evening)
    done("backup", "book.backup")
    (home / "chipbook.db").unlink()
    (home / "chipbook.db-wal").write_bytes(b"what is left")
    assert data("restore", "book.backup")["put_aside"] == ""
    assert (home / "chipbook.db.damaged-wal").read_bytes() == b"what is left"
    assert done("report", evening) == report


def test_a_backup_without_a_club_is_no_success(chipbook: Chipbook, tmp_path: Path) -> None:
    answer = chipbook("backup", "typo.backup")
    assert answer.exit_code == 1
    assert "holds no club, so nothing was saved" in " ".join(answer.stderr.split())
    assert not (tmp_path / "typo.backup").exists()
