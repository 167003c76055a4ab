"""The primary is killed while nights are recorded, and its replica takes its place.

With synchronous commit, nothing that was acknowledged is lost. Without it, at most what the replica had not received is lost,
and the heads that people keep show it. `CHIPBOOK_SOAK` kills more often, under more writers.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager

import pytest

from engine import commands
from service.app.book import Book
from service.app.looking_back import verify
from service.book.db import Database
from service.book.recording.handler import CommandHandler
from service.book.store.schema import open_book
from service.book.store.verify import verify_book
from service.config import ServerOptions
from service.errors import BookLocked, BookUnreachable, NoAnswer
from tests import servers
from tests.servers import Pair
from tests.service.book.store.nights import AT, BANKER, CLUB, founded, opened
from tests.soak import rounds

ROUNDS = rounds(1, 10)
WRITERS = rounds(4, 16)
SECONDS = 60
PASSING = (BookUnreachable, BookLocked, NoAnswer)


@contextmanager
def _a_pair() -> Iterator[tuple[Pair, str]]:
    """A pair of servers, and the URL by which a program reaches the one of the two that writes."""
    with servers.replicated() as pair:
        servers.Administrator(pair.primary.url).make("book")
        ports = f"127.0.0.1:{pair.primary.port},127.0.0.1:{pair.replica.port}"
        yield pair, f"postgresql+psycopg://postgres@{ports}/book?target_session_attrs=read-write"


def _promote(pair: Pair) -> None:
    assert pair.replica.say("SELECT pg_promote(true)") == [(True,)]


def _loans(handler: CommandHandler, night: str) -> list[int]:
    return [one.event.chips for one in handler.load(night).records if isinstance(one.event, commands.GiveLoan)]


class Writer(threading.Thread):
    """A person at a night who repeats each act under its key until it is acknowledged."""

    def __init__(self, database: Database, night: str, player: str) -> None:
        super().__init__(daemon=True)
        self._handler = CommandHandler(database, now=lambda: AT)
        self._night, self._player = night, player
        self.acknowledged: list[int] = []
        self.trouble: Exception | None = None
        self.stopped = threading.Event()

    def run(self) -> None:
        number = 0
        while not self.stopped.is_set():
            number += 1
            try:
                self._lend(number)
            except Exception as problem:  # noqa: BLE001 - told by the thread that waits.
                self.trouble = problem
                return
            self.acknowledged.append(number)

    def _lend(self, chips: int) -> None:
        give_up_at = time.monotonic() + SECONDS
        while True:
            try:
                loan = commands.GiveLoan(player=self._player, chips=chips)
                self._handler.handle(self._night, loan, key=f"{self._night}-{chips}")
            except PASSING:
                if time.monotonic() > give_up_at:
                    raise
                time.sleep(0.02)
            else:
                return


def _until(what: str, holds: object) -> None:
    give_up_at = time.monotonic() + SECONDS
    while not holds():  # type: ignore[operator]
        assert time.monotonic() < give_up_at, what
        time.sleep(0.02)


@pytest.mark.parametrize("_round", range(ROUNDS))
def test_no_acknowledged_event_is_lost_when_the_primary_is_killed(_round) -> None:
    with ExitStack() as stack:
        pair, url = stack.enter_context(_a_pair())
        pair.primary.say("ALTER SYSTEM SET synchronous_standby_names = '*'")
        pair.primary.say("SELECT pg_reload_conf()")
        database = stack.enter_context(closing(open_book(url, ServerOptions(commit="on", connections_max=WRITERS + 2))))
        handler = CommandHandler(database, now=lambda: AT)
        founded(handler, "n0")
        writers = []
        for number in range(1, WRITERS + 1):
            player = opened(handler, f"n{number}")
            handler.handle(f"n{number}", commands.SeatPlayer(player=player))
            writers.append(Writer(database, f"n{number}", player))
        for writer in writers:
            writer.start()
        _until("All write.", lambda: all(len(writer.acknowledged) > 5 for writer in writers))
        pair.primary.kill()
        before = [len(writer.acknowledged) for writer in writers]
        _promote(pair)
        _until(
            "All go on at the other server.",
            lambda: all(
                len(one.acknowledged) > was + 5 or one.trouble for one, was in zip(writers, before, strict=True)
            ),
        )
        for writer in writers:
            writer.stopped.set()
        for writer in writers:
            writer.join(SECONDS)
            assert writer.trouble is None
        fresh = CommandHandler(database, now=lambda: AT)
        for number, writer in enumerate(writers, 1):
            assert _loans(fresh, f"n{number}") == writer.acknowledged
        assert verify_book(database) == []


def _lend_and_note(handler: CommandHandler, pair: Pair, night: str, count: int) -> list[tuple[int, str, str]]:
    """Loans, each with the head of the night and the place in the primary's log after it was acknowledged."""
    noted = []
    for number in range(count):
        handler.handle(night, commands.GiveLoan(player=BANKER, chips=100 + number), key=f"{night}-{number}-{count}")
        ((place,),) = pair.primary.say("SELECT pg_current_wal_flush_lsn()::text")
        noted.append((100 + number, handler.load(night).head, place))
    return noted


def test_without_it_only_what_the_replica_had_not_received_is_lost_and_a_kept_head_shows_it(
    tmp_path, monkeypatch
) -> None:
    with ExitStack() as stack:
        pair, url = stack.enter_context(_a_pair())
        database = stack.enter_context(closing(open_book(url, ServerOptions(commit="local"))))
        handler = CommandHandler(database, now=lambda: AT)
        founded(handler, "n0")
        handler.handle("n0", commands.SeatPlayer(player=BANKER))
        noted = _lend_and_note(handler, pair, "n0", 5)
        pair.wait_until_level()
        # From here on the replica receives nothing, as on a network that is cut.
        pair.replica.say("ALTER SYSTEM SET primary_conninfo = ''")
        pair.replica.say("SELECT pg_reload_conf()")
        _until("It is cut off.", lambda: not pair.replica.say("SELECT 1 FROM pg_stat_wal_receiver"))
        noted += _lend_and_note(handler, pair, "n0", 4)
        pair.primary.kill()
        monkeypatch.setattr("service.book.db.database.TRY_SECONDS", 0.1)
        with pytest.raises(BookUnreachable):
            handler.handle("n0", commands.GiveLoan(player=BANKER, chips=7), key="after")
        ((received,),) = pair.replica.say("SELECT pg_last_wal_receive_lsn()::text")
        _promote(pair)
        monkeypatch.undo()
        # The process that knew them is not misled by what it remembers: the others go on where the book is.
        there = _loans(handler, "n0")
        had = [chips for chips, _, place in noted if _at(place) <= _at(received)]
        assert there == had == [100 + number for number in range(5)]
        handler.handle("n0", commands.GiveLoan(player=BANKER, chips=7), key="after")
        assert _loans(handler, "n0") == [*had, 7]
        assert verify_book(database) == []
        book = Book.on(database, home=tmp_path)
        kept = {chips: head for chips, head, _ in noted[:5]}
        lost = noted[-1][1]
        assert verify.verify_night(book, "n0", head=kept[104]).holds
        assert not verify.verify_night(book, "n0", head=lost).holds
        assert CommandHandler(database).clubs.load(CLUB).club.nights.keys() == {"n0"}


def _at(place: str) -> int:
    """A place in the log of a server as a number."""
    high, _, low = place.partition("/")
    return (int(high, 16) << 32) + int(low, 16)
