"""A job that cannot be done fails with its reason after bounded tries, and what is stuck is told; the others go on."""

import logging

import pytest
from sqlalchemy import insert, text

from service.app.running.jobs import how_the_work_goes
from service.book.db import Database
from service.book.job_kinds import NOTIFY, RECONCILE, RENDER, SETTLE, TRIES
from service.book.recording.outbox import render_job
from service.book.store.jobs import AHEAD_SECONDS, Effort
from service.book.store.rows import JOB
from service.errors import BookReadOnly
from service.jobs.runners import InProcess
from service.jobs.serving import Sweeper
from service.jobs.working import JobContext, Worker
from service.language.local_time import later
from tests.service.jobs.conftest import wait_until_done
from tests.service.jobs.evening import CLUB, STREAM, closed
from tests.service.jobs.test_runners import Messages

NOW = "2026-02-13T20:15:00Z"


def put(database: Database, kind: str = RENDER, payload: str = "{}", *, key: str = "odd", **more: object) -> None:
    """A row as no program of ours writes it."""
    row = {
        "club": CLUB,
        "key": key,
        "kind": kind,
        "payload": payload,
        "state": "due",
        "attempts": 0,
        "due_at": NOW,
        **more,
    }
    with database.writing() as connection:
        connection.execute(insert(JOB), row)


UNREADABLE = [
    (RENDER, "{not json}", "its payload is not JSON"),
    (RENDER, "[1]", "its payload is not JSON"),
    (RENDER, "{}", "it names no night"),
    (RENDER, '{"night":5,"version":1}', "it names no night"),
    (RECONCILE, '{"night":"n1","version":"1"}', "it names no version"),
    (SETTLE, '{"night":"n1","version":1}', "it names no plan"),
    (SETTLE, '{"night":"n1","version":1,"plan":"best"}', "there is no plan best"),
]


@pytest.mark.parametrize(("kind", "payload", "reason"), UNREADABLE)
def test_a_job_that_does_not_say_what_is_to_be_done_fails_at_once_with_its_reason(
    database, jobs, worker, kind, payload, reason
):
    put(database, kind, payload)
    assert worker.run_due() == 1
    (told,) = jobs.listed()
    assert (told.state, told.attempts) == ("failed", 1)
    assert told.error.startswith(f"The job odd cannot be done: {reason}")


def test_bytes_in_place_of_a_payload_keep_no_other_job_from_being_done(sqlite_database, home):
    closed(sqlite_database)
    put(sqlite_database)
    with sqlite_database.writing() as connection:
        connection.execute(text("UPDATE job SET payload = CAST(x'ff00' AS TEXT) WHERE key = 'odd'"))
    own = Worker(JobContext(sqlite_database, home), _jobs(sqlite_database), wait_seconds=(0,))
    assert own.run_due() == 3
    states = {job.key: job.state for job in own.jobs.listed()}
    assert states.pop("odd") == "failed"
    assert set(states.values()) == {"done"}


def test_the_thread_inside_survives_what_nobody_foresaw(database, jobs, worker, monkeypatch, caplog):
    closed(database)
    troubles = [ZeroDivisionError("1 by 0"), RecursionError("too deep")]
    real = worker.run_next

    def run_next(*, slow: bool) -> bool:
        if troubles and not slow:
            raise troubles.pop()
        return real(slow=slow)

    monkeypatch.setattr(worker, "run_next", run_next)
    put(database, payload="{not json}")
    inside = InProcess(worker, look_seconds=0.01)
    inside.start()
    states = [job.state for job in wait_until_done(jobs)]
    inside.stop()
    assert sorted(states) == ["done", "done", "failed"]
    said = [record.sentence for record in caplog.records if record.message == "jobs_wait"]
    assert said == [
        "A fault of the program: RecursionError: too deep",
        "A fault of the program: ZeroDivisionError: 1 by 0",
    ]


def test_a_kind_that_no_task_is_called_by_is_tried_by_the_sweeper_and_given_up(database, jobs, worker):
    put(database, "dance")
    messages = Messages()
    sweeper = Sweeper(worker, messages)
    for _ in range(TRIES + 1):
        sweeper.sweep()
    (told,) = jobs.listed()
    assert (messages.sent, told.state, told.attempts) == ([], "failed", TRIES)
    assert told.error.startswith("This program has no job of the kind dance")


def test_jobs_of_a_clock_that_has_gone_back_are_done_and_the_clock_is_told_once(database, jobs, home, caplog):
    """The clock stood in 2099 when they were put down and claimed; now it is right again."""
    closed(database)
    with database.writing() as connection:
        connection.execute(text("UPDATE job SET due_at = '2099-01-01T00:00:00Z'"))
    put(database, state="claimed", claimed_at="2099-01-01T00:00:00Z", claimed_by="dead/1", key="ahead")
    put(database, state="claimed", claimed_by="dead/2", key="timeless")
    own = Worker(JobContext(database, home), jobs, wait_seconds=(0,))
    with caplog.at_level(logging.WARNING):
        assert own.run_due() == 4
        own.run_due()
    assert {job.key: job.state for job in jobs.listed() if job.key in ("ahead", "timeless")} == {
        "ahead": "failed",
        "timeless": "failed",
    }
    assert len(jobs.listed(("done",))) == 2
    (told,) = [record.sentence for record in caplog.records if record.message == "clock_went_back"]
    assert told.startswith("3 jobs were put down for later than any job is: the clock has gone back to ")


def test_a_job_that_waits_for_its_next_try_is_not_taken_for_one_of_a_wrong_clock(database, jobs):
    put(database, due_at=later(NOW, AHEAD_SECONDS))
    assert jobs.claim_next(by="me", now=NOW) is None
    assert jobs.claim_next(by="me", now=later(NOW, -1)) is not None


def test_work_that_is_stuck_is_told_and_why(database, jobs):
    assert not how_the_work_goes(database, NOW).stuck
    jobs.ask(render_job(STREAM, 1, NOW))
    assert not how_the_work_goes(database, later(NOW, 60)).stuck
    late = how_the_work_goes(database, later(NOW, 180))
    assert (late.stuck, late.due, late.overdue) == (True, 1, 1)
    assert late.sentences == ("1 job should be done by now: is a worker running?",)
    database.refuses = BookReadOnly
    told = ("1 job should be done by now but cannot be: The book can be read but not written to.",)
    assert how_the_work_goes(database, later(NOW, 180)).sentences == told
    database.refuses = None
    job = jobs.claim_next(by="me", now=NOW)
    jobs.fail(job, NOW, Effort("The night is gone."))
    failed = how_the_work_goes(database, NOW)
    assert (failed.stuck, failed.failed) == (True, 1)
    assert failed.sentences == ("1 job failed for good.",)


def test_a_message_that_nobody_takes_is_no_stuck_work(database, jobs):
    put(database, NOTIFY, state="failed")
    undelivered = how_the_work_goes(database, NOW)
    assert (undelivered.stuck, undelivered.failed, undelivered.sentences) == (False, 1, ())
    put(database, key="other", state="failed")
    assert how_the_work_goes(database, NOW).sentences == ("1 job failed for good.",)


def test_a_clock_that_has_gone_back_is_told(database):
    closed(database, now=lambda: "2099-01-01T00:00:00Z")
    told = how_the_work_goes(database, NOW).sentences
    assert (
        f"The clock was set back: it shows {NOW}, but the last event of the newest night was recorded at 2099-01-01T00:00:00Z."
        in told
    )


def _jobs(database: Database):
    from service.book.store.jobs import Jobs

    return Jobs(database)
