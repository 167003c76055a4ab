"""`chipbook jobs` and `chipbook worker`: jobs are shown, asked for and tried again, and done by a process of its own."""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import main
from service.book.recording.handler import utc_now
from service.book.store.jobs import Jobs
from service.book.store.schema import open_book
from service.jobs.working import JobContext, Worker
from tests.forked import Forked
from tests.service.jobs.conftest import PATIENCE_SECONDS, eventually, wait_until_done
from tests.service.jobs.evening import NIGHT, closed
from tests.service.jobs.traces import plans, report_names


@pytest.fixture
def database(tmp_path, monkeypatch):
    for name in [name for name in os.environ if name.startswith("CHIPBOOK_") and "_TEST_" not in name]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("CHIPBOOK_HOME", str(tmp_path / "home"))
    database = open_book(f"sqlite:///{tmp_path / 'home' / 'chipbook.db'}")
    yield database
    database.close()


def said(*words: str, exit_code: int = 0) -> str:
    answer = CliRunner().invoke(main, ["jobs", *words])
    assert answer.exit_code == exit_code, answer.output
    return answer.output


@contextmanager
def killed_at_the_end(words: list[str], environment: dict[str, str]) -> Iterator[Forked]:
    """A process of the program, which nobody waits for when the test has failed; its pipe is closed."""
    with Forked(words, env=environment, stderr=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


def done_by_a_thread(database, tmp_path: Path) -> None:
    Worker(JobContext(database, tmp_path / "home"), Jobs(database), wait_seconds=(0,)).run_due()


def test_a_book_without_jobs_says_so(database):
    assert said() == "No job is due, and none has failed.\n"


def test_the_plan_is_frozen_by_a_job_that_the_house_has_asked_for(database, tmp_path):
    version = closed(database).load(NIGHT).version
    key = f"settle:{NIGHT}:{version}"
    assert said("ask", "settle", "--plan", "direct") == f"{key} is due.\n"
    assert "was asked for before" in said("ask", "settle", "-n", NIGHT)
    assert key in said()
    done_by_a_thread(database, tmp_path)
    assert plans(database) == 1
    assert key not in said()
    assert key in said("--all")


def test_what_a_job_has_found_is_shown_with_it(database, tmp_path):
    version = closed(database, missing=3).load(NIGHT).version
    said("ask", "verify")
    done_by_a_thread(database, tmp_path)
    found = {job["key"].partition(":")[0]: job for job in json.loads(said("--all", "--json"))["jobs"]}
    assert found["reconcile"]["outcome"]["gap"]["chips"] == -3
    assert found["verify"]["outcome"]["holds"] is True
    assert sorted(found["render"]["outcome"]["files"]) == [f"{version}.json", f"{version}.txt"]
    assert found["render"]["key"] == f"render:{NIGHT}:{version}"


def test_a_failed_job_says_why_and_may_be_tried_again(database, tmp_path):
    version = closed(database, missing=3).load(NIGHT).version
    key = f"settle:{NIGHT}:{version}"
    said("ask", "settle")
    done_by_a_thread(database, tmp_path)
    assert "at the count: 3" in said()
    assert said("retry", key) == f"{key} is due again.\n"
    assert f"No job {key} has failed" in said("retry", key, exit_code=1)


def test_the_whole_book_is_verified_and_no_night_named(database):
    assert "give no night" in said("ask", "verify", "-n", NIGHT, exit_code=2)


@pytest.mark.parametrize("with_redis", [True, False], ids=["redis", "alone"])
def test_the_worker_does_the_jobs_until_it_is_stopped(database, tmp_path, redis_url, *, with_redis):
    closed(database, now=utc_now)
    environment = dict(os.environ) | ({"CHIPBOOK_REDIS_URL": redis_url} if with_redis else {})
    with killed_at_the_end(["worker"], environment) as process:
        assert {job.state for job in wait_until_done(Jobs(database))} == {"done"}
        process.terminate()
        _, spoken = process.communicate(timeout=PATIENCE_SECONDS)
        assert process.returncode == 0, spoken
    assert len(report_names(tmp_path / "home")) == 2
    assert ("Takes jobs from 127.0.0.1" if with_redis else "inside this process") in spoken


def test_a_worker_does_the_jobs_of_its_queues_and_another_process_keeps_the_clock(database, redis_url):
    closed(database, now=utc_now)
    jobs = Jobs(database)
    environment = dict(os.environ) | {"CHIPBOOK_REDIS_URL": redis_url}
    with (
        killed_at_the_end(["worker", "--queues", "reconcile,verify", "--no-beat"], environment) as worker,
        killed_at_the_end(["beat"], environment) as beat,
    ):
        eventually(lambda: jobs.listed(("done",)), "The reconciliation")
        assert [job.kind for job in jobs.listed(("done",))] == ["reconcile_night"]
        assert [job.kind for job in jobs.listed(("due",))] == ["render_report"]
        spoken = []
        for process in (worker, beat):
            process.terminate()
            spoken.append(process.communicate(timeout=PATIENCE_SECONDS)[1])
            assert process.returncode == 0, spoken
    assert "Takes jobs of reconcile and verify from 127.0.0.1" in spoken[0]
    assert "Keeps the clock for the workers at 127.0.0.1" in spoken[1]
