"""The job rows: claimed by one, kept by a lease, done once, given up after some tries, and how each ended is kept."""

import threading

import pytest

from engine import commands
from service.book.db import Database
from service.book.job_kinds import JOB_KINDS, TRIES, WAITS
from service.book.recording.outbox import reconcile_job, render_job, settle_job, verify_job
from service.book.store import jobs as tries
from service.book.store.chain import stream_of_night
from service.book.store.jobs import AHEAD_SECONDS, Effort, Jobs, JobTry, Place, tries_of
from service.jobs.working import JITTER_PERCENT
from service.language.local_time import later
from tests.service.jobs.evening import NIGHT, closed

NOW = "2026-02-13T20:15:00Z"
STREAM = stream_of_night("k", "n1")
JOB = render_job(STREAM, 7, NOW)


@pytest.fixture
def database(database_on_both) -> Database:
    return database_on_both


def test_a_job_is_asked_for_once(jobs) -> None:
    assert jobs.ask(JOB)
    assert not jobs.ask(JOB)
    # Whoever asks for another plan at the same version comes too late.
    assert jobs.ask(settle_job(STREAM, 7, "bank", NOW))
    assert not jobs.ask(settle_job(STREAM, 7, "direct", NOW))
    assert [job.key for job in jobs.listed()] == ["render:n1:7", "settle:n1:7"]


def test_a_claimed_job_is_nobody_elses(jobs) -> None:
    jobs.ask(JOB)
    job = jobs.claim("k", JOB.key, by="one", now=NOW)
    assert (job.key, job.kind, job.payload, job.attempts) == (JOB.key, JOB.kind, {"night": "n1", "version": 7}, 1)
    assert jobs.claim("k", JOB.key, by="two", now=NOW) is None
    assert jobs.claim_next(by="two", now=NOW) is None
    assert jobs.due(NOW) == []


def test_a_job_is_not_done_before_it_is_due(jobs) -> None:
    jobs.ask(JOB)
    assert jobs.claim("k", JOB.key, by="one", now=later(NOW, -1)) is None
    assert jobs.claim_next(by="one", now=later(NOW, -1)) is None
    assert jobs.claim_next(by="one", now=NOW) is not None


def test_the_job_that_waits_longest_comes_first(jobs) -> None:
    for version, waiting in ((1, 5), (2, 30), (3, 10)):
        jobs.ask(render_job(STREAM, version, later(NOW, -waiting)))
    taken = [jobs.claim_next(by="one", now=NOW) for _ in range(4)]
    assert [job.payload["version"] if job else None for job in taken] == [2, 3, 1, None]


def test_a_job_that_is_done_is_never_claimed_again(jobs) -> None:
    jobs.ask(JOB)
    job = jobs.claim_next(by="one", now=NOW)
    assert job is not None
    assert jobs.finish(job, NOW)
    assert jobs.claim("k", JOB.key, by="two", now=later(NOW, 9999)) is None
    assert not jobs.ask(JOB)
    assert not jobs.finish(job, NOW)
    (told,) = jobs.listed()
    assert (told.state, told.done_at, told.error) == ("done", NOW, None)


def test_a_lease_that_is_renewed_holds_and_one_that_has_run_out_does_not(jobs) -> None:
    jobs.ask(JOB)
    job = jobs.claim_next(by="one", now=NOW)
    assert job is not None
    assert not jobs.has_expired(later(NOW, jobs.lease_seconds))
    assert jobs.renew(job, later(NOW, 50))
    assert jobs.release_expired(later(NOW, jobs.lease_seconds + 1)) == 0
    after = later(NOW, 50 + jobs.lease_seconds + 1)
    assert jobs.has_expired(after)
    assert jobs.release_expired(after) == 1
    other = jobs.claim_next(by="two", now=after)
    assert other.attempts == 2


def test_who_has_lost_his_claim_changes_nothing_any_more(jobs) -> None:
    jobs.ask(JOB)
    slow = jobs.claim_next(by="one", now=NOW)
    assert slow is not None
    jobs.release_expired(later(NOW, 61))
    other = jobs.claim_next(by="two", now=later(NOW, 61))
    assert other is not None
    assert not jobs.renew(slow, later(NOW, 62))
    assert not jobs.finish(slow, later(NOW, 62))
    assert not jobs.fail(slow, NOW, Effort("Too late."), retry_at=NOW)
    assert jobs.listed()[0].state == "claimed"
    assert jobs.finish(other, later(NOW, 63))


def test_a_job_that_fails_at_its_last_try_has_failed_and_keeps_every_sentence(jobs, database) -> None:
    jobs.ask(JOB)
    for attempt in range(1, TRIES + 1):
        job = jobs.claim_next(by="one", now=NOW)
        assert job is not None
        assert jobs.fail(job, later(NOW, attempt), Effort(f"The disk is full, {attempt}.", 7), retry_at=NOW)
    (told,) = jobs.listed()
    assert (told.state, told.attempts, told.error) == ("failed", TRIES, f"The disk is full, {TRIES}.")
    kept = tries_of(database, "k", JOB.key)
    assert [one.result for one in kept] == ["again"] * (TRIES - 1) + ["failed"]
    assert kept[2] == JobTry(later(NOW, 3), "one", "again", "The disk is full, 3.", 7, number=3)
    assert jobs.claim("k", JOB.key, by="one", now=NOW) is None


