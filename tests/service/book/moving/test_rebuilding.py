"""All that follows from events can be dropped and made again: the same rows, letter for letter."""

import itertools
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from engine import commands
from service.book.club_handler import ClubHandler
from service.book.db import Database
from service.book.moving.rebuilding import Rebuilt, rebuild_book, rebuild_club
from service.book.recording.handler import CommandHandler
from service.book.recording.outbox import settle_job, verify_job
from service.book.recording.unit_of_work import IncomingCommand
from service.book.store.chain import Request, stream_of_night
from service.book.store.event_store import EventStore
from service.book.store.jobs import Jobs, record_outcome
from service.errors import ClubMissing
from service.jobs.working import JobContext, Worker
from tests.forked import Forked
from tests.service.book.moving.clubs import AT, CLUB, NIGHT, OWN, found, grant, lend, now, open_night, play_night, rows
from tests.service.book.phone import countersign
from tests.soak import rounds

LATER = "2026-02-14T09:00:00Z"
DERIVED = ("club", "night", "night_result", "request", "outcome", "job")


def _drop(database: Database, *tables: str) -> None:
    with database.writing() as connection:
        for table in tables:
            connection.exec_driver_sql(f"DELETE FROM {table}")


def _derived(database: Database) -> dict[str, list[tuple[Any, ...]]]:
    found_rows = {table: rows(database, table) for table in DERIVED}
    found_rows["job"] = [row[:5] for row in found_rows["job"]]
    return found_rows


def _work(database: Database, home: Path) -> int:
    return Worker(JobContext(database, home, lambda: LATER), Jobs(database)).run_due()


@pytest.mark.parametrize("seed", range(rounds(3, 6)))
def test_after_a_random_night_every_row_is_made_again(sqlite_database, tmp_path, seed) -> None:
    handler = found(sqlite_database)
    play_night(handler, "n1", seed=seed, hands=2, depth=("book", "cards", "bank")[seed % 3])
    open_night(handler, "n2")
    grant(handler)
    handler.clubs.rename_member(CLUB, "p-bo", "Bo", key="rename")
    handler.clubs.rename(CLUB, "Onsdagsklubben", key="rename the club")
    _work(sqlite_database, tmp_path)
    before = _derived(sqlite_database)
    assert all(before.values())
    events, names = rows(sqlite_database, "event"), rows(sqlite_database, "player")
    _drop(sqlite_database, *DERIVED)
    (rebuilt,) = rebuild_book(sqlite_database, LATER)
    _work(sqlite_database, tmp_path)
    assert _derived(sqlite_database) == before
    assert (rows(sqlite_database, "event"), rows(sqlite_database, "player")) == (events, names)
    assert rebuilt == Rebuilt(
        club=CLUB,
        name="Onsdagsklubben",
        nights=2,
        answers=len(before["request"]),
        answers_dropped=0,
        jobs=len(before["job"]),
    )


def test_the_time_of_the_founding_is_that_of_its_act(sqlite_database) -> None:
    seconds = itertools.count()
    ClubHandler(sqlite_database, lambda: f"2026-02-13T20:15:{next(seconds):02}Z").found_club("Klub", club_id=CLUB)
    before = rows(sqlite_database, "club")
    rebuild_book(sqlite_database, LATER)
    assert rows(sqlite_database, "club") == before


def test_nights_that_are_opened_meanwhile_are_not_lost(database, url) -> None:
    open_night(found(database))
    process = Forked(["-m", "tests.service.book.moving.banker", url, "opening"], stdout=subprocess.PIPE)
    opened = [process.stdout.readline()]
    for _ in range(10):
        rebuild_book(database, LATER)
        opened.append(process.stdout.readline())
    process.kill()
    process.stdout.close()
    assert process.wait(10) == -9
    before = _derived(database)
    assert len(before["night"]) > len(opened)
    rebuild_book(database, LATER)
    assert _derived(database) == before


@pytest.mark.parametrize("stream", [NIGHT, stream_of_night(CLUB, "n2"), OWN])
def test_a_rebuild_waits_for_whoever_writes_to_a_stream_of_the_club(database, stream) -> None:
    handler = found(database)
    open_night(handler, "n1")
    open_night(handler, "n2")
    with ThreadPoolExecutor(1) as others:
        with database.writing(stream.lock):
            rebuilt = others.submit(rebuild_club, database, CLUB, LATER)
            with pytest.raises(TimeoutError):
                rebuilt.result(0.4)
        assert rebuilt.result(5).nights == 2


def test_rows_that_are_wrong_are_put_right(database) -> None:
    play_night(found(database))
    before = _derived(database)
    with database.writing() as connection:
        for statement in (
            "UPDATE club SET name = 'Other'",
            "UPDATE night SET phase = 'open', hands = 99",
            "UPDATE request SET last_version = 99",
            "DELETE FROM request WHERE key LIKE 'admit%%'"
            if database.dialect == "postgresql"
            else "DELETE FROM request WHERE key LIKE 'admit%'",
            "UPDATE job SET state = 'failed'",
        ):
            connection.exec_driver_sql(statement)
    rebuild_book(database, LATER)
    assert _derived(database) == before


def test_a_book_that_is_as_it_was_written_stays_so(sqlite_database) -> None:
    handler = found(sqlite_database)
    play_night(handler)
    open_night(handler, "n2")
    before = _derived(sqlite_database)
    rebuild_book(sqlite_database, LATER)
    assert _derived(sqlite_database) == before
    lend(CommandHandler(sqlite_database, now), "n2")


