"""What every answer carries, the documentation page, health, and the log."""

import json
import logging
import re
from base64 import b64encode
from hashlib import sha256

import pytest
from sqlalchemy import insert

from service.book.store.rows import JOB
from service.errors import BookUnreachable
from service.logs import JsonLines
from tests.service.api.conftest import TOKEN
from tests.service.api.evening import an_evening


def test_every_answer_forbids_what_it_does_not_need(app, table):
    http = app.test_client()
    for path in ("/api/v1/nights", f"/api/v1{table.path}", "/api/v1/openapi.json", "/healthz", "/nothing"):
        headers = http.get(path).headers
        assert headers["Content-Security-Policy"].startswith("default-src 'none'")
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Cache-Control"] == "private, no-cache"
        assert "Authorization" in headers["Vary"]


def test_the_documentation_page_runs_only_its_own_scripts_from_this_server(app):
    http = app.test_client()
    page = http.get("/docs/")
    policy = page.headers["Content-Security-Policy"]
    (script,) = re.findall(r"<script>(.*?)</script>", page.text, re.DOTALL)
    assert f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" in policy
    assert "script-src 'self' 'sha256-" in policy
    assert "connect-src 'self'" in policy
    assert "/api/v1/openapi.json" in script
    assert re.findall(r"https?://", page.text) == []
    for address in re.findall(r'(?:src|href)="([^"]+)"', page.text):
        assert address.startswith("/docs/")
        asset = http.get(address)
        assert asset.status_code == 200
        assert "unsafe-inline" not in asset.headers["Content-Security-Policy"].partition("style-src")[0]
        asset.close()


def test_the_address_of_the_page_is_not_taken_from_the_request(app):
    page = app.test_client().get("/docs/", headers={"Host": "evil.example"})
    assert "evil.example" not in page.text


def test_health_is_the_process_and_readiness_the_book(app, monkeypatch):
    http = app.test_client()
    assert http.get("/healthz").json == {"status": "ok"}
    assert http.get("/readyz").json == {"status": "ready"}

    def gone(_: object) -> None:
        raise BookUnreachable("db.example/club", "no answer")

    monkeypatch.setattr("service.book.db.Database.reading", gone)
    assert http.get("/healthz").status_code == 200
    answer = http.get("/readyz")
    assert (answer.status_code, answer.json["code"]) == (503, "not_ready")
    assert "db.example" not in answer.text


def test_readiness_tells_of_work_that_is_stuck_and_of_a_clock_that_has_gone_back(app, table, clock, sqlite_database):
    http = app.test_client()
    with sqlite_database.writing() as connection:
        row = {
            "club": table.club,
            "key": "odd",
            "kind": "render_report",
            "payload": "{}",
            "state": "due",
            "attempts": 0,
        }
        connection.execute(insert(JOB), row | {"due_at": clock()})
    assert http.get("/readyz").json == {"status": "ready"}
    clock.pass_seconds(600)
    late = http.get("/readyz")
    assert (late.status_code, late.json["status"], late.json["work"]["overdue"]) == (200, "stuck", 1)
    clock.pass_seconds(-7200)
    assert any("The clock was set back" in sentence for sentence in http.get("/readyz").json["work"]["sentences"])


@pytest.mark.parametrize(("given", "kept"), [("abc-1", True), ("x" * 65, False), ("a b", False), ("a\u00e6", False)])
def test_a_request_keeps_its_id(app, given, kept):
    answer = app.test_client().get("/healthz", headers={"X-Request-Id": given})
    assert (answer.headers["X-Request-Id"] == given) is kept
    assert answer.headers["X-Request-Id"]


def test_the_log_says_which_request_and_night_and_nothing_of_what_was_said(app, banker, caplog):
    caplog.set_level(logging.INFO)
    table = an_evening(banker, rules={"initial_loan": 150, "auto": "none"})
    table.play({"type": "announce_hand", "game": "Five Card Stud", "dealer": table.ids["Carl"]})
    table.play({"type": "deal", "cards": ["As", "Kd", "Qh"]})
    table.say({"type": "deal", "cards": ["Js"]})
    lines = [json.loads(JsonLines().format(record)) for record in caplog.records]
    posts = [line for line in lines if line.get("method") == "POST" and table.path in line["path"]]
    assert {line["night"] for line in posts} == {"friday"}
    assert {line["status"] for line in posts} >= {201, 409}
    assert all(line["request_id"] and line["milliseconds"] >= 0 for line in posts)
    text = "\n".join(JsonLines().format(record) for record in caplog.records)
    assert not [secret for secret in (TOKEN, "As", "Kd", "Js", "tap-") if secret in text]


def test_a_line_of_the_log_holds_only_what_it_may():
    record = logging.makeLogRecord({"name": "x", "msg": "said", "levelname": "INFO", "token": "s3cret", "night": "n1"})
    line = json.loads(JsonLines().format(record))
    assert (line["event"], line["night"]) == ("said", "n1")
    assert "s3cret" not in str(line)
