"""Celery workers in processes of their own, on a real broker: killed, doubled, cut off; the effects are there once."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis
from sqlalchemy import select

from engine import commands
from service.book.club_handler import ClubHandler
from service.book.db import Database
from service.book.job_kinds import RECONCILE, RENDER, SETTLE, VERIFY
from service.book.recording.handler import CommandHandler, utc_now
from service.book.recording.outbox import settle_job, verify_job
from service.book.store.jobs import Jobs
from service.book.store.rows import JOB
from service.book.store.schema import open_book
from service.book.store.verify import verify_book
from service.jobs.celery_app import AtWork, queue_named
from service.jobs.runners import ByBroker, InProcess
from service.jobs.working import JobContext, Worker
from tests import servers
from tests.service.jobs.conftest import eventually, wait_until_done
from tests.service.jobs.evening import CLUB, NIGHT, STREAM, closed
from tests.service.jobs.slow_worker import LEASE_SECONDS
from tests.service.jobs.traces import outcomes, plans, report_names
from tests.soak import SOAK

NEVER = 600.0
# Every moment of every job where many rounds are asked for, else one before and one after.
MOMENTS = [(kind, when) for kind in (RECONCILE, SETTLE, RENDER) for when in ("before", "after")]
KILLED = MOMENTS if SOAK else MOMENTS[2:3] + MOMENTS[5:]


@pytest.fixture
def book(book_url) -> Iterator[Database]:
    database = open_book(book_url)
    yield database
    database.close()


def holder(database: Database, kind: str) -> int:
    """The process that holds the claim on the job of this kind, 0 when nobody does."""
    query = select(JOB.c.claimed_by).where(JOB.c.kind == kind, JOB.c.state == "claimed")
    with database.reading() as connection:
        claim = connection.scalar(query) or ":0/"
    return int(claim.partition("/")[0].rpartition(":")[2])


def middle(home: Path, kind: str, when: str) -> Path:
    """The mark that a slow worker sets when it has come so far."""
    return home / f"{'stopped' if when == 'before' else 'done'}-{kind}"


def asked_for_everything(database: Database, jobs: Jobs) -> CommandHandler:
    """A night that is over, with one job of every kind."""
    handler = closed(database)
    version = handler.load(NIGHT).version
    assert jobs.ask(settle_job(STREAM, version, "direct", utc_now()))
    assert jobs.ask(verify_job(CLUB, utc_now()))
    return handler


def assert_everything_happened_once(database: Database, home: Path, closed_at: int) -> None:
    frozen_at = closed_at + 1
    assert plans(database) == 1
    assert CommandHandler(database).load(NIGHT).version == frozen_at
    assert outcomes(database, "reconcile") == 1
    assert outcomes(database, "verify") == 1
    assert report_names(home) == sorted(f"{at}.{kind}" for at in (closed_at, frozen_at) for kind in ("txt", "json"))
    assert verify_book(database) == []


@pytest.mark.parametrize(("kind", "when"), KILLED)
def test_a_worker_killed_in_the_middle_leaves_nothing_undone_and_nothing_done_twice(
    sqlite_url, home, start_worker, kind, when
) -> None:
    """What the dead worker has begun, the thread of another process ends."""
    database = open_book(sqlite_url)
    jobs = Jobs(database, lease_seconds=LEASE_SECONDS)
    closed_at = asked_for_everything(database, jobs).load(NIGHT).version
    process = start_worker(sqlite_url, slow=kind, when=when)
    eventually(middle(home, kind, when).exists, f"The {kind} in the middle")
    assert holder(database, kind) == process.pid
    process.kill()
    survivor = InProcess(Worker(JobContext(database, home), jobs), look_seconds=0.2)
    survivor.start()
    told = wait_until_done(jobs)
    survivor.stop()
    assert {job.state for job in told} == {"done"}
    assert max(job.attempts for job in told if job.kind == kind) == 2
    assert_everything_happened_once(database, home, closed_at)
    database.close()


@pytest.mark.parametrize("when", ["before", "after"] if SOAK else ["after"])
def test_a_worker_killed_while_a_night_settles_by_itself_leaves_one_plan_and_its_reports(
    sqlite_url, home, start_worker, when
) -> None:
    database = open_book(sqlite_url)
    jobs = Jobs(database, lease_seconds=LEASE_SECONDS)
    closed_at = closed(database, settles="direct").load(NIGHT).version
    process = start_worker(sqlite_url, slow=SETTLE, when=when)
    eventually(middle(home, SETTLE, when).exists, "The plan in the middle")
    process.kill()
    survivor = InProcess(Worker(JobContext(database, home), jobs), look_seconds=0.2)
    survivor.start()
    eventually(lambda: len(jobs.listed(("done",))) == len((SETTLE, RECONCILE, RENDER)), "The plan, and what follows it")
    survivor.stop()
    assert plans(database) == 1
    assert CommandHandler(database).load(NIGHT).version == closed_at + 1
    assert outcomes(database, "reconcile") == 1
    assert report_names(home) == [f"{closed_at + 1}.json", f"{closed_at + 1}.txt"]
    assert verify_book(database) == []
    database.close()


def test_what_a_killed_worker_has_begun_the_other_one_ends(
    postgresql_database, postgresql_url, home, start_worker
) -> None:
    book = postgresql_database
    jobs = Jobs(book)
    closed_at = asked_for_everything(book, jobs).load(NIGHT).version
    workers = [start_worker(postgresql_url, slow=SETTLE, when="after") for _ in range(2)]
    eventually(middle(home, SETTLE, "after").exists, "The plan in the book and the job not done")
    killed = holder(book, SETTLE)
    assert killed in [worker.pid for worker in workers]
    os.kill(killed, signal.SIGKILL)
    told = wait_until_done(jobs)
    assert {job.state for job in told} == {"done"}
    assert [job.attempts for job in told if job.kind == SETTLE] == [2]
    assert_everything_happened_once(book, home, closed_at)


def test_two_workers_with_every_message_doubled_do_every_job_once(
    book, book_url, redis_url, home, start_worker
) -> None:
    jobs = Jobs(book)
    closed_at = asked_for_everything(book, jobs).load(NIGHT).version
    app = AtWork(redis_url)
    for job in jobs.listed() * 3:
        app.send(job.kind, job.club, job.key)
    for _ in range(2):
        start_worker(book_url)
    told = wait_until_done(jobs)
    assert {(job.state, job.attempts) for job in told} == {("done", 1)}
    assert_everything_happened_once(book, home, closed_at)
    app.close()


def test_a_message_is_enough_and_no_sweep_is_needed(sqlite_url, redis_url, home, start_worker) -> None:
    database = open_book(sqlite_url)
    start_worker(sqlite_url, sweep_seconds=NEVER)
    teller = ByBroker(AtWork(redis_url))
    teller.start()
    # The one sweep at the start of a worker is over when the worker takes messages.
    app = AtWork(redis_url)
    eventually(lambda: app.control.ping(timeout=0.2), "The start of the worker")
    closed(database, tell=teller.tell)
    told = wait_until_done(Jobs(database))
    assert [(job.kind, job.state) for job in told] == [(RECONCILE, "done"), (RENDER, "done")]
    teller.stop()
    app.close()
    database.close()


def test_a_lost_message_is_sent_again_by_the_sweeper(sqlite_url, redis_url, home, start_worker) -> None:
    database = open_book(sqlite_url)
    teller = ByBroker(AtWork(redis_url))
    teller.start()
    closed(database, tell=teller.tell)
    with Redis.from_url(redis_url, socket_timeout=None) as redis:
        queues = [queue_named(queue) for queue in ("reconcile", "report")]
        eventually(lambda: [redis.llen(queue) for queue in queues] == [1, 1], "A message in each of two queues")
        redis.delete(*queues)
    teller.stop()
    start_worker(sqlite_url)
    assert {job.state for job in wait_until_done(Jobs(database))} == {"done"}
    database.close()


def test_a_broker_that_is_away_delays_jobs_and_refuses_no_command(sqlite_url, home, start_worker) -> None:
    database = open_book(sqlite_url)
    jobs = Jobs(database)
    with servers.redis() as url:
        port = int(url.rpartition(":")[2].partition("/")[0])
    teller = ByBroker(AtWork(url))
    teller.start()
    began = time.monotonic()
    handler = closed(database, tell=teller.tell)
    assert time.monotonic() - began < 30
    handler.handle(NIGHT, commands.FreezePlan(kind="direct"))
    teller.stop()
    assert [job.state for job in jobs.listed()] == ["due", "due", "due"]
    start_worker(sqlite_url, redis=url)
    with servers.redis(port=port):
        assert {(job.state, job.attempts) for job in wait_until_done(jobs)} == {("done", 1)}
    assert len(report_names(home)) == 4
    database.close()


def test_a_worker_that_is_told_to_stop_ends_what_it_has_begun(sqlite_url, home, start_worker) -> None:
    database = open_book(sqlite_url)
    jobs = Jobs(database)
    ClubHandler(database, utc_now).found_club("Klub", club_id=CLUB)
    jobs.ask(verify_job(CLUB, utc_now()))
    process = start_worker(sqlite_url)
    wait_until_done(jobs)
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 0
    assert [job.kind for job in jobs.listed(("done",))] == [VERIFY]
    database.close()
