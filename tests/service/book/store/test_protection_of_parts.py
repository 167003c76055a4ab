"""On PostgreSQL the guards of a book are those of its parts too, and a part that is taken out is found."""

from __future__ import annotations

import pytest
from sqlalchemy.exc import DBAPIError

from service.book.db import Database
from service.book.store.protection import verify_protection
from tests.service.book.store.evening import loans, record


def _do(database: Database, *statements: str) -> None:
    with database.writing() as owner:
        for statement in statements:
            owner.exec_driver_sql(statement)


def _found(database: Database) -> list[str]:
    return [finding.sentence for finding in verify_protection(database)]


def test_a_new_book_is_guarded(database: Database) -> None:
    record(database, loans(1))
    assert _found(database) == []


@pytest.mark.parametrize(
    "when",
    ["UPDATE OR DELETE OR TRUNCATE ON event FOR EACH STATEMENT", "UPDATE OR DELETE ON event FOR EACH ROW"],
    ids=["by statement", "by row"],
)
def test_a_book_whose_tables_are_whole_is_guarded_by_one_guard(postgresql_database: Database, when: str) -> None:
    """As a distributed database keeps them, which divides a table below what its catalog shows and guards each row."""
    _do(
        postgresql_database,
        "ALTER TABLE event RENAME TO event_in_parts",
        "CREATE TABLE event (LIKE event_in_parts INCLUDING ALL)",
        "DROP TABLE event_in_parts",
        f"CREATE TRIGGER event_refuses_change BEFORE {when} EXECUTE FUNCTION chipbook_refuse_change()",
        "ALTER TABLE event ENABLE ALWAYS TRIGGER event_refuses_change",
    )
    assert _found(postgresql_database) == []
    record(postgresql_database, loans(2))
    with pytest.raises(DBAPIError, match="append-only"):
        _do(postgresql_database, "UPDATE event SET body = ''")
