"""GET /jobs, one job, its files, and POST …/retry: for the banker's token alone."""

import pytest

from service.api.context import EXTENSION
from service.book.recording.outbox import settle_job
from service.book.store.chain import stream_of_night
from service.book.store.jobs import Jobs
from service.jobs.working import JobContext, Worker
from tests.service.api.settling.test_post_settlement import owing


@pytest.fixture
def worker(app, table, tmp_path, clock) -> Worker:
    """A night that is over, and a worker that has not done anything yet."""
    owing(table)
    database = app.extensions[EXTENSION].book.database
    return Worker(JobContext(database, tmp_path, clock), Jobs(database))


def test_the_jobs_are_those_of_the_book_with_what_came_of_them(table, worker):
    due = table.banker.get("/jobs?state=due").json["jobs"]
    assert {job["kind"] for job in due} == {"settle_night", "reconcile_night", "render_report"}
    worker.run_due()
    assert table.banker.get("/jobs?state=due").json["jobs"] == []
    found = table.banker.get("/jobs", kind="reconcile_night", club=table.club).json["jobs"]
    assert [job["outcome"]["holds"] for job in found] == [True] * len(found)
    assert table.banker.get("/jobs?club=other").json == {"jobs": [], "next": ""}


def test_a_page_goes_on_after_the_one_before(table, worker):
    every = [job["key"] for job in table.banker.get("/jobs").json["jobs"]]
    first = table.banker.get("/jobs?limit=1").json
    assert len(every) >= 2
    second = table.banker.get("/jobs", limit=200, after=first["next"]).json
    assert [job["key"] for job in first["jobs"] + second["jobs"]] == every
    assert second["next"] == ""
    wrong = table.banker.get("/jobs?after=somewhere")
    assert (wrong.status_code, wrong.json["code"]) == (422, "wrong_query")


def test_a_failed_job_shows_how_it_was_tried_and_may_be_tried_again(table, worker):
    draft = settle_job(stream_of_night(table.club, table.night), table.version, "bank", worker.context.now())
    worker.jobs.ask(draft)
    worker.run_due()
    path = f"/clubs/{table.club}/jobs/{draft.key}"
    detail = table.banker.get(path).json
    assert (detail["job"]["state"], [one["result"] for one in detail["tries"]]) == ("failed", ["failed"])
    assert detail["tries"][0]["sentence"] == detail["job"]["error"] != ""
    assert table.banker.get("/jobs?state=failed").json["jobs"] == [detail["job"]]
    assert table.banker.post(f"{path}/retry", None).json == {"jobs": [draft.key]}
    assert table.banker.get(path).json["job"]["state"] == "due"
    again = table.banker.post(f"{path}/retry", None)
    assert (again.status_code, again.json["code"]) == (409, "no_failed_job")
    worker.run_due()
    assert table.banker.post("/jobs/retry", {"kind": "verify_club"}).json == {"jobs": []}
    assert table.banker.post("/jobs/retry", {}).json == {"jobs": [draft.key]}


def test_the_files_of_a_job_are_read_over_http(table, worker, tmp_path):
    worker.run_due()
    (job,) = [one for one in table.banker.get("/jobs?kind=render_report").json["jobs"] if one["state"] == "done"][:1]
    path = f"/clubs/{table.club}/jobs/{job['key']}"
    names = table.banker.get(path).json["files"]
    for name in names:
        answer = table.banker.get(f"{path}/files/{name}")
        assert answer.data == (tmp_path / "reports" / table.night / name).read_bytes()
    assert answer.mimetype == "text/plain"
    assert table.banker.get(f"{path}/files/other.txt").status_code == 404


def test_a_job_that_is_not_there_is_not_found(table):
    answer = table.banker.get(f"/clubs/{table.club}/jobs/render:nowhere:1")
    assert (answer.status_code, answer.json["code"]) == (404, "job_missing")
