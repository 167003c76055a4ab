"""Reminders as jobs: files for the people, once a day, without a name in the job."""

from dataclasses import replace
from pathlib import Path

from engine import commands
from service.book.db import Database
from service.book.store.jobs import LEASE_SECONDS, Jobs
from service.jobs.celery_app import ASK_FOR_REMINDERS, AtWork
from service.jobs.runners import InProcess
from service.jobs.working import JobContext, Worker, remind_club
from service.language.local_time import later
from tests.service.app.night.test_settle import LATER, carl_owes_bo


def worker_on(database: Database, home: Path, *, after_days: int = 7, now: str = LATER) -> Worker:
    return Worker(JobContext(database, home, lambda: now, remind_after_days=after_days), Jobs(database))


def test_a_text_for_each_person_who_owes_is_written_below_the_home_folder(sqlite_database, tmp_path) -> None:
    house = carl_owes_bo(sqlite_database, tmp_path)
    worker = worker_on(sqlite_database, tmp_path)
    while worker.run_next():
        pass
    assert (worker.ask_for_reminders(), worker.ask_for_reminders()) == (1, 0)
    assert worker.run_next()
    (told,) = [job for job in worker.jobs.listed() if job.kind == "remind_club"]
    assert (told.key, told.state) == ("remind:2026-07-15", "done")
    (file,) = (tmp_path / "reminders" / house.club / "2026-07-15").iterdir()
    assert file.name == "carl.txt"
    assert "12.25 DKK to Bo, from “First”, since 3 Jul 2026 (12 days)" in file.read_text(encoding="utf-8")
    house.holds()


def test_whoever_has_paid_since_a_worker_died_is_reminded_no_more(sqlite_database, tmp_path) -> None:
    house = carl_owes_bo(sqlite_database, tmp_path)
    worker = worker_on(sqlite_database, tmp_path)
    while worker.run_next():
        pass
    worker.ask_for_reminders()
    cut_off = worker.jobs.claim_next(by="dies", now=LATER)
    assert cut_off
    remind_club(worker.context, cut_off)
    folder = tmp_path / "reminders" / house.club / "2026-07-15"
    assert [file.name for file in folder.iterdir()] == ["carl.txt"]
    house.say("first", commands.RecordPayment(transfer=1))
    worker.context = replace(worker.context, now=lambda: later(LATER, LEASE_SECONDS + 1))
    assert worker.run_due()
    assert [job.state for job in worker.jobs.listed() if job.kind == "remind_club"] == ["done"]
    assert not [*folder.iterdir()]
    house.holds()


def test_the_thread_of_a_server_asks_once_when_a_day_begins(sqlite_database, tmp_path) -> None:
    carl_owes_bo(sqlite_database, tmp_path)
    worker = worker_on(sqlite_database, tmp_path)
    thread = InProcess(worker)
    for _ in range(2):
        thread._remind()
    worker.context = replace(worker.context, now=lambda: "2026-07-16T00:00:01Z")
    thread._remind()
    keys = [job.key for job in worker.jobs.listed() if job.kind == "remind_club"]
    assert keys == ["remind:2026-07-15", "remind:2026-07-16"]


def test_nobody_is_reminded_where_the_settings_say_never(sqlite_database, tmp_path) -> None:
    carl_owes_bo(sqlite_database, tmp_path)
    assert worker_on(sqlite_database, tmp_path, after_days=0).ask_for_reminders() == 0


def test_the_clock_of_the_workers_asks_for_reminders() -> None:
    app = AtWork("redis://localhost:1/0")
    (entry,) = app.conf.beat_schedule.values()
    assert entry["task"] == ASK_FOR_REMINDERS
    app.close()