def test_what_phones_signed_by_themselves_stays(sqlite_database) -> None:
    handler = found(sqlite_database)
    open_night(handler)
    countersign(sqlite_database, handler, "n1", "p-anna")
    before = rows(sqlite_database, "countersignature")
    rebuild_book(sqlite_database, LATER)
    assert rows(sqlite_database, "countersignature") == before != []


def test_what_somebody_asked_for_and_what_a_verification_found_stays(sqlite_database) -> None:
    handler = found(sqlite_database)
    play_night(handler)
    jobs = Jobs(sqlite_database)
    jobs.ask(settle_job(NIGHT, 3, "direct", AT))
    jobs.ask(verify_job(CLUB, AT))
    record_outcome(sqlite_database, club=CLUB, key=f"verify:{AT}", digest="d", stream=OWN.name, body="{}")
    before = _derived(sqlite_database)
    rebuild_book(sqlite_database, LATER)
    assert _derived(sqlite_database) == before


def test_an_answer_that_follows_from_no_event_is_dropped_and_counted(sqlite_database) -> None:
    handler = found(sqlite_database)
    EventStore(sqlite_database).keep_answer(OWN, Request(key="again", digest="d" * 64), 2, 2)
    before = rows(sqlite_database, "request")
    (rebuilt,) = rebuild_book(sqlite_database, LATER)
    assert rebuilt.answers_dropped == 1
    assert rows(sqlite_database, "request") == [row for row in before if row[1] != "again"]
    assert handler.clubs.load(CLUB)


def test_every_club_is_rebuilt_by_itself(sqlite_database) -> None:
    open_night(found(sqlite_database))
    open_night(found(sqlite_database, "friday", "Fredag"), "f1", club="friday")
    before = _derived(sqlite_database)
    with sqlite_database.writing() as connection:
        connection.exec_driver_sql("UPDATE night SET hands = 99")
    rebuild_club(sqlite_database, CLUB, LATER)
    changed = [row[:2] for row, was in zip(rows(sqlite_database, "night"), before["night"], strict=True) if row != was]
    assert changed == [("friday", "f1")]
    ticks: list[tuple[int, int]] = []
    assert [one.club for one in rebuild_book(sqlite_database, LATER, tick=lambda *done: ticks.append(done))] == [
        "friday",
        CLUB,
    ]
    assert ticks == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert _derived(sqlite_database) == before


def test_rows_of_a_club_without_events_are_dropped(sqlite_database) -> None:
    found(sqlite_database)
    before = _derived(sqlite_database)
    with sqlite_database.writing() as connection:
        connection.exec_driver_sql("INSERT INTO club (club, name, founded_at) VALUES ('ghost', 'Ghost', 'never')")
        connection.exec_driver_sql("INSERT INTO countersignature VALUES ('ghost', 'n1', 'k', 1, 'h', 's')")
    rebuild_book(sqlite_database, LATER)
    assert _derived(sqlite_database) == before
    assert rows(sqlite_database, "countersignature") == []


def test_a_club_that_is_not_there_cannot_be_rebuilt(sqlite_database) -> None:
    with pytest.raises(ClubMissing):
        rebuild_club(sqlite_database, "sunday", LATER)
    assert rebuild_book(sqlite_database, LATER) == []


def counted(handler: CommandHandler, *, chips: int = 50) -> None:
    """A night that goes on, counted: Bø has what he was lent."""
    open_night(handler)
    for player, found_chips in (("p-bo", chips), ("p-anna", 0)):
        handler.handle("n1", commands.CountChips(player=player, chips=found_chips))


def struck_and_frozen_again(handler: CommandHandler) -> None:
    counted(handler)
    handler.handle("n1", commands.CloseNight())
    handler.handle("n1", commands.FreezePlan(kind="bank"))
    handler.handle("n1", commands.StrikeEvents(versions=(handler.version("n1"),), reason="another plan"))
    handler.handle("n1", commands.FreezePlan(kind="direct"))


def closed_and_frozen_at_once(handler: CommandHandler) -> None:
    counted(handler)
    said = [IncomingCommand(commands.CloseNight()), IncomingCommand(commands.FreezePlan(kind="bank"))]
    handler.handle("n1", *said, key="all at once")


def frozen_by_a_worker(handler: CommandHandler) -> None:
    counted(handler)
    handler.handle("n1", commands.CloseNight())
    Jobs(handler.store._database).ask(settle_job(NIGHT, handler.version("n1"), "bank", AT))


def corrected_after_the_close(handler: CommandHandler) -> None:
    open_night(handler)
    loan, *_ = handler.handle("n1", commands.GiveLoan(player="p-bo", chips=50))
    handler.handle("n1", commands.CountChips(player="p-bo", chips=150))
    handler.handle("n1", commands.CloseNight())
    change = commands.Change(loan.version, commands.GiveLoan(player="p-bo", chips=100))
    handler.handle("n1", commands.CorrectEvents(changes=(change,)), key="correct")
    assert not handler.load("n1").night.closing.gaps


@pytest.mark.parametrize(
    ("played", "jobs"),
    [
        (struck_and_frozen_again, 5),
        (closed_and_frozen_at_once, 2),
        (frozen_by_a_worker, 3),
        (corrected_after_the_close, 3),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_the_jobs_and_what_they_came_to_are_made_again(sqlite_database, tmp_path, played, jobs) -> None:
    played(found(sqlite_database))
    _work(sqlite_database, tmp_path)
    before = _derived(sqlite_database)
    assert len(before["job"]) >= jobs
    version = EventStore(sqlite_database).version(NIGHT)
    _drop(sqlite_database, *DERIVED)
    rebuild_book(sqlite_database, LATER)
    _work(sqlite_database, tmp_path)
    assert _derived(sqlite_database) == before
    assert EventStore(sqlite_database).version(NIGHT) == version
