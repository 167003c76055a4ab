"""The job rows: claimed by one, kept by a lease, done once, given up after three attempts."""

from __future__ import annotations

import threading

import pytest

from service.db import Database
from service.outbox import render_job, settle_job
from service.store.jobs import Jobs, later
from service.store.streams import stream_of_night

NOW = "2026-02-13T20:15:00Z"
STREAM = stream_of_night("k", "n1")
JOB = render_job(STREAM, 7, NOW)


def test_a_job_is_asked_for_once(jobs: Jobs) -> None:
    assert jobs.ask(JOB)
    assert not jobs.ask(JOB)
    # Whoever asks for another plan at the same version comes too late.
    assert jobs.ask(settle_job(STREAM, 7, "bank", NOW))
    assert not jobs.ask(settle_job(STREAM, 7, "direct", NOW))
    assert [job.key for job in jobs.listed()] == ["render:n1:7", "settle:n1:7"]


def test_a_claimed_job_is_nobody_elses(jobs: Jobs) -> None:
    jobs.ask(JOB)
    job = jobs.claim("k", JOB.key, by="one", now=NOW)
    assert job is not None
    assert (job.key, job.kind, job.payload, job.attempts) == (JOB.key, JOB.kind, {"night": "n1", "version": 7}, 1)
    assert jobs.claim("k", JOB.key, by="two", now=NOW) is None
    assert jobs.claim_next(by="two", now=NOW) is None
    assert jobs.due(NOW) == []


def test_a_job_is_not_done_before_it_is_due(jobs: Jobs) -> None:
    jobs.ask(JOB)
    assert jobs.claim("k", JOB.key, by="one", now=later(NOW, -1)) is None
    assert jobs.claim_next(by="one", now=later(NOW, -1)) is None
    assert jobs.claim_next(by="one", now=NOW) is not None


def test_the_job_that_waits_longest_comes_first(jobs: Jobs) -> None:
    for version, waiting in ((1, 5), (2, 30), (3, 10)):
        jobs.ask(render_job(STREAM, version, later(NOW, -waiting)))
    taken = [jobs.claim_next(by="one", now=NOW) for _ in range(4)]
    assert [job.payload["version"] if job else None for job in taken] == [2, 3, 1, None]


def test_a_job_that_is_done_is_never_claimed_again(jobs: Jobs) -> None:
    jobs.ask(JOB)
    job = jobs.claim_next(by="one", now=NOW)
    assert job is not None
    assert jobs.finish(job, NOW)
    assert jobs.claim("k", JOB.key, by="two", now=later(NOW, 9999)) is None
    assert not jobs.ask(JOB)
    assert not jobs.finish(job, NOW)
    (told,) = jobs.listed()
    assert (told.state, told.done_at, told.error) == ("done", NOW, None)


def test_a_lease_that_is_renewed_holds_and_one_that_has_run_out_does_not(jobs: Jobs) -> None:
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
    assert other is not None
    assert other.attempts == 2


def test_who_has_lost_his_claim_changes_nothing_any_more(jobs: Jobs) -> None:
    jobs.ask(JOB)
    slow = jobs.claim_next(by="one", now=NOW)
    assert slow is not None
    jobs.release_expired(later(NOW, 61))
    other = jobs.claim_next(by="two", now=later(NOW, 61))
    assert other is not None
    assert not jobs.renew(slow, later(NOW, 62))
    assert not jobs.finish(slow, later(NOW, 62))
    assert not jobs.fail(slow, "Too late.", retry_at=NOW)
    assert jobs.listed()[0].state == "claimed"
    assert jobs.finish(other, later(NOW, 63))


def test_a_job_that_fails_three_times_has_failed_and_keeps_the_sentence(jobs: Jobs) -> None:
    jobs.ask(JOB)
    for attempt in (1, 2, 3):
        job = jobs.claim_next(by="one", now=NOW)
        assert job is not None
        assert jobs.fail(job, f"The disk is full, {attempt}.", retry_at=NOW)
    (told,) = jobs.listed()
    assert (told.state, told.attempts, told.error) == ("failed", 3, "The disk is full, 3.")
    assert jobs.claim("k", JOB.key, by="one", now=NOW) is None


def test_a_failed_job_waits_until_its_next_attempt(jobs: Jobs) -> None:
    jobs.ask(JOB)
    job = jobs.claim_next(by="one", now=NOW)
    assert job is not None
    jobs.fail(job, "The disk is full.", retry_at=later(NOW, 10))
    assert jobs.claim("k", JOB.key, by="one", now=later(NOW, 9)) is None
    assert [told.error for told in jobs.due(later(NOW, 10))] == ["The disk is full."]


def test_a_job_whose_workers_die_three_times_is_given_up(jobs: Jobs) -> None:
    jobs.ask(JOB)
    now = NOW
    for _ in range(3):
        assert jobs.claim_next(by="one", now=now) is not None
        now = later(now, 61)
        assert jobs.release_expired(now) == 1
    (told,) = jobs.listed()
    assert told.state == "failed"
    assert told.error == "The worker that had claimed the job ended without an answer, 3 times in all."


def test_a_failed_job_may_be_tried_again_with_all_its_attempts(jobs: Jobs) -> None:
    jobs.ask(JOB)
    job = jobs.claim_next(by="one", now=NOW)
    assert job is not None
    assert not jobs.retry("k", JOB.key, NOW)
    jobs.fail(job, "The plan is frozen.")
    assert jobs.retry("k", JOB.key, NOW)
    again = jobs.claim_next(by="one", now=NOW)
    assert again is not None
    assert again.attempts == 1


@pytest.mark.parametrize("by_key", [True, False], ids=["by key", "the next one"])
def test_of_many_claims_at_once_one_succeeds(database: Database, *, by_key: bool) -> None:
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
