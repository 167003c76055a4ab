"""`chipbook move`: a club goes to another book, and the book it came from stays as it is."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from service.book.store.credentials import Credential, add_credential
from service.book.store.lists import Lists
from service.book.store.schema import open_book

Chipbook = Callable[..., Result]
Data = Callable[..., Any]
Done = Callable[..., str]


def test_a_club_is_moved_by_its_name_and_played_on_there(
    done: Done, data: Data, chipbook: Chipbook, evening: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = done("report", evening)
    told = done("move", "HOME", "--to", tmp_path / "other.db")
    assert "Home is in the other book with 1 night and" in told
    assert "Play on in one of the two books only." in told
    assert data("move", "Home", "--to", f"sqlite:///{tmp_path / 'other.db'}")["added"] == 0
    assert done("report", evening) == before
    monkeypatch.setenv("CHIPBOOK_DATABASE_URL", f"sqlite:///{tmp_path / 'other.db'}")
    assert done("report", evening) == before
    assert data("verify", "--all")["holds"]
    done("bank", "anna +10")
    monkeypatch.delenv("CHIPBOOK_DATABASE_URL")
    refused = chipbook("move", "Home", "--to", tmp_path / "other.db")
    assert (refused.exit_code, "the club was played on there" in refused.stderr) == (1, True)


def test_a_club_is_moved_to_a_server_and_back(
    done: Done, data: Data, evening: str, postgresql_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = done("report", evening)
    place = postgresql_url.replace("postgresql+psycopg://", "postgresql://")
    head = data("move", "Home", "--to", place)["head"]
    monkeypatch.setenv("CHIPBOOK_DATABASE_URL", place)
    done("backup", "from_the_server.backup")
    assert data("move", "Home", "--to", tmp_path / "back.db")["head"] == head
    for book in ("back.db", "restored.db"):
        monkeypatch.setenv("CHIPBOOK_DATABASE_URL", f"sqlite:///{tmp_path / book}")
        if book == "restored.db":
            done("restore", "from_the_server.backup")
        assert done("report", evening) == report
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
def test_what_cannot_be_moved_is_refused_in_one_sentence(
    chipbook: Chipbook, words: tuple[str, ...], exit_code: int, sentence: str
) -> None:
    refused = chipbook(*words)
    assert refused.exit_code == exit_code, refused.output
    assert sentence in refused.stderr.replace("\n", " ")
    assert "secret" not in refused.output


def test_the_move_says_what_stays_and_why_and_the_corrections_come_along(
    done: Done, data: Data, evening: str, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
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
