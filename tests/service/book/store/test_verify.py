"""A book that was tampered with is found: every byte of every event, what was cut out, and what was cut off."""

import sqlite3
from collections.abc import Iterator

import pytest
from sqlalchemy import text

from service.book.db import Database
from service.book.store.chain import StoredEvent, check_chain, digest, link, stream_of_club
from service.book.store.event_store import EventStore
from service.book.store.verify import verify_book, verify_stream
from service.errors import StreamMissing
from tests.service.book.store.evening import (
    CLUB,
    NIGHT,
    OTHER,
    draft,
    drop_protection,
    guarded,
    loans,
    plain_sqlite,
    record,
)
from tests.soak import in_turn

TEXTS = ("club", "stream", "type", "body", "prev_hash", "hash")
NUMBERS = ("version", "schema")


@pytest.fixture
def book(database) -> Database:
    return _filled(database)


def _filled(database: Database) -> Database:
    record(database, [*loans(2), draft("stack_grew", caused_by=2)])
    record(database, loans(1), stream=OTHER)
    return database


@pytest.fixture
def forger(sqlite_database) -> Iterator[sqlite3.Connection]:
    """The file in the hands of somebody who drops the guards first."""
    connection = plain_sqlite(_filled(sqlite_database))
    connection.execute("PRAGMA synchronous = OFF")
    drop_protection(connection)
    yield connection
    connection.close()


def test_a_sound_book_has_no_findings(book) -> None:
    assert verify_book(book) == []
    assert verify_stream(book, NIGHT) == []


def test_a_stream_that_is_not_there_cannot_be_verified(database) -> None:
    with pytest.raises(StreamMissing):
        verify_stream(database, NIGHT)


def test_every_value_of_every_byte_of_an_event_is_told_from_the_true_one(sqlite_database) -> None:
    (event,) = record(sqlite_database, loans(1))
    assert check_chain([event]) == []
    for column in TEXTS[1:]:
        true_bytes = getattr(event, column).encode()
        for index, byte in enumerate(true_bytes):
            # In a quick run every eighth value, of each byte others.
            for value in in_turn(range(256), index, of=8):
                if value != byte:
                    forged = true_bytes[:index] + bytes([value]) + true_bytes[index + 1 :]
                    assert check_chain([event._replace(**{column: forged.decode(errors="surrogateescape")})])


def test_a_changed_byte_is_found_in_postgresql(postgresql_database) -> None:
    _filled(postgresql_database)
    with postgresql_database.writing() as connection:
        for table in guarded():
            connection.execute(text(f"ALTER TABLE {table} DISABLE TRIGGER {table}_refuses_change"))
    second = f"club = '{CLUB}' AND version = 2"
    for column in TEXTS:
        change = text(f"UPDATE event SET {column} = overlay({column} PLACING :letter FROM 5) WHERE {second}")
        with postgresql_database.engine.connect() as connection:
            true_text = connection.scalar(text(f"SELECT {column} FROM event WHERE {second}"))
        with postgresql_database.writing() as connection:
            connection.execute(change, {"letter": "Z"})
        assert verify_book(postgresql_database), column
        with postgresql_database.writing() as connection:
            # A key that was changed is no longer found by what it was.
            back = text(f"UPDATE event SET {column} = :it WHERE version = 2 AND {column} <> :it")
            assert connection.execute(back, {"it": true_text}).rowcount == 1
    assert verify_book(postgresql_database) == []


def test_a_finding_is_a_sentence_that_names_the_event(sqlite_database, forger) -> None:
    forger.execute("UPDATE event SET body = replace(body, '\"chips\":51', '\"chips\":15') WHERE version = 2")
    (finding,) = verify_stream(sqlite_database, NIGHT)
    assert (finding.stream, finding.version, finding.code) == (NIGHT.name, 2, "wrong_hash")
    assert finding.sentence == "The hash of event 2 (loan given) is not the hash of its body."


def test_an_event_that_was_cut_out_is_found(sqlite_database, forger) -> None:
    forger.execute("DELETE FROM event WHERE stream = ? AND version = 2", (NIGHT.name,))
    assert {finding.code for finding in verify_stream(sqlite_database, NIGHT)} == {"version_gap", "wrong_link"}


def test_two_events_that_changed_places_are_found(sqlite_database, forger) -> None:
    forger.execute("UPDATE event SET version = 99 WHERE stream = ? AND version = 1", (NIGHT.name,))
    forger.execute("UPDATE event SET version = 1 WHERE stream = ? AND version = 2", (NIGHT.name,))
    forger.execute("UPDATE event SET version = 2 WHERE stream = ? AND version = 99", (NIGHT.name,))
    assert verify_stream(sqlite_database, NIGHT)


def test_a_tail_that_was_cut_off_is_found_only_with_its_head(sqlite_database, forger) -> None:
    head = EventStore(sqlite_database).head(NIGHT)
    forger.execute("DELETE FROM event WHERE stream = ? AND version = 3", (NIGHT.name,))
    assert verify_book(sqlite_database) == []
    (finding,) = verify_stream(sqlite_database, NIGHT, expected_head=head)
    assert (finding.code, finding.version) == ("head_missing", 2)
    assert head in finding.sentence


def test_a_stream_that_was_written_anew_is_found_only_with_its_head(sqlite_database, forger) -> None:
    head = EventStore(sqlite_database).head(OTHER)
    stored = EventStore(sqlite_database).read(OTHER)[0]
    body = stored.body.replace('"chips":50', '"chips":90')
    anew = StoredEvent(*stored[:5], body, stored.prev_hash, link(bytes.fromhex(stored.prev_hash), digest(body)).hex())
    forger.execute("UPDATE event SET body = ?, hash = ? WHERE hash = ?", (anew.body, anew.hash, stored.hash))
    assert verify_book(sqlite_database) == []
    assert [finding.code for finding in verify_stream(sqlite_database, OTHER, expected_head=head)] == ["head_missing"]


def test_a_stream_that_was_removed_is_found_with_its_head(sqlite_database, forger) -> None:
    head = EventStore(sqlite_database).head(OTHER)
    forger.execute("DELETE FROM event WHERE stream = ?", (OTHER.name,))
    assert [finding.code for finding in verify_stream(sqlite_database, OTHER, expected_head=head)] == ["head_missing"]


def test_a_stream_that_has_grown_since_still_holds_its_old_head(book) -> None:
    head = EventStore(book).head(NIGHT)
    record(book, loans(1), expected_version=3)
    assert verify_stream(book, NIGHT, expected_head=head.upper()) == []


def test_a_clubs_own_stream_among_those_of_another_is_found(sqlite_database, forger) -> None:
    record(sqlite_database, loans(2), stream=stream_of_club("friday"))
    assert verify_book(sqlite_database) == []
    forger.execute("UPDATE event SET club = 'sunday' WHERE club = 'friday'")
    (finding,) = verify_book(sqlite_database)
    assert (finding.code, finding.sentence) == (
        "wrong_club",
        "The stream club:friday stands among those of the club sunday.",
    )
