"""A book is backed up, restored, and moved to another place."""

import secrets
from contextlib import closing
from pathlib import Path

import pytest

from service.book.store.credentials import Credential, add_credential
from service.book.store.lists import Lists
from service.book.store.schema import open_book

# `chipbook backup` and `chipbook restore`: the whole book in a file, and the same book from it.


def test_a_book_is_saved_and_made_again(done, data, chipbook, evening, tmp_path, monkeypatch) -> None:
    report = done("report", "-n", evening)
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
    assert done("report", "-n", evening) == report
    assert data("verify", "--all")["holds"]


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
def test_a_damaged_book_is_put_aside_and_made_again_from_a_backup(damaged, done, chipbook, data, evening, home) -> None:
    """It said "restore it from a backup", and `restore` refused because the book was damaged."""
    report = done("report", "-n", evening)
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
    assert done("report", "-n", evening) == report
    assert data("verify", "--all")["holds"]
    # A second time, the first is not written over.
    damaged(book)
    assert data("restore", "book.backup")["put_aside"] == f"{aside}-2"
    assert aside.read_bytes() == kept


def test_a_log_without_its_file_goes_aside_too(done, data, evening, home) -> None:
    """A book of the same name would be read with it."""
    report = done("report", "-n", evening)
    done("backup", "book.backup")
    (home / "chipbook.db").unlink()
    (home / "chipbook.db-wal").write_bytes(b"what is left")
    assert data("restore", "book.backup")["put_aside"] == ""
    assert (home / "chipbook.db.damaged-wal").read_bytes() == b"what is left"
    assert done("report", "-n", evening) == report


def test_a_backup_without_a_club_is_no_success(chipbook, tmp_path) -> None:
    answer = chipbook("backup", "typo.backup")
    assert answer.exit_code == 1
    assert "holds no club, so nothing was saved" in " ".join(answer.stderr.split())
    assert not (tmp_path / "typo.backup").exists()


# `chipbook move`: a club goes to another book, and the book it came from stays as it is.


def test_a_club_is_moved_by_its_name_and_played_on_there(done, data, chipbook, evening, tmp_path, monkeypatch) -> None:
    before = done("report", "-n", evening)
    told = done("move", "HOME", "--to", tmp_path / "other.db")
    assert "Home is in the other book with 1 night and" in told
    assert "Play on in one of the two books only." in told
    assert data("move", "Home", "--to", f"sqlite:///{tmp_path / 'other.db'}")["added"] == 0
    assert done("report", "-n", evening) == before
    monkeypatch.setenv("CHIPBOOK_DATABASE_URL", f"sqlite:///{tmp_path / 'other.db'}")
    assert done("report", "-n", evening) == before
    assert data("verify", "--all")["holds"]
    done("bank", "anna +10")
    monkeypatch.delenv("CHIPBOOK_DATABASE_URL")
    refused = chipbook("move", "Home", "--to", tmp_path / "other.db")
    assert (refused.exit_code, "the club was played on there" in refused.stderr) == (1, True)


def test_a_club_is_moved_to_a_server_and_back(done, data, evening, postgresql_url, tmp_path, monkeypatch) -> None:
    report = done("report", "-n", evening)
    place = postgresql_url.replace("postgresql+psycopg://", "postgresql://")
    head = data("move", "Home", "--to", place)["head"]
    monkeypatch.setenv("CHIPBOOK_DATABASE_URL", place)
    done("backup", "from_the_server.backup")
    assert data("move", "Home", "--to", tmp_path / "back.db")["head"] == head
    for book in ("back.db", "restored.db"):
        monkeypatch.setenv("CHIPBOOK_DATABASE_URL", f"sqlite:///{tmp_path / book}")
        if book == "restored.db":
            done("restore", "from_the_server.backup")
        assert done("report", "-n", evening) == report
        assert data("verify", "--all")["holds"]


@pytest.mark.parametrize(
    ("words", "exit_code", "sentence"),
    [
        (("move", "Nobody", "--to", "other.db"), 1, "The book has no club called Nobody; it has Home."),
        (("move", "Home", "--to", "mysql://u:secret@h/d"), 1, "mysql://… is no place for a book"),
        (("move", "Home", "--to", "sqlite:///"), 1, "sqlite:/// is no place for a book"),
        (("move", "Home", "--to", "home/chipbook.db"), 1, "The club is already in the book at"),
        (("move", "Home", "--to", "."), 3, "cannot be reached"),
        (("move", "Home"), 2, "--to"),
    ],
)
@pytest.mark.usefixtures("evening")
def test_what_cannot_be_moved_is_refused_in_one_sentence(chipbook, words, exit_code, sentence) -> None:
    refused = chipbook(*words)
    assert refused.exit_code == exit_code, refused.output
    assert sentence in refused.stderr.replace("\n", " ")
    assert "secret" not in refused.output


def test_the_move_says_what_stays_and_why_and_the_corrections_come_along(
    done, data, evening, home, tmp_path, monkeypatch
) -> None:
    other = tmp_path / "other.db"
    assert data("move", "Home", "--to", other)["stays"] == []
    assert "What stays here" not in done("move", "Home", "--to", other)
    done("club", "tokens", "make", "score board")
    done("club", "invite", "Anna")
    done("club", "key", "new")
    with closing(open_book(f"sqlite:///{home / 'chipbook.db'}")) as database:
        club = Lists(database).clubs()[0].club
        for kind in ("passkey", "session", "session"):
            made = Credential(club=club, digest=secrets.token_hex(), id=secrets.token_hex(), kind=kind)
            add_credential(database, made, most=9)
    typed = data("bank", "anna +10")["events"][0]["version"]
    done("correct", f'{typed} to "anna +12"', "--yes")
    stays = data("move", "Home", "--to", other)["stays"]
    assert {one["what"]: one["number"] for one in stays} == {
        "passkeys": 1,
        "devices": 2,
        "links": 1,
        "tokens": 1,
        "keys": 1,
    }
    told = " ".join(done("move", "Home", "--to", other).split())
    assert "2 signed-in devices: whoever uses them signs in anew" in told
    assert f"copy {home / 'keys' / club} to the same place there" in told
    monkeypatch.setenv("CHIPBOOK_DATABASE_URL", f"sqlite:///{other}")
    assert f"corrects event {typed}" in done("log", "all").casefold()
    assert data("verify", "--all")["holds"]
