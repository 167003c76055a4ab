"""Behind PgBouncer in transaction mode, where two transactions rarely meet on one connection, everything works."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import psycopg
import pytest
from sqlalchemy import make_url, text

from engine import commands
from service.book.db import Database
from service.book.moving.copying import copy_club
from service.book.recording.handler import CommandHandler
from service.book.store.chain import stream_of_night
from service.book.store.event_store import JobDraft
from service.book.store.jobs import Jobs
from service.book.store.schema import open_book
from service.book.store.verify import verify_book
from service.config import ServerOptions
from tests import servers
from tests.service.book.store.nights import AT, BANKER, CLUB, close, founded, opened, played

BEHIND_IT = ServerOptions(pooler="transaction", connections_max=12, commit="on")


@pytest.fixture(scope="module")
def bouncer(postgresql_server) -> Iterator[int]:
    """The port of a PgBouncer that has two connections to the server."""
    try:
        with servers.pgbouncer(postgresql_server, connections=2) as port:
            yield port
    except servers.NoServer as missing:
        pytest.skip(f"NOT TESTED: {missing}")


def _behind(bouncer: int, url: str) -> str:
    return make_url(url).set(port=bouncer).render_as_string(hide_password=False)


@pytest.fixture
def book(bouncer, postgresql_url) -> Iterator[Database]:
    with closing(open_book(_behind(bouncer, postgresql_url), BEHIND_IT)) as database:
        yield database


def test_more_writers_than_connections_record_their_nights(book) -> None:
    founded(CommandHandler(book, now=lambda: AT), "n0")

    def record(number: int) -> None:
        handler = CommandHandler(book, now=lambda: AT)
        player = opened(handler, f"n{number}")
        # Often enough that a statement would be prepared.
        played(handler, f"n{number}", player, loans=8)
        close(handler, f"n{number}")

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(record, range(1, 9)))
    assert verify_book(book) == []
    lists = CommandHandler(book).lists
    assert sorted((one.night, one.phase) for one in lists.nights(limit=20))[1:] == [
        (f"n{number}", "closed") for number in range(1, 9)
    ]


def test_writers_of_one_night_wait_for_one_another(bouncer, postgresql_url, book) -> None:
    founded(CommandHandler(book, now=lambda: AT), "n0")
    CommandHandler(book, now=lambda: AT).handle("n0", commands.SeatPlayer(player=BANKER))
    others = [Database(_behind(bouncer, postgresql_url), BEHIND_IT) for _ in "abc"]

    def lend(which: int) -> None:
        handler = CommandHandler(others[which], now=lambda: AT)
        for number in range(6):
            handler.handle(
                "n0", commands.GiveLoan(player=BANKER, chips=10 * which + number + 1), key=f"{which}-{number}"
            )

    with ThreadPoolExecutor(3) as threads:
        list(threads.map(lend, range(3)))
    for other in others:
        other.close()
    assert CommandHandler(book).store.version(stream_of_night(CLUB, "n0")) == 2 + 18
    assert verify_book(book) == []


def test_nothing_that_a_transaction_sets_is_left_on_the_connection(bouncer, postgresql_url, book) -> None:
    with book.writing("k/night:n") as connection:
        limits = text("SELECT current_setting('synchronous_commit'), current_setting('lock_timeout')")
        assert connection.execute(limits).all() == [("on", "5s")]
    with book.writing() as connection:
        assert connection.scalar(text("SHOW lock_timeout")) == "5s"
    plain = _behind(bouncer, postgresql_url).replace("+psycopg", "")
    held = (
        "SELECT current_setting('lock_timeout'), (SELECT count(*) FROM pg_prepared_statements), "
        "(SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid())"
    )
    with psycopg.connect(plain, prepare_threshold=None) as one, psycopg.connect(plain, prepare_threshold=None) as two:
        assert {one.execute(held).fetchone(), two.execute(held).fetchone()} == {("0", 0, 0)}


def test_jobs_and_moving_a_club_work_too(bouncer, book, sqlite_database) -> None:
    handler = CommandHandler(book, now=lambda: AT)
    founded(handler, "n0")
    played(handler, "n0")
    jobs = Jobs(book)
    assert jobs.ask(JobDraft(club=CLUB, key="verify:1", kind="verify", due_at=AT))
    job = jobs.claim_next(by="me", now=AT)
    assert job is not None
    assert jobs.finish(job, AT)
    assert copy_club(book, sqlite_database, CLUB).nights == 1
    assert verify_book(sqlite_database) == []
