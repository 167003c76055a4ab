"""A night beside what its club recorded of it."""

from __future__ import annotations

from engine import commands
from service.book.db import Database
from service.book.proof.by_its_club import wrong_by_its_club
from service.book.recording.handler import CommandHandler
from service.book.store.chain import stream_of_night
from service.book.store.event_store import EventStore
from tests.service.book.store.nights import AT, BANKER, CLUB, close, founded, played


def test_a_night_that_goes_on_while_it_is_read_is_not_cut_off(database: Database) -> None:
    handler = CommandHandler(database, now=lambda: AT)
    founded(handler, "n1")
    played(handler, "n1")
    close(handler, "n1")
    stream = stream_of_night(CLUB, "n1")
    before = EventStore(database).read(stream)
    handler.handle("n1", commands.RaiseDispute(by=BANKER, words="I had more."))
    assert wrong_by_its_club(database, stream, before) == ""
    assert wrong_by_its_club(database, stream, EventStore(database).read(stream)) == ""
