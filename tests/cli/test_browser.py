"""The page opens by itself only for somebody who sits at a screen."""

from __future__ import annotations

import json
import os
import pty
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from cli.terminal import may_open
from service.app.signing_in.addresses import own_address
from tests.forked import Forked

SECONDS = 30


def test_nothing_opens_in_a_pipe_or_without_a_screen(monkeypatch):
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setenv("BROWSER", "somewhere %s &")
    assert not may_open()


@pytest.mark.skipif(sys.platform != "linux", reason="Elsewhere a screen is always there.")
def test_the_server_opens_the_link_that_it_shows(tmp_path: Path):
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > {opened}.part && mv {opened}.part {opened}\n')
    browser.chmod(browser.stat().st_mode | stat.S_IEXEC)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    here, there = pty.openpty()
    environ = {
        **os.environ,
        "CHIPBOOK_HOME": str(tmp_path / "home"),
        "DISPLAY": ":0",
        "BROWSER": f"{browser} %s &",
        "TERM": "dumb",
    }
    program = Path(sys.executable).with_name("chipbook")
    process = subprocess.Popen(
        [program, "serve", "--open", "--port", str(port)], env=environ, stdout=there, stderr=there, stdin=there
    )
    threading.Thread(target=_read, args=(here,), daemon=True).start()
    give_up_at = time.monotonic() + SECONDS
    while not opened.exists():
        assert time.monotonic() < give_up_at
        assert process.poll() is None
        time.sleep(0.05)
    url = opened.read_text()
    assert url.startswith(f"http://127.0.0.1:{port}/found/")
    with urllib.request.urlopen(url, timeout=SECONDS) as page:
        assert page.status == 200
    process.send_signal(signal.SIGINT)
    assert process.wait(SECONDS) == 0


def test_a_server_that_listens_everywhere_makes_links_that_phones_can_open(tmp_path: Path):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environ = {
        **os.environ,
        "CHIPBOOK_HOME": str(tmp_path / "home"),
        "CHIPBOOK_TOKEN": "a-token-for-the-test",
        "CHIPBOOK_NAME": "none",
    }
    process = Forked(["serve", "--host", "0.0.0.0", "--port", port], env=environ)
    give_up_at = time.monotonic() + SECONDS

    def made(path: str, said: dict[str, object]) -> dict[str, str]:
        """Sent to the server as somebody does who sits at its machine."""
        headers = {
            "Authorization": "Bearer a-token-for-the-test",
            "Content-Type": "application/json",
            "Idempotency-Key": path,
        }
        body = json.dumps(said).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{port}/api/v1{path}", body, headers)
        while True:
            try:
                with urllib.request.urlopen(request, timeout=SECONDS) as answer:
                    return json.load(answer)
            except urllib.error.URLError:
                assert time.monotonic() < give_up_at
                assert process.poll() is None
                time.sleep(0.05)

    try:
        club = made("/clubs", {"name": "Torsdag"})["id"]
        player = made(f"/clubs/{club}/players", {"name": "Bo"})["id"]
        link = made(f"/clubs/{club}/players/{player}/invitations", {})["url"]
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(SECONDS) == 0
    assert link.startswith(f"http://{own_address() or '127.0.0.1'}:{port}/join/")


def _read(screen: int) -> None:
    """Takes what is printed, so that nobody waits for room to print."""
    try:
        while os.read(screen, 4096):
            pass
    except OSError:
        # The program has ended.
        pass
