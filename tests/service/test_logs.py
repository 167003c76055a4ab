"""Every line of the log says which request, club and night it is about, whoever wrote it, and quotes nothing."""

import io
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from flask import Flask

from service.logs import JsonLines, log_job, log_night_of_body, log_requests

_elsewhere = logging.getLogger("chipbook.elsewhere")


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What a handler writes, line by line, while everything is logged."""
    root, text = logging.getLogger(), io.StringIO()
    handler, level = logging.StreamHandler(text), root.level
    handler.setFormatter(JsonLines())
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield text
    root.removeHandler(handler)
    root.setLevel(level)


@pytest.fixture
def app() -> Flask:
    app = Flask("of_the_log")
    log_requests(app, {"friday": "klub"}.get)

    @app.get("/nights/<night>")
    def look(night: str) -> str:
        _elsewhere.warning("looked_twice", extra={"cards": "As Kd", "code": "x"})
        return night

    @app.post("/nights")
    def open_one() -> str:
        log_night_of_body("klub", "saturday")
        return "saturday"

    return app


def test_a_line_that_is_written_for_a_request_has_its_ids_and_the_next_one_has_not(app, written):
    app.test_client().get("/nights/friday", headers={"X-Request-Id": "one"})
    _elsewhere.warning("alone")
    looked, request, alone = map(json.loads, written.getvalue().splitlines())
    assert (looked["event"], looked["code"], looked["request_id"], looked["club"], looked["night"]) == (
        "looked_twice",
        "x",
        "one",
        "klub",
        "friday",
    )
    assert (request["event"], request["status"], request["request_id"]) == ("request", 200, "one")
    assert list(alone) == ["time", "level", "logger", "event"]
    assert "As Kd" not in written.getvalue()


def test_a_request_about_a_club_says_which_and_one_about_an_unknown_night_names_no_club(app, written):
    app.add_url_rule("/clubs/<club>", "club", lambda club: club)
    app.test_client().get("/clubs/klub")
    app.test_client().get("/nights/thursday")
    of_club, looked, of_night = map(json.loads, written.getvalue().splitlines())
    assert (of_club["club"], "night" in of_club) == ("klub", False)
    assert [("club" in line, line["night"]) for line in (looked, of_night)] == [(False, "thursday")] * 2


def test_a_night_that_is_named_in_the_body_alone_is_told_too(app, written):
    app.test_client().post("/nights")
    app.test_client().get("/nights/friday")
    opened, _, looked = map(json.loads, written.getvalue().splitlines())
    assert [(line["club"], line["night"]) for line in (opened, looked)] == [("klub", "saturday"), ("klub", "friday")]


def test_what_is_logged_for_a_job_says_its_club_and_night(written):
    with log_job("klub", "friday"):
        _elsewhere.warning("job_failed")
    with log_job("klub", None):
        _elsewhere.warning("job_failed")
    _elsewhere.warning("alone")
    of_night, of_club, alone = map(json.loads, written.getvalue().splitlines())
    assert (of_night["club"], of_night["night"]) == ("klub", "friday")
    assert (of_club["club"], "night" in of_club) == ("klub", False)
    assert "club" not in alone


def test_a_traceback_stays_out_of_the_log_because_it_may_quote_a_card(written):
    try:
        {}["As Kd"]
    except KeyError:
        _elsewhere.exception("went_wrong")
    (line,) = map(json.loads, written.getvalue().splitlines())
    assert (line["event"], line["level"]) == ("went_wrong", "error")
    assert "As Kd" not in written.getvalue()


def test_what_a_library_logs_with_its_own_arguments_is_one_line_too(written):
    logging.getLogger("werkzeug").info("Serving on %s:%d\nand æ", "here", 1)
    (line,) = map(json.loads, written.getvalue().splitlines())
    assert (line["logger"], line["event"]) == ("werkzeug", "Serving on here:1\nand æ")


def test_what_python_warns_of_is_a_line_of_json_too():
    """As Celery does of a worker that runs as root."""
    program = "import warnings; from service.logs import log_to_stderr; log_to_stderr(); warnings.warn('not as root!', stacklevel=1)"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stderr
    (line,) = [json.loads(line) for line in said.splitlines()]
    assert (line["level"], line["logger"], "not as root!" in line["event"]) == ("warning", "py.warnings", True)


def test_at_a_terminal_a_request_pushes_no_code_off_the_screen():
    program = """
import logging
from service.logs import log_to_stderr
log_to_stderr()
logging.getLogger("chipbook.request").info("request")
logging.getLogger("chipbook.request").error("went_wrong")
"""
    ours, terminal = os.openpty()
    subprocess.run([sys.executable, "-c", program], stderr=terminal, check=True)
    os.close(terminal)
    said = os.read(ours, 10_000).decode()
    os.close(ours)
    assert [json.loads(line)["event"] for line in said.splitlines()] == ["went_wrong"]
