"""What is written in one transaction is recorded whole or not at all, and writers of one stream take turns."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import IntegrityError

from service.book.db import Database, also_writing, server
from service.book.db import database as module
from service.book.store.rows import TOKEN
from service.errors import BookLocked
from tests.service.book.db.pools import unused

STREAM, OTHER = "k/night:n1", "k/night:n2"
SECONDS = 20


class Broken(Exception):
    """What goes wrong in the middle of a transaction."""


def put(connection: Connection, digest: str, club: str = "k") -> None:
    connection.execute(insert(TOKEN).values(club=club, digest=digest, role="banker", created_at="now"))


def kept(database: Database) -> list[str]:
    return [digest for (digest,) in database.rows(select(TOKEN.c.digest).order_by(TOKEN.c.digest))]


def write(database: Database, digest: str, stream: str = STREAM) -> None:
    with database.writing(stream) as connection:
        put(connection, digest)


def test_nothing_is_recorded_of_a_transaction_that_fails(database) -> None:
    def of_a_stream() -> None:
        with database.writing(STREAM) as connection:
            put(connection, "a")
            raise Broken

    def without_a_stream() -> None:
        with database.writing() as connection:
            put(connection, "b")
            raise Broken

    def in_a_turn() -> None:
        with database.turn(STREAM), database.writing(STREAM) as connection:
            put(connection, "c")
            raise Broken

    for fails in (of_a_stream, without_a_stream, in_a_turn):
        with pytest.raises(Broken):
            fails()
        assert kept(database) == []
        write(database, fails.__name__)
        with database.writing() as connection:
            connection.execute(delete(TOKEN))


def test_a_turn_that_ends_without_writing_leaves_nothing_behind(database) -> None:
    with database.turn(STREAM):
        assert kept(database) == []
    write(database, "a")
    assert kept(database) == ["a"]


def test_within_a_turn_the_thread_reads_what_it_will_write_to(database) -> None:
    write(database, "a")
    with database.turn(STREAM):
        assert kept(database) == ["a"]
        write(database, "b")
        # Recorded: the turn is over, and others may write.
        _in_time(lambda: write(database, "c"))
        assert kept(database) == ["a", "b", "c"]


def test_in_a_turn_that_failed_the_thread_reads_the_book_as_it_stands(database) -> None:
    def write_both() -> None:
        with database.writing(STREAM) as connection:
            put(connection, "b")
            put(connection, "a")

    write(database, "a")
    with database.turn(STREAM):
        with pytest.raises(IntegrityError):
            write_both()
        assert kept(database) == ["a"]
        write(database, "c")
    assert kept(database) == ["a", "c"]


@pytest.mark.parametrize("way", ["turn", "writing"])
def test_nobody_else_writes_to_a_stream_during_a_turn(database, way) -> None:
    hold: Callable[[str], AbstractContextManager[Any]] = getattr(database, way)
    with ThreadPoolExecutor(1) as beside:
        with hold(STREAM):
            other = beside.submit(write, database, "other")
            assert not wait([other], timeout=0.3).done
        other.result(SECONDS)
    assert kept(database) == ["other"]


def test_on_postgresql_two_streams_are_written_to_at_once(postgresql_database) -> None:
    with postgresql_database.turn(STREAM):
        _in_time(lambda: write(postgresql_database, "other", OTHER))
        assert kept(postgresql_database) == ["other"]


def test_whoever_also_writes_to_a_second_stream_waits_for_it(postgresql_database) -> None:
    database = postgresql_database
    in_second = threading.Event()

    def first() -> None:
        with database.writing(STREAM) as connection:
            also_writing(connection, "k/club:k")
            in_second.set()
            put(connection, "first")

    with ThreadPoolExecutor(1) as beside:
        with database.turn("k/club:k"):
            waiting = beside.submit(first)
            assert not in_second.wait(0.3)
        waiting.result(SECONDS)
    assert kept(database) == ["first"]


def test_whoever_waits_for_postgresql_too_long_is_told(postgresql_database, monkeypatch) -> None:
    monkeypatch.setattr(server, "BUSY_SECONDS", 0.1)
    with postgresql_database.turn(STREAM), ThreadPoolExecutor(1) as beside, pytest.raises(BookLocked):
        beside.submit(write, postgresql_database, "other").result(SECONDS)
    write(postgresql_database, "later")


def test_writers_of_one_process_queue_and_who_waits_too_long_is_told(database, monkeypatch) -> None:
    monkeypatch.setattr(module, "BUSY_SECONDS", 0.05)

    def queue() -> None:
        with database.queueing(STREAM):
            pass

    with ThreadPoolExecutor(1) as beside:
        with database.queueing(STREAM), database.queueing(OTHER), pytest.raises(BookLocked):
            beside.submit(queue).result(SECONDS)
        beside.submit(queue).result(SECONDS)
    assert database._queues == {}


def test_a_connection_is_used_again_and_closed_with_the_book(database) -> None:
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