def test_a_failed_job_waits_until_its_next_attempt(jobs) -> None:
    jobs.ask(JOB)
    job = jobs.claim_next(by="one", now=NOW)
    assert job is not None
    jobs.fail(job, NOW, Effort("The disk is full."), retry_at=later(NOW, 10))
    assert jobs.claim("k", JOB.key, by="one", now=later(NOW, 9)) is None
    assert [told.error for told in jobs.due(later(NOW, 10))] == ["The disk is full."]


def test_a_job_whose_workers_die_every_time_is_given_up(jobs, database) -> None:
    jobs.ask(JOB)
    now = NOW
    for _ in range(TRIES):
        assert jobs.claim_next(by="one", now=now) is not None
        now = later(now, 61)
        assert jobs.release_expired(now) == 1
    (told,) = jobs.listed()
    assert told.state == "failed"
    assert told.error == "The worker that had claimed the job ended without an answer, 5 times in all."
    assert [one.result for one in tries_of(database, "k", JOB.key)] == ["died"] * TRIES


def test_a_failed_job_may_be_tried_again_with_all_its_attempts(jobs) -> None:
    jobs.ask(JOB)
    job = jobs.claim_next(by="one", now=NOW)
    assert job is not None
    assert not jobs.retry("k", JOB.key, NOW)
    jobs.fail(job, NOW, Effort("The plan is frozen."))
    assert jobs.retry("k", JOB.key, NOW)
    again = jobs.claim_next(by="one", now=NOW)
    assert again.attempts == 1


@pytest.mark.parametrize("by_key", [True, False], ids=["by key", "the next one"])
def test_of_many_claims_at_once_one_succeeds(database, by_key) -> None:
    jobs = Jobs(database)
    for version in range(1, 9):
        jobs.ask(render_job(STREAM, version, NOW))
    taken: list[str] = []
    together = threading.Barrier(4)

    def claim_all(name: str) -> None:
        together.wait()
        for version in range(1, 9):
            key = render_job(STREAM, version, NOW).key
            job = jobs.claim("k", key, by=name, now=NOW) if by_key else jobs.claim_next(by=name, now=NOW)
            if job:
                taken.append(job.key)

    threads = [threading.Thread(target=claim_all, args=(str(number),)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(taken) == [f"render:n1:{version}" for version in range(1, 9)]


def test_a_job_that_is_tried_again_by_hand_keeps_its_history_but_not_for_ever(jobs, database, monkeypatch) -> None:
    monkeypatch.setattr(tries, "KEPT_MAX", 4)
    jobs.ask(JOB)
    for number in range(7):
        job = jobs.claim_next(by="one", now=NOW)
        assert job is not None
        jobs.fail(job, NOW, Effort(f"Why {number}."))
        assert jobs.retry("k", JOB.key, NOW)
    kept = tries_of(database, "k", JOB.key)
    assert [kept[0].number, kept[-1].number, len(kept)] == [4, 7, 4]


def test_what_people_wait_for_is_done_before_what_may_take_long(jobs) -> None:
    jobs.ask(verify_job("k", later(NOW, -900)))
    jobs.ask(render_job(STREAM, 7, later(NOW, -60)))
    jobs.ask(reconcile_job(STREAM, 7, later(NOW, -30)))
    jobs.ask(settle_job(STREAM, 6, "direct", NOW))
    taken = [jobs.claim_next(by="one", now=NOW) for _ in range(4)]
    assert [job.key.partition(":")[0] for job in taken if job] == ["settle", "reconcile", "render", "verify"]


def test_a_job_waits_longer_each_time_and_no_wait_looks_like_a_wrong_clock() -> None:
    assert list(WAITS) == sorted(WAITS)
    assert max(WAITS) * (100 + JITTER_PERCENT) // 100 < AHEAD_SECONDS
    assert len({kind.queue for kind in JOB_KINDS}) == len(JOB_KINDS)
    assert sum(WAITS) < 3600


def test_pages_of_jobs_go_on_where_the_last_one_ended(jobs) -> None:
    for version in range(1, 8):
        jobs.ask(render_job(STREAM, version, later(NOW, version // 3)))
    seen, after = [], None
    while page := jobs.page(("due",), after=after, most=3):
        seen += [job.key for job in page]
        after = Place(page[-1].due_at, page[-1].club, page[-1].key)
    assert seen == [f"render:n1:{version}" for version in range(7, 0, -1)]
    assert jobs.page(("due",), kind="verify_club") == jobs.page(("due",), club="other") == jobs.page(("failed",)) == []


def test_a_closed_night_waits_for_its_plan_until_it_is_frozen(database, jobs) -> None:
    assert jobs.nights_without_plan() == 0
    handler = closed(database)
    assert jobs.nights_without_plan() == 1
    handler.handle(NIGHT, commands.FreezePlan(kind="direct"))
    assert jobs.nights_without_plan() == 0
