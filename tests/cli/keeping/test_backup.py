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
