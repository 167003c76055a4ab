"""A worker claims, does, keeps his claim while he works, and keeps with the job why it failed."""

import threading
import time

from service.book.job_kinds import RENDER, TRIES, VERIFY, WAITS
from service.book.recording.outbox import render_job, settle_job, verify_job
from service.book.store.event_store import JobDraft
from service.book.store.jobs import Jobs
from service.errors import DiskFull
from service.jobs.working import JobContext, Worker
from service.language.local_time import seconds_between
from tests.service.jobs.conftest import eventually
from tests.service.jobs.evening import CLUB, NIGHT, STREAM, closed
from tests.service.jobs.traces import plans

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
    assert own.run_due() == TRIES
    (told,) = jobs.listed()
    assert (told.state, told.attempts) == ("failed", TRIES)
    assert (
        told.error
        == "The disk that holds the book at the attic is full; nothing was recorded: make room and try again."
    )


def test_a_failed_attempt_is_repeated_later_and_then_later_still(database, jobs, home):
    now = [NOW]

    def act(_bench, _job):
        raise DiskFull("the attic")

    own = Worker(JobContext(database, home, now=lambda: now[0]), jobs, acts={RENDER: act})
    jobs.ask(render_job(STREAM, 1, NOW))
    waited = []
    for _ in WAITS:
        assert own.run(CLUB, f"render:{NIGHT}:1")
        due_at = jobs.listed()[0].due_at
        waited.append(seconds_between(now[0], due_at))
        now[0] = due_at
    # Longer each time, and by chance up to a fifth longer than that.
    assert all(wait <= found <= wait * 1.2 for wait, found in zip(WAITS, waited, strict=True)), waited
    own.run(CLUB, f"render:{NIGHT}:1")
    assert jobs.listed()[0].state == "failed"


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
        "remind_club, notify_club, import_files."
    )


def test_a_job_that_another_has_is_left_alone(worker, jobs):
    jobs.ask(render_job(STREAM, 1, NOW))
    assert jobs.claim_next(by="another", now=worker.context.now()) is not None
    assert not worker.run(CLUB, f"render:{NIGHT}:1")
    assert worker.run_due() == 0


def test_a_claim_outlives_its_lease_while_the_work_goes_on(worker, database):
    # Twice the lease and a little more.
    jobs = Jobs(database, lease_seconds=1)
    release = threading.Event()
    own = Worker(worker.context, jobs, acts={RENDER: lambda _bench, _job: release.wait(20) and None})
    jobs.ask(render_job(STREAM, 1, NOW))
    thread = threading.Thread(target=own.run_next)
    thread.start()
    eventually(lambda: jobs.listed(("claimed",)), "The claim")
    until = time.monotonic() + 2.2
    while time.monotonic() < until:
        assert jobs.release_expired(worker.context.now()) == 0
        time.sleep(0.2)
    release.set()
    thread.join()
    assert [(job.state, job.attempts) for job in jobs.listed()] == [("done", 1)]


def test_a_long_verification_leaves_a_thread_for_what_people_wait_for(worker, jobs):
    """Two messages of slow jobs come to a worker of two threads: one is done, the other waits in its row for its turn."""
    begun, release, done = threading.Event(), threading.Event(), []

    def verify(_bench, job):
        begun.set()
        assert release.wait(20)
        done.append(job.key)

    own = Worker(worker.context, jobs, acts={VERIFY: verify, RENDER: lambda _bench, job: done.append(job.key)})
    for minute in range(3):
        jobs.ask(verify_job(CLUB, f"2026-02-13T20:1{minute}:00Z"))
    jobs.ask(render_job(STREAM, 1, NOW))
    thread = threading.Thread(target=own.run, args=(CLUB, "verify:2026-02-13T20:10:00Z", VERIFY))
    thread.start()
    assert begun.wait(20)
    assert not own.run(CLUB, "verify:2026-02-13T20:11:00Z", VERIFY)
    assert own.run(CLUB, f"render:{NIGHT}:1", RENDER)
    assert done == [f"render:{NIGHT}:1"]
    release.set()
    thread.join(20)
    # Whoever had the place has done the ones that found none.
    assert len(done) == 4
    assert {job.state for job in jobs.listed()} == {"done"}


def test_a_job_that_always_fails_does_not_hold_up_the_others(worker, jobs):
    def act(_bench, job):
        if job.version < 20:
            raise DiskFull("the attic")

    own = Worker(worker.context, jobs, acts={RENDER: act})
    for version in range(1, 22):
        jobs.ask(render_job(STREAM, version, NOW))
    assert own.run_due() == 21
    assert [job.key for job in jobs.listed(("done",))] == [f"render:{NIGHT}:20", f"render:{NIGHT}:21"]
