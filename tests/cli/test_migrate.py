"""`chipbook migrate` makes a book or brings it up to date, and says who may then work with it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import main
from service.book.store.schema import HEAD


def _migrate(*words: str) -> str:
    done = CliRunner().invoke(main, ["migrate", *words])
    assert done.exit_code == 0, done.output
    return done.output


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("CHIPBOOK_HOME", str(tmp_path))
    monkeypatch.delenv("CHIPBOOK_DATABASE_URL", raising=False)
    return tmp_path


def test_a_new_book_on_a_server_is_made_by_its_owner(empty_postgresql_url, monkeypatch) -> None:
    monkeypatch.setenv("CHIPBOOK_DATABASE_URL", "postgresql://program@127.0.0.1:1/elsewhere")
    monkeypatch.setenv("CHIPBOOK_MIGRATION_URL", empty_postgresql_url)
    first, second = _migrate().splitlines()
    assert first.startswith("A new book was made at 127.0.0.1:")
    assert first.endswith(f", with schema {HEAD}.")
    assert second == "The role chipbook_app may read the book and append to it, but change no event."
    told = json.loads(_migrate("--json"))
    assert (told["before"], told["after"], told["role"], told["skipped"]) == (HEAD, HEAD, "chipbook_app", "")


def test_a_file_is_migrated_too_and_has_no_roles(home) -> None:
    assert _migrate() == (
        f"A new book was made at {home / 'chipbook.db'}, with schema {HEAD}.\n"
        "SQLite has no roles: everyone who may write the file may write the book.\n"
    )
    assert _migrate().startswith(f"The book at {home / 'chipbook.db'} has schema {HEAD} already.\n")
