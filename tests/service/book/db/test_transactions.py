"""What is written in one transaction is recorded whole or not at all, and writers of one stream take turns."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import pytest
from sqlalchemy import text

from service.book.db import Database, broken_rules, postgresql
from service.book.db import database as module
from service.errors import BookLocked
from tests.service.book.db.pools import unused

INSERT = "INSERT INTO token (club, digest, role, created_at) VALUES (?, ?, 'banker', 'now')"
STREAM, OTHER = "k/night:n1", "k/night:n2"
SECONDS = 20


class Broken(Exception):
    """What goes wrong in the middle of a transaction."""


def put(database: Database, cursor: Any, digest: str, club: str = "k") -> None:
    cursor.execute(database.statement(INSERT), (club, digest))


def kept(database: Database) -> list[str]:
    with database.reading_directly() as cursor:
        cursor.execute("SELECT digest FROM token ORDER BY digest")
        return [digest for (digest,) in cursor.fetchall()]


def write(database: Database, digest: str, stream: str = STREAM) -> None:
    with database.writing_directly(stream) as cursor:
        put(database, cursor, digest)


def test_values_are_marked_as_the_driver_takes_them(database: Database) -> None:
    assert (
        database.statement("a = ? AND b = ?")
        == {
            "sqlite": "a = ? AND b = ?",
            "postgresql": "a = %s AND b = %s",
        }[database.dialect]
    )


def test_what_one_way_writes_the_other_reads(database: Database) -> None:
    write(database, "directly")
    with database.writing() as connection:
        connection.execute(
            text("INSERT INTO token (club, digest, role, created_at) VALUES ('k', 'widely', 'r', 'now')")
        )
    with database.reading() as connection:
        assert connection.scalars(text("SELECT digest FROM token ORDER BY digest")).all() == ["directly", "widely"]
    assert kept(database) == ["directly", "widely"]


@pytest.mark.parametrize("answered", [True, False])
@pytest.mark.parametrize("within_a_turn", [True, False])
def test_what_a_server_is_told_in_few_messages_is_recorded_whether_or_not_its_last_answer_was_read(
    database: Database, *, answered: bool, within_a_turn: bool
) -> None:
    turn = database.turn(STREAM) if within_a_turn else nullcontext()
    with turn, database.writing_directly(STREAM, in_few_messages=True) as cursor:
        put(database, cursor, "a")
        if answered:
            cursor.execute("SELECT digest FROM token")
            assert cursor.fetchall() == [("a",)]
    assert kept(database) == ["a"]
    write(database, "b")
    assert kept(database) == ["a", "b"]


@pytest.mark.parametrize("within_a_turn", [True, False])
def test_what_fails_last_of_few_messages_is_raised_and_nothing_is_recorded(
    database: Database, *, within_a_turn: bool
) -> None:
    write(database, "twice")

    def twice() -> None:
        turn = database.turn(STREAM) if within_a_turn else nullcontext()
        with turn, database.writing_directly(STREAM, in_few_messages=True) as cursor:
            put(database, cursor, "a")
            put(database, cursor, "twice")

    with pytest.raises(broken_rules()):
        twice()
    assert kept(database) == ["twice"]
    write(database, "b")
    assert kept(database) == ["b", "twice"]


def test_nothing_is_recorded_of_a_transaction_that_fails(database: Database) -> None:
    def directly() -> None:
        with database.writing_directly(STREAM) as cursor:
            put(database, cursor, "a")
            raise Broken

    def widely() -> None:
        with database.writing() as connection:
            connection.execute(text("INSERT INTO token (club, digest, role, created_at) VALUES ('k', 'b', 'r', 'now')"))
            raise Broken

    def in_a_turn() -> None:
        with database.turn(STREAM), database.writing_directly(STREAM) as cursor:
            put(database, cursor, "c")
            raise Broken

    for fails in (directly, widely, in_a_turn):
        with pytest.raises(Broken):
            fails()
        assert kept(database) == []
        write(database, fails.__name__)
        with database.writing() as connection:
            connection.execute(text("DELETE FROM token"))


def test_a_broken_rule_is_known_whichever_way_it_was_broken(database: Database) -> None:
    write(database, "a")
    with pytest.raises(broken_rules()):
        write(database, "a")
    with pytest.raises(broken_rules()), database.writing() as connection:
        connection.execute(text("INSERT INTO token (club, digest, role, created_at) VALUES ('k', 'a', 'r', 'now')"))
    write(database, "b")
    assert kept(database) == ["a", "b"]


def test_a_turn_that_ends_without_writing_leaves_nothing_behind(database: Database) -> None:
    with database.turn(STREAM):
        assert kept(database) == []
    write(database, "a")
    assert kept(database) == ["a"]


def test_within_a_turn_the_thread_reads_what_it_will_write_to(database: Database) -> None:
    write(database, "a")
    with database.turn(STREAM):
        assert kept(database) == ["a"]
        write(database, "b")
        # Recorded: the turn is over, and others may write.
        _in_time(lambda: write(database, "c"))
        assert kept(database) == ["a", "b", "c"]


def test_in_a_turn_that_failed_the_thread_reads_the_book_as_it_stands(database: Database) -> None:
    def write_both() -> None:
        with database.writing_directly(STREAM) as cursor:
            put(database, cursor, "b")
            put(database, cursor, "a")

    write(database, "a")
    with database.turn(STREAM):
        with pytest.raises(broken_rules()):
            write_both()
        assert kept(database) == ["a"]
        write(database, "c")
    assert kept(database) == ["a", "c"]


@pytest.mark.parametrize("way", ["turn", "writing_directly"])
def test_nobody_else_writes_to_a_stream_during_a_turn(database: Database, way: str) -> None:
    hold: Callable[[str], AbstractContextManager[Any]] = getattr(database, way)
    with ThreadPoolExecutor(1) as beside:
        with hold(STREAM):
            other = beside.submit(write, database, "other")
            assert not wait([other], timeout=0.3).done
        other.result(SECONDS)
    assert kept(database) == ["other"]


def test_on_postgresql_two_streams_are_written_to_at_once(postgresql_database: Database) -> None:
    with postgresql_database.turn(STREAM):
        _in_time(lambda: write(postgresql_database, "other", OTHER))
        assert kept(postgresql_database) == ["other"]


def test_whoever_also_writes_to_a_second_stream_waits_for_it(postgresql_database: Database) -> None:
    database = postgresql_database
    in_second = threading.Event()

    def first() -> None:
        with database.writing_directly(STREAM) as cursor:
            database.also_writing(cursor, "k/club:k")
            in_second.set()
            put(database, cursor, "first")

    with ThreadPoolExecutor(1) as beside:
        with database.turn("k/club:k"):
            waiting = beside.submit(first)
            assert not in_second.wait(0.3)
        waiting.result(SECONDS)
    assert kept(database) == ["first"]


def test_whoever_waits_for_postgresql_too_long_is_told(
    postgresql_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "BUSY_SECONDS", 0.1)
    with postgresql_database.turn(STREAM), ThreadPoolExecutor(1) as beside, pytest.raises(BookLocked):
        beside.submit(write, postgresql_database, "other").result(SECONDS)
    write(postgresql_database, "later")


def test_writers_of_one_process_queue_and_who_waits_too_long_is_told(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "BUSY_SECONDS", 0.05)

    def queue() -> None:
        with database.queueing(STREAM):
            pass

    with ThreadPoolExecutor(1) as beside:
        with database.queueing(STREAM), database.queueing(OTHER), pytest.raises(BookLocked):
            beside.submit(queue).result(SECONDS)
        beside.submit(queue).result(SECONDS)
    assert database._queues == {}


def test_a_connection_is_used_again_and_closed_with_the_book(database: Database) -> None:
    for digest in "abc":
        write(database, digest)
        kept(database)
    assert unused(database) == 1
    database.close()
    assert unused(database) == 0
    assert kept(database) == ["a", "b", "c"]


def _in_time(action: Callable[[], None]) -> None:
    with ThreadPoolExecutor(1) as beside:
        done: Future[None] = beside.submit(action)
        done.result(SECONDS)
