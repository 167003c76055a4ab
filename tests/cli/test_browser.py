"""The page opens by itself only for somebody who sits at a screen."""

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

SECONDS = 30


def test_nothing_opens_in_a_pipe_or_without_a_screen(monkeypatch):
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setenv("BROWSER", "somewhere %s &")
    assert not may_open()


@pytest.mark.skipif(sys.platform != "linux", reason="Elsewhere a screen is always there.")
def test_the_server_opens_the_link_that_it_shows(tmp_path):
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


def _read(screen: int) -> None:
    """Takes what is printed, so that nobody waits for room to print."""
    try:
        while os.read(screen, 4096):
            pass
    except OSError:
        # The program has ended.
        pass
