"""The thread inside the program, the messages to a broker and the sweeper: they start when told and stop when told."""

import dataclasses
import threading
import time

from service.book.club_handler import ClubHandler
from service.book.job_kinds import RENDER
from service.book.recording.handler import utc_now
from service.book.recording.outbox import render_job, verify_job
from service.config import load_settings
from service.jobs.celery_app import ASK_FOR_REMINDERS, AtWork
from service.jobs.runners import ByBroker, InProcess, job_runner_for, send_or_leave
from service.jobs.serving import AGAIN_AFTER, Sweeper
from service.jobs.working import ACTS, Worker
from service.language.local_time import later
from tests.service.jobs.conftest import wait_until_done
from tests.service.jobs.evening import CLUB, NIGHT, STREAM, closed
from tests.service.jobs.traces import outcomes, plans, report_names

LONG = 600.0


class Messages:
    """A broker that keeps what it is sent."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, str, str]] = []

    def send(self, kind: str, club: str, key: str) -> None:
        self.sent.append((kind, club, key))


def threads() -> set[str]:
    return {thread.name for thread in threading.enumerate() if thread.name.startswith(("chipbook", "claim"))}


def test_the_thread_inside_does_what_an_append_leaves_behind(database, jobs, worker, home):
    inside = InProcess(worker, look_seconds=LONG)
    inside.start()
    closed(database, tell=inside.tell)
    assert {job.state for job in wait_until_done(jobs)} == {"done"}
    inside.stop()
    assert outcomes(database, "reconcile") == 1
    assert len(report_names(home)) == 2
    assert threads() == set()


def test_the_thread_inside_finds_what_another_process_has_left(database, jobs, worker):
    inside = InProcess(worker, look_seconds=0.05)
    inside.start()
    closed(database)
    assert {job.state for job in wait_until_done(jobs)} == {"done"}
    inside.stop()


def test_the_thread_inside_goes_on_after_the_book_was_away(worker, jobs, monkeypatch):
    from service.errors import BookLocked

    locked = threading.Event()
    run_due = Worker.run_due

    def locked_once(self, may_go_on, **how):
        if not locked.is_set():
            locked.set()
            raise BookLocked("the attic")
        return run_due(self, may_go_on, **how)

    ClubHandler(worker.context.database, utc_now).found_club("Klub", club_id=CLUB)
    monkeypatch.setattr(Worker, "run_due", locked_once)
    inside = InProcess(worker, look_seconds=0.05)
    inside.start()
    jobs.ask(verify_job(CLUB, utc_now()))
    assert [job.state for job in wait_until_done(jobs)] == ["done"]
    assert locked.is_set()
    inside.stop()


def test_stopping_waits_for_the_job_that_is_being_done_and_leaves_the_others(worker, jobs):
    begun, release = threading.Event(), threading.Event()

    def act(_bench, _job):
        begun.set()
        assert release.wait(20)

    inside = InProcess(Worker(worker.context, jobs, acts={RENDER: act}), look_seconds=LONG)
    for version in (1, 2):
        jobs.ask(render_job(STREAM, version, "2026-02-13T20:15:00Z"))
    inside.start()
    assert begun.wait(20)
    stopper = threading.Thread(target=inside.stop)
    stopper.start()
    time.sleep(0.1)
    assert stopper.is_alive()
    release.set()
    stopper.join(20)
    assert [job.state for job in jobs.listed()] == ["done", "due"]


def test_stopping_waits_no_longer_than_it_may_and_says_what_it_leaves(worker, jobs, caplog):
    begun, release = threading.Event(), threading.Event()

    def act(_bench, _job):
        begun.set()
        assert release.wait(20)

    inside = InProcess(Worker(worker.context, jobs, acts={RENDER: act}), look_seconds=LONG, stop_seconds=0.05)
    jobs.ask(render_job(STREAM, 1, "2026-02-13T20:15:00Z"))
    inside.start()
    assert begun.wait(20)
    inside.stop()
    assert "jobs_left" in caplog.messages
    assert [job.state for job in jobs.listed()] == ["claimed"]
    release.set()
    assert [job.state for job in wait_until_done(jobs)] == ["done"]


def test_a_runner_that_was_never_started_can_be_stopped(worker):
    InProcess(worker).stop()
    ByBroker(AtWork("redis://127.0.0.1:1/0")).stop()
    Sweeper(worker, AtWork("redis://127.0.0.1:1/0")).stop()


def test_the_settings_say_who_follows(database, tmp_path):
    settings = load_settings({"CHIPBOOK_HOME": str(tmp_path)})
    assert isinstance(job_runner_for(settings, database), InProcess)
    with_redis = dataclasses.replace(settings, redis_url="redis://127.0.0.1:1/0")
    assert isinstance(job_runner_for(with_redis, database), ByBroker)


def test_the_celery_tasks_are_the_kinds_of_jobs_and_do_them(database, jobs, worker, home):
    app = AtWork("memory://", worker)
    app.conf.task_always_eager = True
    app.finalize()
    assert {name for name in app.tasks if not name.startswith("celery.")} == {*ACTS, ASK_FOR_REMINDERS}
    closed(database)
    for job in jobs.listed():
        app.tasks[job.kind].apply(args=(job.club, job.key), throw=True)
    assert {job.state for job in jobs.listed()} == {"done"}
    assert plans(database) == 0
    app.close()


def test_a_message_about_a_job_that_is_not_there_does_nothing(worker, jobs):
    app = AtWork("memory://", worker)
    app.tasks[RENDER].apply(args=(CLUB, "render:n9:1"), throw=True)
    assert jobs.listed() == []
    app.close()


def test_a_broker_that_does_not_answer_holds_nobody_up():
    app = AtWork("redis://127.0.0.1:1/0")
    began = time.monotonic()
    assert not send_or_leave(app, RENDER, CLUB, "render:n1:1")
    assert time.monotonic() - began < 30
    app.close()


def test_what_cannot_be_sent_any_more_is_left_to_the_sweeper():
    teller = ByBroker(AtWork("redis://127.0.0.1:1/0"))
    began = time.monotonic()
    teller.tell([render_job(STREAM, version, utc_now()) for version in range(1, 2000)])
    assert time.monotonic() - began < 30
    teller.stop()


def test_the_sweeper_sends_what_is_due_and_not_at_every_look(worker, jobs):
    broker = Messages()
    sweeper = Sweeper(worker, broker)
    now = worker.context.now()
    jobs.ask(render_job(STREAM, 1, now))
    jobs.ask(render_job(STREAM, 2, later(now, 600)))
    assert [sweeper.sweep() for _ in range(AGAIN_AFTER + 1)] == [1, *[0] * (AGAIN_AFTER - 1), 1]
    assert broker.sent == [(RENDER, CLUB, f"render:{NIGHT}:1")] * 2


def test_the_sweeper_takes_claims_from_the_dead(worker, jobs):
    broker = Messages()
    sweeper = Sweeper(worker, broker)
    now = worker.context.now()
    jobs.ask(render_job(STREAM, 1, later(now, -600)))
    assert jobs.claim_next(by="dead", now=later(now, -jobs.lease_seconds - 1)) is not None
    assert sweeper.sweep() == 1
    assert [(job.state, job.attempts) for job in jobs.listed()] == [("due", 1)]


def test_the_sweeper_stops_at_the_first_message_that_the_broker_does_not_take(worker, jobs):
    sweeper = Sweeper(worker, AtWork("redis://127.0.0.1:1/0"))
    for version in range(1, 50):
        jobs.ask(render_job(STREAM, version, worker.context.now()))
    began = time.monotonic()
    assert sweeper.sweep() == 0
    assert time.monotonic() - began < 30
