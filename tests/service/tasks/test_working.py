"""A worker claims, does, keeps his claim while he works, and keeps with the job why it failed."""

from __future__ import annotations

import threading
import time

from service.errors import DiskFull
from service.outbox import RENDER, render_job, settle_job, verify_job
from service.store.event_store import JobDraft
from service.store.jobs import Jobs
from service.tasks.context import JobContext
from service.tasks.working import Worker
from tests.service.tasks.conftest import eventually
from tests.service.tasks.evening import CLUB, NIGHT, STREAM, closed
from tests.service.tasks.traces import plans

NOW = "2026-02-13T20:15:00Z"


def test_a_fault_that_passes_costs_an_attempt(worker, jobs, database, home):
    troubles = [DiskFull("the attic"), ZeroDivisionError("1 by 0")]

    def act(_bench, _job):
        if troubles:
            raise troubles.pop(0)

    own = Worker(worker.context, jobs, acts={RENDER: act}, wait_seconds=(0,))
    jobs.ask(render_job(STREAM, 1, NOW))
    sentences = []
    while jobs.listed(("due",)):
        assert own.run_next()
        sentences.append(jobs.listed()[0].error)
    assert sentences == [
        "The disk that holds the book at the attic is full; nothing was recorded: make room and try again.",
        "A fault of the program: ZeroDivisionError: 1 by 0",
        None,
    ]
    assert [(job.state, job.attempts) for job in jobs.listed()] == [("done", 3)]


def test_a_job_that_fails_every_time_is_given_up_and_says_why(worker, jobs):
    def act(_bench, _job):
        raise DiskFull("the attic")

    own = Worker(worker.context, jobs, acts={RENDER: act}, wait_seconds=(0,))
    jobs.ask(render_job(STREAM, 1, NOW))
    assert own.run_due() == 3
    (told,) = jobs.listed()
    assert (told.state, told.attempts) == ("failed", 3)
    assert (
        told.error
        == "The disk that holds the book at the attic is full; nothing was recorded: make room and try again."
    )


def test_a_failed_attempt_is_repeated_later_and_then_later_still(database, jobs, home):
    times = iter(["2026-02-13T20:15:00Z"] * 3 + ["2026-02-13T20:16:00Z"] * 3)

    def act(_bench, _job):
        raise DiskFull("the attic")

    own = Worker(JobContext(database, home, now=lambda: next(times)), jobs, acts={RENDER: act})
    jobs.ask(render_job(STREAM, 1, NOW))
    due = []
    for _ in range(2):
        own.run(CLUB, f"render:{NIGHT}:1")
        due.append(jobs.listed()[0].due_at)
        next(times)
    assert due == ["2026-02-13T20:15:10Z", "2026-02-13T20:17:00Z"]


def test_what_the_rules_refuse_is_not_tried_again(worker, jobs, database):
    handler = closed(database, missing=2)
    jobs.ask(settle_job(STREAM, handler.load(NIGHT).version, "direct", NOW))
    worker.run_due()
    (told,) = [job for job in jobs.listed() if job.key.startswith("settle")]
    assert (told.state, told.attempts) == ("failed", 1)
    assert "at the count: 2" in (told.error or "")
    assert plans(database) == 0


def test_the_verification_of_a_club_that_is_not_there_fails_at_once_and_says_which(worker, jobs):
    jobs.ask(verify_job("nobody", NOW))
    worker.run_due()
    (told,) = jobs.listed()
    assert (told.state, told.attempts, told.error) == ("failed", 1, "The book has no club nobody.")


def test_a_job_of_a_kind_that_is_not_known_says_so(worker, jobs):
    jobs.ask(JobDraft(club=CLUB, key="dance:1", kind="dance", due_at=NOW))
    worker.run_due()
    (told,) = jobs.listed(("failed",))
    assert told.error == (
        "This program has no job of the kind dance; it knows reconcile_night, settle_night, render_report, verify_club, "
        "remind_club."
    )


def test_a_job_that_another_has_is_left_alone(worker, jobs):
    jobs.ask(render_job(STREAM, 1, NOW))
    assert jobs.claim_next(by="another", now=worker.context.now()) is not None
    assert not worker.run(CLUB, f"render:{NIGHT}:1")
    assert worker.run_due() == 0


def test_a_claim_outlives_its_lease_while_the_work_goes_on(worker, database):
    jobs = Jobs(database, lease_seconds=1)
    release = threading.Event()
    own = Worker(worker.context, jobs, acts={RENDER: lambda _bench, _job: release.wait(20) and None})
    jobs.ask(render_job(STREAM, 1, NOW))
    thread = threading.Thread(target=own.run_next)
    thread.start()
    eventually(lambda: jobs.listed(("claimed",)), "The claim")
    until = time.monotonic() + 3
    while time.monotonic() < until:
        assert jobs.release_expired(worker.context.now()) == 0
        time.sleep(0.2)
    release.set()
    thread.join()
    assert [(job.state, job.attempts) for job in jobs.listed()] == [("done", 1)]
