"""The programs that a club tells, over HTTP: added with a secret that is shown once, tested, turned off, removed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.api.context import EXTENSION
from service.store.jobs import Jobs
from service.tasks.context import JobContext
from service.tasks.working import Worker
from tests.service.webhooks.receiver import receiving


@pytest.fixture
def receiver(app):
    """A program on this machine, which the settings of the server allow."""
    with receiving() as found:
        context = app.extensions[EXTENSION]
        app.extensions[EXTENSION] = replace(context, book=replace(context.book, reach=found.reach))
        yield found


def added(table, receiver) -> dict[str, object]:
    answer = table.banker.post(f"/clubs/{table.club}/webhooks", {"url": receiver.url(), "events": ["night_closed"]})
    assert answer.status_code == 201, answer.json
    assert answer.headers["Location"] == f"/api/v1/clubs/{table.club}/webhooks/{answer.json['webhook']['id']}"
    return answer.json


def test_the_secret_is_shown_when_it_is_made_and_never_again(table, receiver):
    made = added(table, receiver)
    path = f"/clubs/{table.club}/webhooks"
    assert made["secret"].startswith("whsec_")
    assert table.banker.get(path).json["webhooks"] == [made["webhook"]]
    one = table.banker.get(f"{path}/{made['webhook']['id']}")
    assert one.json == made["webhook"]
    assert made["secret"] not in one.text
    renewed = table.banker.post(f"{path}/{made['webhook']['id']}/secret", None)
    assert (renewed.status_code, renewed.json["secret"] == made["secret"]) == (201, False)


def test_a_request_that_is_sent_again_adds_no_second_webhook(table, receiver):
    path, body = f"/clubs/{table.club}/webhooks", {"url": receiver.url()}
    first = table.banker.post(path, body, key="once")
    assert table.banker.post(path, body, key="once").json == first.json
    assert len(table.banker.get(path).json["webhooks"]) == 1
    other = table.banker.post(path, {**body, "events": ["night_opened"]}, key="once")
    assert (other.status_code, other.json["code"]) == (422, "key_reused")


def test_a_test_is_sent_by_a_worker_and_its_answer_can_be_read(app, table, receiver, tmp_path, clock):
    path = f"/clubs/{table.club}/webhooks/{added(table, receiver)['webhook']['id']}"
    asked = table.banker.post(f"{path}/ping", None)
    assert (asked.status_code, asked.json["new"]) == (202, True)
    database = app.extensions[EXTENSION].book.database
    Worker(JobContext(database, tmp_path, clock, reach=receiver.reach), Jobs(database)).run_due()
    (sent,) = table.banker.get(f"{path}/deliveries").json["deliveries"]
    assert (sent["job"], sent["status"], sent["result"]) == (asked.json["job"], 204, "done")


def test_a_webhook_is_turned_off_and_removed(table, receiver):
    path = f"/clubs/{table.club}/webhooks/{added(table, receiver)['webhook']['id']}"
    assert table.banker.patch(path, {"on": False}).json["on"] is False
    assert table.banker.patch(path, {"on": True}).json["on"] is True
    assert table.banker.delete(path).status_code == 204
    gone = table.banker.delete(path)
    assert (gone.status_code, gone.json["code"]) == (404, "webhook_missing")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"url": "https://127.0.0.1/"}, "address_refused"),
        ({"url": "https://[::ffff:169.254.169.254]/latest/meta-data"}, "address_refused"),
        ({"url": "ftp://hooks.example.org/"}, "not_a_webhook_url"),
        ({"url": "https://127.0.0.1/", "events": ["everything"]}, "unknown_webhook_event"),
        ({"url": 7}, "wrong_body"),
        ({"url": "https://127.0.0.1/", "colour": "red"}, "wrong_body"),
    ],
)
def test_what_cannot_be_told_is_refused_with_the_reason(table, body, code):
    answer = table.banker.post(f"/clubs/{table.club}/webhooks", body)
    assert (answer.status_code, answer.json["code"]) == (422, code)
    assert table.banker.get(f"/clubs/{table.club}/webhooks").json["webhooks"] == []


@pytest.mark.parametrize("path", ["", "/w1", "/w1/deliveries"])
def test_nobody_else_sees_whom_a_club_tells(table, onlooker, path):
    answer = onlooker.get(f"/clubs/{table.club}/webhooks{path}")
    assert (answer.status_code, answer.json["code"]) == (403, "role_may_not")
