"""On PostgreSQL the guards of a book are those of its parts too, and a part that is taken out is found."""

from __future__ import annotations

import pytest
from sqlalchemy.exc import DBAPIError

from service.book.db import Database
from service.book.store.protection import PARTS, verify_protection
from tests.service.book.store.evening import guarded, loans, record


def _do(database: Database, *statements: str) -> None:
    with database.writing() as owner:
        for statement in statements:
            owner.exec_driver_sql(statement)


def _found(database: Database) -> list[str]:
    return [finding.sentence for finding in verify_protection(database)]


def test_a_new_book_is_guarded(database: Database) -> None:
    record(database, loans(1))
    assert _found(database) == []


@pytest.mark.parametrize("table", guarded())
def test_a_guard_that_is_gone_is_found_on_every_part(postgresql_database: Database, table: str) -> None:
    _do(postgresql_database, f"DROP TRIGGER {table}_refuses_change ON {table}")
    assert _found(postgresql_database) == [
        f"The trigger {table}_refuses_change is missing: rows of {table} could be changed, and may have been."
    ]


def test_a_guard_that_is_switched_off_is_found_on_a_part(postgresql_database: Database) -> None:
    _do(postgresql_database, "ALTER TABLE event_3 DISABLE TRIGGER event_3_refuses_change")
    assert _found(postgresql_database) == [
        "The trigger event_3_refuses_change is switched off or was changed after the book was made."
    ]


def test_a_right_on_a_part_is_found(postgresql_database: Database) -> None:
    _do(postgresql_database, "GRANT UPDATE ON event_5 TO PUBLIC")
    assert _found(postgresql_database) == [
        "The role everybody has the right of UPDATE on event_5, to which rows may only be added."
    ]


@pytest.mark.parametrize("table", ["event", "player"])
def test_a_part_that_was_taken_out_is_found(postgresql_database: Database, table: str) -> None:
    _do(postgresql_database, f"ALTER TABLE {table} DETACH PARTITION {table}_{PARTS - 1}")
    (first, *_) = _found(postgresql_database)
    assert first == f"{table}_{PARTS - 1} no longer belongs to the table {table}: what lies there is not read."


def test_a_part_that_was_dropped_is_found(postgresql_database: Database) -> None:
    _do(postgresql_database, "DROP TABLE event_0, event_1")
    (first, *_) = _found(postgresql_database)
    assert first == "event_0, event_1 no longer belongs to the table event: what lies there is not read."


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


@pytest.mark.parametrize("table", ["event", "event_2"])
def test_a_guard_that_would_let_a_table_in_parts_be_emptied_is_found(postgresql_database: Database, table: str) -> None:
    _do(
        postgresql_database,
        f"DROP TRIGGER {table}_refuses_change ON {table}",
        f"CREATE TRIGGER {table}_refuses_change BEFORE UPDATE OR DELETE ON {table} "
        "FOR EACH ROW EXECUTE FUNCTION chipbook_refuse_change()",
        f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_refuses_change",
    )
    assert any("is switched off or was changed" in sentence for sentence in _found(postgresql_database))
