"""POST /clubs/{club}/verifications: a worker checks the club, and one head of it vouches for all its nights and members."""

import pytest

from service.book.store.chain import stream_of_club
from service.jobs.working import verify_club
from tests.service.api.conftest import TOKEN
from tests.service.api.evening import Banker, an_evening
from tests.service.api.verified import verified, worker_of
from tests.service.book.proof.forging import cut_off


def head_of(table):
    return table.banker.get(f"/clubs/{table.club}/players").json["head"]


def test_every_night_is_proven_and_last_the_club_on_both_databases(app_on_both):
    table = an_evening(Banker(app_on_both.test_client(), TOKEN))
    an_evening(table.banker, "elsewhere")
    found = verified(app_on_both, table, head=head_of(table))
    assert (found["holds"], found["nights"], found["findings"]) == (True, 1, [])
    assert not verified(app_on_both, table, head="0" * 63 + "1")["holds"]


def test_a_verification_says_how_far_it_is_and_is_made_once_for_all_who_ask(app, table, clock, monkeypatch):
    path, worker = f"/clubs/{table.club}/verifications", worker_of(app)
    asked = table.banker.post(path, {})
    assert (asked.status_code, asked.json["state"], asked.json["steps"]) == (202, "due", 0)
    assert asked.headers["Location"].endswith(f"{path}/{asked.json['job']}")
    clock.pass_seconds(5)
    assert table.banker.post(path, {}).json["job"] == asked.json["job"]
    seen = []

    def watched(context, job):
        def looking(self, job, done, steps):
            noted = noting(self, job, done, steps)
            seen.append(table.banker.get(f"{path}/{job.key}").json)
            return noted

        noting = type(worker.jobs).note_progress
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("service.jobs.working.NOTED_EVERY_SECONDS", 0)
            patch.setattr(type(worker.jobs), "note_progress", looking)
            verify_club(context, job)

    monkeypatch.setattr(worker, "_acts", {**worker._acts, "verify_club": watched})
    worker.run_due()
    # The night and the club, each its chain and then what it says.
    assert [(one["state"], one["steps_done"], one["steps"]) for one in seen] == [
        ("claimed", step, 4) for step in (1, 2, 3, 4)
    ]
    assert {one.get("found") for one in seen} == {None}
    done = table.banker.get(f"{path}/{asked.json['job']}").json
    assert (done["state"], done["steps_done"], done["found"]["holds"]) == ("done", 4, True)
    assert table.banker.post(path, {}).json["job"] != asked.json["job"]


def test_a_club_that_was_shortened_is_found_by_the_head_that_was_kept(app, table, banker, sqlite_database):
    kept = head_of(table)
    banker.post(f"/clubs/{table.club}/players/{table.ids['Anna']}/roles", {"role": "banker", "held": True})
    newest = head_of(table)
    assert verified(app, table, head=kept)["holds"], "A head of earlier is still in the chain."
    version = banker.get(f"/clubs/{table.club}/players").json["version"]
    cut_off(sqlite_database, stream_of_club(table.club), version - 1)
    assert not verified(app, table, head=newest)["holds"]


@pytest.mark.parametrize(
    ("club", "head", "status", "code"),
    [("nowhere", "", 404, "club_missing"), ("", "abc", 422, "wrong_body"), ("", "G" * 64, 422, "wrong_body")],
)
def test_a_club_that_is_not_there_and_what_is_no_head(table, banker, club, head, status, code):
    answer = banker.post(f"/clubs/{club or table.club}/verifications", {"head": head} if head else {})
    assert (answer.status_code, answer.json["code"]) == (status, code)


def test_another_job_is_no_verification(app, table, banker):
    path = f"/clubs/{table.club}/verifications"
    for job in ("verify:2026-11-20T19:30:00Z", "render:friday:7"):
        answer = banker.get(f"{path}/{job}")
        assert (answer.status_code, answer.json["code"]) == (404, "job_missing")
