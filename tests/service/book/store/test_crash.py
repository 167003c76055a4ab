"""Processes that are killed while they record nights lose nothing that they had acknowledged, and leave nothing half done.

A night is recorded with what its club's stream says of it, with its entry in the list, and with whoever joins. Whenever the
process is killed, all of them agree. `CHIPBOOK_SOAK` kills more often, and several processes that write at once.
"""

import json
import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import func, select

from engine.club.state import Club
from service.book.db import Database
from service.book.recording.handler import CommandHandler
from service.book.recording.unit_of_work import changed
from service.book.store.chain import stream_of_night
from service.book.store.lists import Which
from service.book.store.rows import NIGHT, REQUEST
from service.book.store.schema import open_book
from service.book.store.verify import streams_of, verify_book
from tests.forked import Forked
from tests.service.book.store.nights import AT, founded
from tests.soak import SOAK, rounds

ROOT = Path(__file__).parents[4]
ROUNDS = {"sqlite": rounds(5, 50), "postgresql": rounds(5, 20)}
ROUNDS_MOST = 100
WRITERS = ("a", "b", "c", "d") if SOAK else ("a",)
SECONDS = 30
Recorded = dict[str, int]


@contextmanager
def _appending(url: str) -> Iterator[Forked]:
    words = ["-m", "tests.service.book.store.appender", url]
    with Forked(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


def _kill_while_it_records(process: Forked, club: str, after: float) -> Recorded:
    """The version of each night that the killed processes had acknowledged."""
    assert process.stdin
    assert process.stdout
    process.stdin.write(f"{' '.join((club, *WRITERS))}\n")
    process.stdin.flush()
    recorded: Recorded = {}
    killed: list[int] = []
    for line in process.stdout:
        said, *words = line.split()
        if said == "recorded":
            recorded[words[0]] = int(words[1])
        elif said == "started":
            killed = [int(word) for word in words]
        else:
            assert words == [str(-signal.SIGKILL)] * len(WRITERS), "A writer ended by itself."
            return recorded
        if killed and recorded:
            # They are at work: from here on it can happen at any moment.
            time.sleep(after)
            for one in killed:
                os.kill(one, signal.SIGKILL)
            killed = []
    raise AssertionError("The process that starts the writers has ended.")


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_killed_process_loses_no_acknowledged_night_and_leaves_nothing_half_recorded(kind, request) -> None:
    url = request.getfixturevalue(f"{kind}_url")
    database = open_book(url)
    moments = random.Random(20260213)
    unacknowledged = 0
    with _appending(url) as process:
        # Until one was killed in the middle of something, and at least so often.
        for number in range(ROUNDS_MOST):
            if number >= ROUNDS[kind] and unacknowledged:
                break
            club = f"c{number}"
            founded(CommandHandler(database, now=lambda: AT), f"{club}-first", club)
            alive = _connected(url) if kind == "postgresql" else set()
            recorded = _kill_while_it_records(process, club, moments.uniform(0, 0.08))
            if kind == "postgresql":
                _wait_for_the_dead(url, alive)
            unacknowledged += _insist_on_agreement(database, club, recorded)
    assert verify_book(database) == []
    assert unacknowledged, "The processes were never killed in the middle of anything."
    database.close()


def _wait_for_the_dead(url: str, alive: set[int]) -> None:
    """Until the server has ended the connections of the killed: one may still be recording what it was last sent."""
    give_up_at = time.monotonic() + SECONDS
    while _connected(url) - alive:
        assert time.monotonic() < give_up_at
        time.sleep(0.005)


def _connected(url: str) -> set[int]:
    """The processes of the server that serve a connection to this database, without the one that is asked."""
    query = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    with psycopg.connect(url.replace("+psycopg", "")) as connection:
        return {pid for (pid,) in connection.execute(query).fetchall()}


def _insist_on_agreement(database: Database, club: str, recorded: Recorded) -> int:
    """Checks that all that is said of every night of the club agrees; returns how many nights went on after they were
    last acknowledged."""
    handler = CommandHandler(database, now=lambda: AT)
    loaded = handler.clubs.load(club)
    streams = streams_of(database, club)
    nights = {stream.night: version for stream, version in streams.items() if stream.night}
    listed = {night.night: night for night in handler.lists.nights(Which(club=club), limit=1000)}
    assert set(listed) == set(nights) == set(loaded.club.nights)
    gone_on = 0
    for night, version in nights.items():
        if night in recorded:
            assert recorded[night] <= version, "What was acknowledged is there."
            gone_on += recorded[night] < version
        elif not night.endswith("-first"):
            gone_on += 1
        _insist_that_the_night_agrees(handler, loaded.club, night, version, listed[night])
    assert set(recorded) <= set(nights)
    _insist_on_names(handler, loaded.club, club)
    _insist_on_answers(database, club)
    return gone_on


def _insist_that_the_night_agrees(handler: CommandHandler, club: Club, night: str, version: int, listed: Any) -> None:
    loaded = handler.load(night)
    entry = changed(loaded.night, loaded.records)
    assert (listed.phase, listed.players, listed.hands) == (entry.phase, entry.players, entry.hands)
    note = club.nights[night]
    assert note.phase == entry.phase
    # The club notes the opening, and from the close on every event.
    assert note.version == (1 if entry.phase == "open" else version)
    (noted,) = handler.store.read(stream_of_night(loaded.club, night), after=note.version - 1, up_to=note.version)
    assert note.head == noted.hash


def _insist_on_names(handler: CommandHandler, state: Club, club: str) -> None:
    """Whoever the club's stream has admitted has the name for which it vouches, and nobody else has one."""
    members = {member.id: member for member in handler.names.members(club)}
    assert set(members) == set(state.members)
    for player, member in members.items():
        assert state.members[player].name_commitment == member.commitment


def _insist_on_answers(database: Database, club: str) -> None:
    """Every key in an event has its answer, and every answer its event."""
    handler = CommandHandler(database, now=lambda: AT)
    asked = set()
    for stream in streams_of(database, club):
        bodies = [json.loads(event.body) for event in handler.store.read(stream)]
        asked |= {body["request_id"] for body in bodies if "request_id" in body}
    with database.reading() as connection:
        keys = connection.scalars(select(REQUEST.c.key).where(REQUEST.c.club == club)).all()
        assert sorted(asked) == sorted(keys)
        assert connection.scalar(select(func.count()).select_from(NIGHT).where(NIGHT.c.club == club))
