"""Many who write to one night at once, in one process and in several, wait for one another: nobody is sent away."""

import subprocess
import threading
from collections import Counter

import pytest

from engine import commands
from engine.errors import Refusal
from service.book.db import database as db
from service.book.recording.handler import CommandHandler
from service.book.recording.unit_of_work import IncomingCommand, Joining
from service.book.store.chain import stream_of_night
from service.book.store.event_store import NOTHING_ELSE, EventStore
from service.book.store.names import new_member
from service.book.store.verify import verify_stream
from service.errors import BookError, NightExists, VersionConflict
from tests.forked import Forked
from tests.service.book.store.nights import open_night

AT = "2026-11-20T19:30:00Z"
WRITERS, ACTS = 16, 4
# However slow the machine is, nobody gives up in the queue.
PATIENCE = 600
PROGRAM = """
import sys
from tests.service.book.test_many_writers import PATIENCE, write_at_once
from service.book.db import Database
from service.book.db import database as db
db.BUSY_SECONDS = PATIENCE
print(write_at_once(Database(sys.argv[1]), int(sys.argv[3]), sys.argv[2]))
"""


@pytest.fixture
def handler(database) -> CommandHandler:
    handler = CommandHandler(database, now=lambda: AT)
    handler.clubs.found_club("Klub", club_id="k")
    open_night(
        handler,
        commands.OpenNight(night="n1", club="k", banker="b"),
        joining=Joining(members=[new_member("k", "b", "Bo")]),
    )
    handler.handle("n1", commands.SeatPlayer(player="b"))
    return handler


def write_at_once(database, writers: int, name: str) -> list[str]:
    """Everything that was refused while so many write, each with a command handler of its own."""
    refused: list[str] = []
    together = threading.Barrier(writers)

    def write(writer: int) -> None:
        handler = CommandHandler(database, now=lambda: AT)
        handler.load("n1")
        together.wait()
        for act in range(ACTS):
            try:
                handler.handle("n1", commands.GiveLoan(player="b", chips=1), key=f"{name}-{writer}-{act}")
            except (BookError, Refusal) as error:
                refused.append(repr(error))

    threads = [threading.Thread(target=write, args=(writer,)) for writer in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return refused


def loans(handler: CommandHandler) -> int:
    kinds = Counter(type(record.event) for record in handler.load("n1").records)
    return kinds[commands.GiveLoan]


def test_sixteen_writers_of_one_process_lose_nothing(handler, database, monkeypatch):
    monkeypatch.setattr(db, "BUSY_SECONDS", PATIENCE)
    before = loans(handler)
    assert write_at_once(database, WRITERS, "here") == []
    assert loans(handler) - before == WRITERS * ACTS
    assert verify_stream(database, stream_of_night("k", "n1")) == []


def test_sixteen_writers_of_two_processes_lose_nothing(handler, database, url):
    before = loans(handler)
    said = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    processes = [Forked(["-c", PROGRAM, url, name, WRITERS // 2], **said) for name in "ab"]
    assert [(*one.communicate(timeout=120), one.returncode) for one in processes] == [("[]\n", "", 0)] * 2
    assert loans(handler) - before == WRITERS * ACTS
    assert verify_stream(database, stream_of_night("k", "n1")) == []


def test_a_race_that_was_lost_to_another_process_is_not_lost_again(handler, database, monkeypatch):
    append_all, tried = EventStore.append_all, []

    def interrupted(store, appends, *, lock):
        if not tried:
            # Somebody writes between reading and appending; from then on everybody has to wait.
            append_all(EventStore(database), [one._replace(also=NOTHING_ELSE) for one in appends], lock=lock)
        tried.extend(one.expected_version for one in appends)
        return append_all(store, appends, lock=lock)

    monkeypatch.setattr(EventStore, "append_all", interrupted)
    version = handler.load("n1").version
    happened = handler.handle("n1", commands.GiveLoan(player="b", chips=7), key="once")
    assert tried == [version, version + 1]
    assert happened[0].version == version + 2
    tried.clear()
    with pytest.raises(VersionConflict):
        handler.handle("n1", commands.GiveLoan(player="b", chips=8), expected=version + 2)


def test_of_two_clubs_that_open_a_night_of_one_id_at_once_one_is_refused(handler, database):
    handler.clubs.found_club("Others", club_id="o")
    handler.clubs.admit("o", "Bo", player="b")
    together, said = threading.Barrier(2), []

    def opened(club: str) -> None:
        own = CommandHandler(database, now=lambda: AT)
        work = own.new_unit_of_work("n2")
        work.take(IncomingCommand(commands.OpenNight(night="n2", club=club, banker="b")))
        # Both have seen that no club has such a night.
        together.wait()
        try:
            own.record(work)
        except NightExists:
            said.append(club)

    writers = [threading.Thread(target=opened, args=(club,)) for club in ("k", "o")]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert len(said) == 1
    assert CommandHandler(database).load("n2").club not in said
