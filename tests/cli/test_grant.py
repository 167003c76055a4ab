"""`chipbook grant`: the role that may only read and append, on PostgreSQL."""

import json

from tests.cli.conftest import Chipbook


def test_a_book_in_a_file_has_no_role_to_grant(chipbook: Chipbook) -> None:
    result = chipbook("grant")
    assert result.exit_code == 1
    assert "SQLite has no roles" in result.output


def test_the_owner_of_a_postgresql_book_grants_the_role(chipbook: Chipbook, postgresql_url: str, monkeypatch) -> None:
    monkeypatch.setenv("CHIPBOOK_DATABASE_URL", postgresql_url)
    result = chipbook("grant", "--json")
    assert result.exit_code == 0
    assert json.loads(result.output) == {"granted": True, "skipped": ""}
