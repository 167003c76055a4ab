"""The page that explains the API: every piece of it runs, in the order in which it stands, against a real server."""

import json
import os
import shutil
import subprocess
import sys
from html.parser import HTMLParser

import pytest

from tests.service.api.conftest import TOKEN

# Only a test that fails waits so long.
SECONDS = 120


class Pieces(HTMLParser):
    """The pieces of code on the page, by what runs them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, list[str]] = {}
        self._inside: list[str] | None = None
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        if tag == "pre":
            self._inside = self.found.setdefault(dict(attrs)["data-run"], [])
            self._inside.append("")

    def handle_endtag(self, tag):
        if tag == "pre":
            self._inside = None

    def handle_data(self, data):
        if self._inside is not None:
            self._inside[-1] += data


@pytest.fixture
def page(app) -> str:
    answer = app.test_client().get("/guide/")
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    return answer.text


def run(words, script, address, folder):
    environ = {**os.environ, "CHIPBOOK": address, "TOKEN": TOKEN}
    ended = subprocess.run(
        words, input=script, cwd=folder, env=environ, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def test_every_piece_in_python_runs(page, address, tmp_path):
    said = run([sys.executable, "-I", "-"], "\n".join(Pieces(page).found["python"]), address, tmp_path)
    assert said.splitlines()[-1] == "settled"


def test_every_piece_with_curl_runs(page, address, tmp_path):
    if not (shutil.which("curl") and shutil.which("bash")):
        pytest.skip("NOT RUN: there is no curl or no bash here, so the pieces with curl were not tried.")
    pieces = "\n".join(Pieces(page).found["curl"])
    said = run(["bash", "-s"], f"set -euo pipefail\n{pieces}", address, tmp_path)
    assert "304" in said
    assert "event: recorded" in said
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF")
    assert json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))["verdict"]["phase"] == "settled"


def test_the_page_loads_nothing_from_elsewhere_and_runs_no_script(app, page):
    assert "<script" not in page
    assert "style=" not in page
    answer = app.test_client().get("/guide/guide.css")
    assert (answer.status_code, answer.mimetype) == (200, "text/css")
    assert "'unsafe" not in app.test_client().get("/guide/").headers["Content-Security-Policy"]
