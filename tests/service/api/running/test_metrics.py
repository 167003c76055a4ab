"""`/metrics`: what Prometheus reads of requests, events, jobs and streams, and who may read it."""

import re
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from service.api import PREFIX
from service.api.context import EXTENSION
from service.book.store.event_store import JobDraft
from service.book.store.jobs import OVERDUE_SECONDS, Jobs
from service.errors import BookUnreachable
from tests.service.api.conftest import TOKEN
from tests.service.api.settling.test_post_settlement import owing

NOTES = Path(__file__).parents[4] / "deploy" / "README.md"


def told(app, headers: dict[str, str] | None = None) -> str:
    answer = app.test_client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"} | (headers or {}))
    assert answer.status_code == 200
    return answer.text


def numbers(app) -> dict[tuple[str, ...], float]:
    """Every number that is read now, by its name and the values of its labels."""
    families = text_string_to_metric_families(told(app))
    return {(one.name, *one.labels.values()): one.value for family in families for one in family.samples}


def test_every_number_that_the_notes_tell_to_watch_is_there(app, table):
    watched = set(re.findall(r"`(chipbook_\w+)`", NOTES.read_text(encoding="utf-8")))
    assert len(watched) > 5
    assert watched - {name for name, *_ in numbers(app)} - {"chipbook_jobs_oldest_seconds"} == set()
    assert "# HELP chipbook_jobs_oldest_seconds" in told(app)


def test_requests_are_counted_by_the_template_of_their_route_and_their_status(app, table):
    before = numbers(app)
    route = ("GET", "/api/v1/nights/<night:night>")
    for path in (*[table.path] * 3, "/nights/nobody-knows"):
        table.banker.get(path)
    app.test_client().get("/api/v1/clubs/../../etc/passwd")
    app.test_client().open("/api/v1/nights", method="BREW")
    after = numbers(app)
    gained = {key: after[key] - before.get(key, 0) for key in after if key[0] == "chipbook_requests_total"}
    assert gained[("chipbook_requests_total", *route, "200")] == 3
    assert gained[("chipbook_requests_total", *route, "404")] == 1
    assert gained[("chipbook_requests_total", "GET", "other", "404")] == 1
    assert gained[("chipbook_requests_total", "other", "other", "405")] == 1
    seconds = after[("chipbook_request_seconds_count", *route)] - before.get(
        ("chipbook_request_seconds_count", *route), 0
    )
    assert seconds == 4
    assert 0 < after[("chipbook_request_seconds_sum", *route)] < 60
    assert "nobody-knows" not in told(app)
    assert "passwd" not in told(app)


def test_an_event_is_counted_when_it_is_in_the_book_and_once_if_it_is_sent_again(app, table):
    before = numbers(app)[("chipbook_events_appended_total",)]
    path = f"{PREFIX}{table.path}/loans"
    sent = {"json": {"player": table.ids["Anna"], "chips": 50}}
    headers = {"Authorization": f"Bearer {TOKEN}", "Idempotency-Key": "again"}
    answers = [app.test_client().post(path, headers=headers, **sent) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    app.test_client().post(path, headers=headers | {"Idempotency-Key": "none"}, json={"player": "x", "chips": 1})
    assert numbers(app)[("chipbook_events_appended_total",)] == before + 1


def test_an_act_of_a_club_is_counted_as_an_event_of_a_night_is(app, table):
    before = numbers(app)[("chipbook_events_appended_total",)]
    headers = {"Authorization": f"Bearer {TOKEN}", "Idempotency-Key": "dora"}
    answer = app.test_client().post(f"{PREFIX}/clubs/{table.club}/players", headers=headers, json={"name": "Dora"})
    assert answer.status_code == 201
    assert numbers(app)[("chipbook_events_appended_total",)] == before + 1


def test_jobs_are_told_by_state_and_streams_by_number(app, table, clock):
    context = app.extensions[EXTENSION]
    draft = JobDraft(club=table.club, key="verify:1", kind="verify_club", due_at=clock())
    Jobs(context.book.database).ask(draft)
    listener = context.hub.listen("friday", address=None)
    found = numbers(app)
    assert found[("chipbook_jobs", "due")] == 1
    assert (found[("chipbook_jobs", "failed")], found[("chipbook_jobs_overdue",)]) == (0, 0)
    assert found[("chipbook_streams",)] == 1
    listener.close()
    clock.pass_seconds(3600)
    assert numbers(app)[("chipbook_jobs_overdue",)] == 1
    assert numbers(app)[("chipbook_streams",)] == 0


def test_of_a_book_that_cannot_be_read_that_is_the_number(app, monkeypatch):
    def away(_self, _now):
        raise BookUnreachable("here", "the server is gone")

    monkeypatch.setattr(Jobs, "waiting", away)
    found = numbers(app)
    assert found[("chipbook_book_readable",)] == 0
    assert not [name for name, *_ in found if name == "chipbook_jobs"]


def test_whether_acts_can_be_recorded_is_a_number_and_so_is_the_room_of_a_file(app_on_both, monkeypatch):
    found = numbers(app_on_both)
    assert found[("chipbook_book_writable",)] == 1
    in_a_file = app_on_both.extensions[EXTENSION].book.database.path is not None
    assert (found.get(("chipbook_book_free_bytes",), 0) > 0) == in_a_file
    monkeypatch.setattr("service.api.metrics.why_not_written", lambda _: "The book can be read but not written to.")
    assert numbers(app_on_both)[("chipbook_book_writable",)] == 0


def test_two_applications_of_one_process_count_apart(app, app_on_both):
    app.test_client().get("/healthz")
    assert ("chipbook_requests_total", "GET", "/healthz", "200") in numbers(app)
    assert ("chipbook_requests_total", "GET", "/healthz", "200") not in numbers(app_on_both)


def test_a_reader_that_asks_for_open_metrics_gets_them(app):
    assert told(app, {"Accept": "application/openmetrics-text; version=1.0.0"}).endswith("# EOF\n")


def test_who_waits_is_told_by_kind_with_the_age_of_the_oldest_job(app, table, clock):
    owing(table)
    found = numbers(app)
    assert found["chipbook_jobs_by_kind", "settle_night", "due"] == 1
    assert found["chipbook_jobs_by_kind", "verify_club", "failed"] == 0
    assert found["chipbook_jobs_oldest_seconds", "settle_night"] == 0
    assert found["chipbook_settlements_late",] == 0
    clock.pass_seconds(OVERDUE_SECONDS + 30)
    found = numbers(app)
    assert found["chipbook_jobs_oldest_seconds", "settle_night"] == OVERDUE_SECONDS + 30
    assert found["chipbook_jobs_oldest_seconds", "verify_club"] == 0
    assert found["chipbook_settlements_late",] == 1
    assert found["chipbook_nights_without_plan",] == 0
