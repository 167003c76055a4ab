"""Connections to a server are bounded and used again; whoever cannot have one is told why in one sentence."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from typing import get_args

import psycopg
import pytest
from sqlalchemy import text

from service.book.db import Database, server
from service.book.recording.handler import CommandHandler
from service.book.store.event_store import EventStore
from service.config import Commit, Pooler, ServerOptions
from service.errors import BookBusy, BookUnreachable
from tests.service.book.db.pools import unused
from tests.service.book.store.evening import NIGHT, loans, record
from tests.service.book.store.nights import AT, founded, opened

CONNECTED = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
    "AND backend_type = 'client backend' AND application_name <> 'looks'"
)


def _connected(url: str) -> int:
    # The server may end the connection of an earlier look later.
    with psycopg.connect(url.replace("+psycopg", ""), application_name="looks") as connection:
        (count,) = connection.execute(CONNECTED).fetchone() or (0,)
        return int(count)


def test_many_threads_share_as_many_connections_as_the_settings_allow(postgresql_url) -> None:
    with closing(Database(postgresql_url, ServerOptions(connections_max=3))) as database:
        most: list[int] = []
        one_looks = threading.Lock()

        def both_ways(number: int) -> None:
            EventStore(database).read(NIGHT)
            with database.reading() as connection:
                connection.execute(text("SELECT 1"))
            if number % 10 == 0:
                with one_looks:
                    most.append(_connected(postgresql_url))

        with ThreadPoolExecutor(12) as threads:
            list(threads.map(both_ways, range(60)))
        assert max(most) <= 3
        assert unused(database) == _connected(postgresql_url) > 0


def test_whoever_waits_too_long_for_a_connection_is_told(postgresql_url, monkeypatch) -> None:
    monkeypatch.setattr(server, "BUSY_SECONDS", 1)
    with closing(Database(postgresql_url, ServerOptions(connections_max=2))) as database, ExitStack() as held:
        for _ in range(2):
            held.enter_context(database.reading())
        with pytest.raises(BookBusy, match="All 2 connections of this process to the book at .* have been in use"):
            EventStore(database).read(NIGHT)
        held.close()
        assert EventStore(database).read(NIGHT) == []


def test_whoever_waits_gets_the_connection_that_another_gives_back(postgresql_url) -> None:
    with closing(Database(postgresql_url, ServerOptions(connections_max=2))) as database:
        held = ExitStack()
        for _ in range(2):
            held.enter_context(database.reading())
        threading.Timer(0.3, held.close).start()
        assert EventStore(database).read(NIGHT) == []


def test_whoever_holds_the_turn_of_a_club_needs_no_second_connection(postgresql_url) -> None:
    """Else those who wait for the turn could have all connections, and all would wait for one another."""
    with closing(Database(postgresql_url, ServerOptions(connections_max=2))) as database:
        founded(CommandHandler(database, now=lambda: AT), "n0")
        with ThreadPoolExecutor(6) as threads:
            nights = [f"n{number}" for number in range(1, 13)]
            list(threads.map(lambda night: opened(CommandHandler(database, now=lambda: AT), night), nights))
        assert len(CommandHandler(database).lists.nights(limit=20)) == 13


def test_a_server_that_takes_no_connection_is_said_at_once() -> None:
    with closing(Database("postgresql+psycopg://anna@127.0.0.1:1/book")) as database:
        began = time.monotonic()
        for _ in range(2):
            with pytest.raises(BookUnreachable, match="Connection refused"), database.connect():
                pass
        assert time.monotonic() - began < server.BUSY_SECONDS


def test_of_several_servers_that_take_no_connection_the_reason_of_each_is_said() -> None:
    url = "postgresql+psycopg://anna:secret@127.0.0.1:1,127.0.0.2:2/book"
    reason = 'connection to server at "127.0.0.{0}", port {0} failed: Connection refused'.format
    with closing(Database(url)) as database, pytest.raises(BookUnreachable) as refused:
        database.connect().__enter__()
    assert str(refused.value) == (
        f"The book at 127.0.0.1:1,127.0.0.2:2/book cannot be reached: {reason(1)}; {reason(2)}."
    )


def test_an_act_is_acknowledged_as_the_settings_say(postgresql_url) -> None:
    for commit in get_args(Commit):
        for pooler in get_args(Pooler):
            _insist_on_how_it_is_acknowledged(postgresql_url, commit, pooler)


def _insist_on_how_it_is_acknowledged(postgresql_url: str, commit: Commit, pooler: Pooler) -> None:
    with closing(Database(postgresql_url, ServerOptions(commit=commit, pooler=pooler))) as database:
        with database.writing(NIGHT.lock) as connection:
            within = connection.scalar(text("SHOW synchronous_commit"))
        with database.writing() as connection:
            assert connection.scalar(text("SHOW synchronous_commit")) == within
        (after,) = database.rows(text("SELECT current_setting('synchronous_commit'), current_setting('lock_timeout')"))
    with psycopg.connect(postgresql_url.replace("+psycopg", "")) as plain:
        ((of_the_server,),) = plain.execute("SHOW synchronous_commit").fetchall()
    assert within == (of_the_server if commit == "server" else commit)
    # Behind a pooler nothing of it may outlast the transaction.
    assert tuple(after) == (of_the_server, "0")


def test_reading_leaves_no_transaction_open(postgresql_url, postgresql_database) -> None:
    record(postgresql_database, loans(1))
    EventStore(postgresql_database).read(NIGHT)
    with postgresql_database.reading() as connection:
        connection.execute(text("SELECT 1"))
    with psycopg.connect(postgresql_url.replace("+psycopg", "")) as plain:
        states = plain.execute(
            "SELECT DISTINCT state FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchall()
    assert states == [("idle",)]


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("anna:secret@db/club", "db/club"),
        ("db:5433/club", "db:5433/club"),
        ("a:1,b:2/club?target_session_attrs=read-write", "a:1,b:2/club"),
        ("a,b/club", "a,b/club"),
        ("/club?host=/run/pg", "/run/pg/club"),
        ("/club", "the local server/club"),
    ],
)
def test_a_book_on_servers_is_named_by_them_and_never_by_a_password(url, place) -> None:
    assert Database(f"postgresql+psycopg://{url}").place == place
