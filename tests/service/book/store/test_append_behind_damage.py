"""Nothing is appended after an event that was changed: it would vouch for the forgery."""

import pytest
from sqlalchemy import text

from service.book.db import Database
from service.book.store.chain import GENESIS, Request, digest, link
from service.book.store.event_store import Addition, EventStore
from service.book.store.verify import insist_on_chain, verify_stream
from service.errors import AlreadyAnswered, BrokenChain, VersionConflict
from tests.service.book.store.evening import NIGHT, OTHER, drop_protection, guarded, loans, plain_sqlite, record

KEY = Addition(request=Request(key="k", digest="d"))


@pytest.fixture
def book(sqlite_database) -> Database:
    """Three events in a book whose guards are down."""
    record(sqlite_database, loans(1), also=KEY)
    record(sqlite_database, loans(2), expected_version=1)
    if sqlite_database.dialect == "sqlite":
        with plain_sqlite(sqlite_database) as connection:
            drop_protection(connection)
    else:
        with sqlite_database.writing() as connection:
            for table in guarded():
                connection.execute(text(f"ALTER TABLE {table} DISABLE TRIGGER {table}_refuses_change"))
    return sqlite_database


def forge(book: Database, change: str, **values: object) -> None:
    with book.writing() as connection:
        connection.execute(text(change), values)


def refused(book: Database, version: int = 3) -> BrokenChain:
    """The refusal of an append behind this version; nothing has been recorded."""
    before = EventStore(book).version(NIGHT)
    with pytest.raises(BrokenChain) as refusal:
        record(book, loans(1), expected_version=version)
    assert EventStore(book).version(NIGHT) == before
    return refusal.value


def test_behind_a_sound_end_it_goes_on(book) -> None:
    record(book, loans(1), expected_version=3)
    assert verify_stream(book, NIGHT) == []


@pytest.mark.parametrize(
    ("column", "forged", "what"),
    [
        (
            "body",
            "replace(body, 'p-bo', 'p-al')",
            "The hash of event 3 (loan given) is not the hash of its body.",
        ),
        ("body", "body || ' '", "The hash of event 3 (loan given) is not the hash of its body."),
        ("hash", "upper(hash)", "The hash of event 3 (loan given) is not the hash of its body."),
        ("hash", "''", "The hash of event 3 (loan given) is not the hash of its body."),
        ("hash", "'no hex'", "The hash of event 3 (loan given) is not the hash of its body."),
        ("prev_hash", "'no hex'", "Event 3 is not linked to the event before it."),
        ("prev_hash", "hash", "Event 3 is not linked to the event before it."),
    ],
)
def test_behind_a_last_event_that_was_changed_nothing_is_recorded(book, column, forged, what) -> None:
    forge(book, f"UPDATE event SET {column} = {forged} WHERE version = 3")
    refusal = refused(book)
    assert (refusal.stream, refusal.version) == (NIGHT.name, 3)
    assert str(refusal) == f"The chain of {NIGHT.name} is broken at version 3: {what} Nothing is recorded after it."


def test_nor_where_the_one_before_the_last_was_sealed_anew(book) -> None:
    second = EventStore(book).read(NIGHT)[1]
    body = second.body.replace('"chips":50', '"chips":90')
    sealed = link(bytes.fromhex(second.prev_hash), digest(body)).hex()
    forge(book, "UPDATE event SET body = :body, hash = :hash WHERE version = 2", body=body, hash=sealed)
    assert "is not linked to" in refused(book).what


def test_nor_where_the_one_before_the_last_was_cut_out(book) -> None:
    forge(book, "DELETE FROM event WHERE version = 2")
    assert "is not linked to" in refused(book).what


def test_nor_behind_a_first_event_that_begins_elsewhere(book) -> None:
    forge(book, "DELETE FROM event WHERE version > 1")
    forge(book, "UPDATE event SET prev_hash = :hash", hash=GENESIS.hex()[:-1] + "1")
    assert "is not linked to" in refused(book, version=1).what


def test_a_body_that_is_no_text_is_a_broken_chain(sqlite_database) -> None:
    record(sqlite_database, loans(1))
    with plain_sqlite(sqlite_database) as connection:
        drop_protection(connection)
        connection.execute("UPDATE event SET body = CAST(body AS BLOB)")
    assert "not the hash of its body" in refused(sqlite_database, version=1).what


def test_what_was_answered_before_and_what_has_moved_on_come_first(book) -> None:
    forge(book, "UPDATE event SET body = '' WHERE version = 3")
    with pytest.raises(AlreadyAnswered):
        record(book, loans(1), also=KEY)
    with pytest.raises(VersionConflict):
        record(book, loans(1), expected_version=2)


def test_what_lies_further_back_is_found_by_whoever_looks_at_all_of_it(book) -> None:
    forge(book, "UPDATE event SET body = replace(body, 'p-bo', 'p-al') WHERE version = 1")
    record(book, loans(1), expected_version=3)
    with pytest.raises(BrokenChain, match="broken at version 1"):
        insist_on_chain(book, NIGHT)


def test_another_stream_goes_on(book) -> None:
    forge(book, "UPDATE event SET body = '' WHERE version = 3")
    record(book, loans(1), stream=OTHER)
    insist_on_chain(book, OTHER)
