"""A club moves to another book, chain intact; a move that was stopped goes on, and a club played on there is refused."""

import random
import subprocess
import time

import pytest

from service.book.db import Database
from service.book.moving.copying import Copied, copy_club, insist_on_copies
from service.book.moving.reader import End, snapshot
from service.book.recording.handler import CommandHandler
from service.book.recording.outbox import settle_job
from service.book.store.event_store import EventStore
from service.book.store.jobs import Jobs, record_outcome
from service.book.store.schema import open_book
from service.book.store.verify import verify_book
from service.errors import BrokenChain, ClubDiffers, ClubMissing, NameDiffers, NightExists, PlayedOnThere, StreamExists
from tests.forked import Forked
from tests.service.book.moving.clubs import (
    AT,
    CLUB,
    NIGHT,
    OWN,
    PEOPLE,
    everything,
    found,
    grant,
    lend,
    now,
    open_night,
    play_night,
    rows,
)
from tests.service.book.phone import countersign
from tests.soak import SOAK

MOVED = ("event", "club", "player", "night", "request", "outcome", "countersignature")
ROUNDS = 4


@pytest.fixture
def target(sqlite_database) -> Database:
    return sqlite_database


def with_two_clubs(database: Database) -> None:
    """A book with a club of three nights, beside another club."""
    handler = found(database)
    play_night(handler, "n1", seed=1)
    play_night(handler, "n2", seed=2)
    open_night(handler, "n3")
    countersign(database, handler, "n3", "p-anna")
    open_night(found(database, "friday", "Fredag"), "f1", club="friday")


@pytest.fixture
def source(copy_of) -> Database:
    """A book in a file."""
    return copy_of(with_two_clubs)


@pytest.fixture(params=["from a file to a server", "from a server to a file"])
def way(request, postgresql_database) -> tuple[Database, Database]:
    """The book to move from and the one to move to, of which one is a file and one lies on a server."""
    if request.param == "from a file to a server":
        return request.getfixturevalue("source"), postgresql_database
    with_two_clubs(postgresql_database)
    return postgresql_database, request.getfixturevalue("sqlite_database")


def _of_the_club(database: Database, table: str) -> list[tuple[object, ...]]:
    return [row for row in rows(database, table) if row[0] == CLUB]


def test_a_club_moves_with_everything_and_no_other(way) -> None:
    any_source, target = way
    record_outcome(any_source, club=CLUB, key="reconcile:n1:9", digest="d", stream=NIGHT.name, body="{}")
    before = everything(any_source)
    ticks: list[tuple[int, int]] = []
    copied = copy_club(any_source, target, CLUB, tick=lambda done, of: ticks.append((done, of)))
    store = EventStore(any_source)
    events = len(_of_the_club(any_source, "event"))
    assert copied == Copied(
        club=CLUB,
        name="Tirsdagsklubben ♠",
        nights=3,
        events=events,
        added=events,
        names=len(PEOPLE),
        head=store.head(OWN),
    )
    for table in MOVED:
        assert rows(target, table) == _of_the_club(any_source, table), table
    assert rows(target, "job") == _of_the_club(any_source, "job") != []
    assert ticks == sorted(ticks)
    assert ticks[-1] == (2 * events, 2 * events)
    assert verify_book(target) == []
    assert everything(any_source) == before


def test_a_job_that_somebody_does_here_is_due_there(source, target) -> None:
    jobs = Jobs(source)
    jobs.ask(settle_job(NIGHT, 7, "bank", AT))
    assert jobs.claim(CLUB, "settle:n1:7", by="worker", now=AT)
    copy_club(source, target, CLUB)
    (found_there,) = [job for job in Jobs(target).listed() if job.key == "settle:n1:7"]
    assert (found_there.state, found_there.attempts) == ("due", 1)


def test_the_club_is_played_on_in_the_other_book(source, target) -> None:
    copy_club(source, target, CLUB)
    handler = CommandHandler(target, now)
    lend(handler, "n3")
    play_night(handler, "n4", seed=4)
    assert verify_book(target) == []


def test_moving_again_brings_only_what_is_new(way) -> None:
    any_source, target = way
    copy_club(any_source, target, CLUB)
    handler = CommandHandler(any_source, now)
    lend(handler, "n3", times=2)
    grant(handler)
    handler.clubs.rename_member(CLUB, "p-bo", "Bo")
    handler.clubs.forget_member(CLUB, "p-dora")
    open_night(handler, "n4")
    again = copy_club(any_source, target, CLUB)
    assert again.added == 2 + 3 + 1 + EventStore(any_source).version(NIGHT._replace(name="night:n4"))
    for table in MOVED:
        assert rows(target, table) == _of_the_club(any_source, table), table
    assert copy_club(any_source, target, CLUB).added == 0


