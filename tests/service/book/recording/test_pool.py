"""Which handler a request gets: one that knows its night, so that many tables do not read each other's nights away."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from engine import commands
from service.app.book import Book
from service.app.seeing import see
from service.book.recording import handler as recording_handler
from service.book.recording import pool
from service.book.recording.handler import NIGHTS_MAX
from service.book.recording.pool import IDLE_MAX
from service.book.store.event_store import EventStore
from tests.service.book.store.nights import AT, BANKER, CLUB, founded

TABLES = 2 * NIGHTS_MAX + 5


@pytest.fixture
def book(sqlite_database, tmp_path):
    made = Book.on(sqlite_database, home=tmp_path, now=lambda: AT, wary=False)
    with made.handler() as handler:
        founded(handler, "n0")
        for number in range(1, TABLES):
            handler.open_night(commands.OpenNight(night=f"n{number}", club=CLUB, banker=BANKER))
    return made


def test_many_tables_at_once_are_each_read_from_the_beginning_once(book, monkeypatch):
    read, begun = EventStore.read, []

    def reading(self, stream, *, after=0, **more):
        if stream.night and not after:
            begun.append(stream.night)
        return read(self, stream, after=after, **more)

    monkeypatch.setattr(EventStore, "read", reading)
    for _ in range(3):
        for number in range(TABLES):
            see(book, f"n{number}")
    assert len(begun) <= TABLES
    assert len(begun) == len({*begun})


def test_a_night_whose_handler_is_lent_gets_another_one_and_both_see_the_same(book):
    with book.handler("n1") as first:
        first.load("n1")
        with book.handler("n1") as second:
            assert second is not first
            assert second.load("n1").head == first.load("n1").head
    with book.handler("n1") as again:
        assert again in (first, second)


def test_no_more_handlers_are_kept_than_requests_may_run_at_once(book):
    with ExitStack() as stack:
        lent = [stack.enter_context(book.handler()) for _ in range(IDLE_MAX + 4)]
    kept = []
    with ExitStack() as stack:
        kept = [stack.enter_context(book.handler()) for _ in range(IDLE_MAX)]
    assert all(one in lent for one in kept)
    with ExitStack() as stack:
        again = [stack.enter_context(book.handler()) for _ in range(IDLE_MAX + 1)]
    assert sum(one in lent for one in again) == IDLE_MAX


def test_what_idle_handlers_remember_is_bounded_by_the_events_of_all_nights(book, monkeypatch):
    monkeypatch.setattr(pool, "EVENTS_MAX", 12)
    with ExitStack() as stack:
        lent = [stack.enter_context(book.handler()) for _ in range(4)]
        for number, handler in enumerate(lent):
            for night in range(5):
                handler.load(f"n{5 * number + night}")
    # What was used last stays.
    assert sum(handler.size for handler in lent) == 12
    assert sum(handler.remembers(f"n{number}") for handler in lent for number in range(TABLES)) == 12
    assert lent[0].remembers("n4")
    assert lent[3].remembered == 0
    assert see(book, "n19").version == 1


def test_a_handler_remembers_no_more_events_than_it_has_room_for_beside_the_night_it_reads(book, monkeypatch):
    monkeypatch.setattr(recording_handler, "EVENTS_MAX", 3)
    with book.handler() as handler:
        for night in range(6):
            handler.load(f"n{night}")
        assert [handler.remembers(f"n{night}") for night in range(6)] == [False, False, False, True, True, True]
