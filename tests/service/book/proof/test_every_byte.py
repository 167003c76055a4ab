"""Whatever byte of whatever event is changed, of a club or of a night, the proof of the book no longer holds."""

import itertools
import sqlite3
from collections.abc import Iterator

import pytest

from engine import commands
from service.book.db import Database
from service.book.proof.book import prove_book
from service.book.recording.handler import CommandHandler
from service.book.recording.unit_of_work import Joining
from service.book.store.names import new_member
from service.book.store.verify import verify_book
from tests.service.book.store.evening import drop_protection, plain_sqlite
from tests.service.book.store.nights import open_night
from tests.service.jobs.evening import AT, CLUB, NIGHT
from tests.soak import SOAK, in_turn

TEXTS = ("club", "stream", "type", "body", "prev_hash", "hash")
NUMBERS = ("version", "schema")
# Of so many changes one is shown to the whole proof.
WHOLE = 4 if SOAK else 40


@pytest.fixture
def book(sqlite_database) -> Database:
    """A club with one member, and a night that has been opened."""
    handler = CommandHandler(sqlite_database, now=lambda: AT)
    handler.clubs.found_club("Klub", club_id=CLUB)
    opening = commands.OpenNight(night=NIGHT, club=CLUB, banker="b")
    open_night(handler, opening, joining=Joining(members=[new_member(CLUB, "b", "Bo")]))
    return sqlite_database


@pytest.fixture
def forger(book) -> Iterator[sqlite3.Connection]:
    """The file in the hands of somebody who has dropped the guards."""
    connection = plain_sqlite(book)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA ignore_check_constraints = ON")
    drop_protection(connection)
    yield connection
    connection.close()


def faults(database: Database) -> list[str]:
    """Everything that is wrong but the missing guards."""
    proofs = prove_book(database)
    return [
        fault.sentence
        for proof in proofs
        for check in proof.checks
        if check.name != "protection"
        for fault in check.findings
    ]


def is_found(database: Database, number: int) -> bool:
    """True if the proof of the book tells a fault.

    What its chains and columns show alone is asked first, which is quicker, but not of one in so many.
    """
    return bool(number % WHOLE and verify_book(database)) or bool(faults(database))


def test_what_the_chains_alone_show_is_in_the_proof_of_the_book(book, forger):
    """So that the tests below may ask the chains first."""
    assert faults(book) == []
    for version, stream in forger.execute("SELECT version, stream FROM event").fetchall():
        where = f"WHERE version = {version} AND stream = '{stream}'"
        forger.execute(f"UPDATE event SET type = type || 'x' {where}")
        told = [finding.sentence for finding in verify_book(book)]
        assert told
        assert set(told) <= set(faults(book))
        forger.execute(f"UPDATE event SET type = substr(type, 1, length(type) - 1) {where}")
    assert faults(book) == []


@pytest.mark.parametrize("column", TEXTS)
def test_every_changed_byte_of_every_event_of_a_club_and_of_a_night_is_found(book, forger, column):
    known = "body" if column == "hash" else "hash"
    change = f"UPDATE event SET {column} = CAST(? AS TEXT) WHERE {known} = ?"
    rows = forger.execute(f"SELECT {known}, CAST({column} AS BLOB) FROM event").fetchall()
    assert len(rows) == 4
    for number, (row, true_bytes) in enumerate(rows):
        # In a quick run every fourth byte, of each event others.
        for index, byte in in_turn(list(enumerate(true_bytes)), number, of=4):
            # In turn another character, another case, and a byte that is no UTF-8.
            forged = bytearray(true_bytes)
            forged[index] = byte ^ (0x01, 0x20, 0x80)[index % 3]
            assert forger.execute(change, (bytes(forged), row)).rowcount == 1
            assert is_found(book, index), (
                f"{column} of the event with the {known} {row}, byte {index}: {bytes(forged)!r}"
            )
        forger.execute(change, (true_bytes, row))
    assert faults(book) == []


@pytest.mark.parametrize("column", NUMBERS)
def test_every_changed_number_of_every_event_of_a_club_and_of_a_night_is_found(book, forger, column):
    change = f"UPDATE event SET {column} = ? WHERE hash = ?"
    rows, tried = forger.execute(f"SELECT hash, {column} FROM event").fetchall(), itertools.count()
    for row, true_number in rows:
        for forged in {*range(-1, 8), 255, "x", "1x", 1.5, b"1"} - {true_number}:
            try:
                forger.execute(change, (forged, row))
            except sqlite3.IntegrityError:
                # Another event of the stream has this version: the database itself refuses.
                continue
            assert is_found(book, next(tried)), f"{column} of the event with the hash {row}: {forged!r}"
        forger.execute(change, (true_number, row))
    assert faults(book) == []


def test_every_event_that_is_kept_with_another_club_is_found(book, forger):
    """Each alone, and each stream as a whole, with a club that is here and with one that is not."""
    CommandHandler(book, now=lambda: AT).clubs.found_club("Others", club_id="c2")
    streams = [f"stream = '{name}'" for (name,) in forger.execute("SELECT DISTINCT stream FROM event WHERE club = 'k'")]
    alone = [f"hash = '{one}'" for (one,) in forger.execute("SELECT hash FROM event WHERE club = 'k'")]
    for where in (*streams, *alone):
        for club in ("c2", "c9"):
            assert forger.execute(f"UPDATE event SET club = '{club}' WHERE {where}").rowcount
            assert faults(book), f"{where} with the club {club}"
            forger.execute(f"UPDATE event SET club = 'k' WHERE {where}")
    assert faults(book) == []