def test_a_club_that_is_not_there_cannot_be_moved(source, target) -> None:
    with pytest.raises(ClubMissing):
        copy_club(source, target, "sunday")


@pytest.mark.parametrize("plays_on", [lambda at: lend(at, "n3"), lambda at: open_night(at, "n4")])
def test_a_club_that_was_played_on_there_is_refused(source, target, plays_on) -> None:
    copy_club(source, target, CLUB)
    plays_on(CommandHandler(target, now))
    before = everything(target)
    with pytest.raises(PlayedOnThere, match="copy it from there"):
        copy_club(source, target, CLUB)
    assert everything(target) == before


def test_a_night_that_went_another_way_there_is_refused(source, target) -> None:
    copy_club(source, target, CLUB)
    lend(CommandHandler(target, lambda: "2026-02-13T20:16:00Z"), "n3")
    version = EventStore(target).version(NIGHT._replace(name="night:n3"))
    lend(CommandHandler(source, now), "n3", times=2)
    before = everything(target)
    with pytest.raises(StreamExists) as refusal:
        copy_club(source, target, CLUB)
    assert (refusal.value.stream, refusal.value.version) == ("night:n3", version)
    assert everything(target) == before


def test_another_club_under_the_same_id_is_refused(source, target) -> None:
    found(target)
    before = everything(target)
    with pytest.raises(ClubDiffers):
        copy_club(source, target, CLUB)
    assert everything(target) == before


def test_a_night_that_another_club_there_has_and_a_changed_name_are_refused(source, target) -> None:
    open_night(found(target, "sunday", "Søndag"), "n3", club="sunday")
    before = everything(target)
    with pytest.raises(NightExists):
        copy_club(source, target, CLUB)
    with source.writing() as connection:
        connection.exec_driver_sql("UPDATE player SET name = 'Mallory', compared = 'mallory' WHERE id = 'p-bo'")
    with pytest.raises(NameDiffers):
        copy_club(source, target, CLUB)
    assert everything(target) == before


def test_a_copy_that_lacks_the_head_is_found(source, target) -> None:
    copy_club(source, target, CLUB)
    lend(CommandHandler(source, now), "n3")
    with snapshot(source) as reader:
        ends = reader.ends(CLUB)
    with pytest.raises(BrokenChain, match="does not have the event"):
        insist_on_copies(target, ends)
    with pytest.raises(BrokenChain, match="does not have the event"):
        insist_on_copies(target, {OWN: End(1, "0" * 64)})


def _move_until_killed(source: str, target: str, after: float) -> bool:
    """Starts a move and kills it some time after its first step; False if it was done before."""
    process = Forked(["-m", "tests.service.book.moving.mover", source, target], stdout=subprocess.PIPE)
    process.stdout.readline()
    time.sleep(after)
    process.kill()
    process.stdout.close()
    return process.wait(10) == -9


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"] if SOAK else ["postgresql"])
def test_a_move_that_was_killed_goes_on(request, tmp_path, kind) -> None:
    url = f"sqlite:///{tmp_path / 'source.db'}"
    source = open_book(url)
    play_night(found(source), hands=20)
    target_url = request.getfixturevalue(f"{kind}_url")
    moments = random.Random(20260213)
    killed = [_move_until_killed(url, target_url, moments.uniform(0, 0.08)) for _ in range(ROUNDS)]
    assert any(killed), "Not one move was stopped in the middle."
    target = open_book(target_url)
    there = len(rows(target, "event"))
    copied = copy_club(source, target, CLUB)
    assert copied.added == copied.events - there
    for table in MOVED:
        assert rows(target, table) == rows(source, table), table
    assert rows(target, "job") == rows(source, "job")
    assert verify_book(target) == []
    source.close()
    target.close()


def test_the_club_is_listed_only_when_all_of_it_is_there(source, target) -> None:
    class Stopped(Exception):
        pass

    def stop_late(done: int, of: int) -> None:
        if done * 2 >= of:
            raise Stopped

    with pytest.raises(Stopped):
        copy_club(source, target, CLUB, tick=stop_late)
    assert rows(target, "event")
    assert rows(target, "club") == rows(target, "player") == []
    copy_club(source, target, CLUB)
    assert rows(target, "club") == _of_the_club(source, "club")
