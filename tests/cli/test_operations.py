"""`chipbook doctor`, `alive` and `secrets`: what a host of a server types, and what a health check asks."""

from __future__ import annotations

import json
import os
import socket
import stat
import subprocess
import time
from collections.abc import Iterator

import pytest

from service.app.keeping import PASSWORDS, URLS
from service.app.running import health as heartbeats


def test_the_doctor_says_in_some_ten_lines_that_all_is_well(chipbook, home):
    home.chmod(0o700)
    told = chipbook("doctor")
    assert told.exit_code == 0
    lines = told.stdout.splitlines()
    assert 8 <= len(lines) <= 12
    assert {line.split()[0] for line in lines} == {"ok"}


def test_the_doctor_says_what_is_wrong_and_how_to_mend_it(chipbook, home):
    home.chmod(0o755)
    told = chipbook("doctor")
    assert told.exit_code == 1
    assert f"WRONG home      Others on this machine may read {home} (mode 0755).\n" in told.stdout
    assert f"→ chmod go= {home}\n" in told.stdout
    data = json.loads(chipbook("doctor", "--json").stdout)
    assert data["sound"] is False
    assert [one["mend"] for one in data["findings"] if one["state"] == "wrong"] == [f"chmod go= {home}"]


def test_the_doctor_examines_settings_that_stop_every_other_command(chipbook, monkeypatch):
    monkeypatch.setenv("CHIPBOOK_PROT", "1")
    told = chipbook("doctor")
    assert told.exit_code == 1
    assert "did you mean CHIPBOOK_PORT?" in told.stdout


def test_a_worker_is_alive_while_it_gives_signs(chipbook, home):
    silent = chipbook("alive", "worker")
    assert (silent.exit_code, silent.stdout) == (1, "No worker has given a sign on this machine.\n")
    heartbeats.give_sign(home, heartbeats.WORKER)
    assert chipbook("alive", "worker").stdout == "The worker is alive.\n"
    assert chipbook("alive", "beat").exit_code == 1
    told = json.loads(chipbook("alive", "worker", "--json").stdout)
    assert told == {"alive": True, "sentence": "The worker is alive."}


@pytest.fixture
def another_process() -> Iterator[int]:
    """The number of a process that does nothing and runs."""
    with subprocess.Popen(["sleep", "60"]) as process:
        yield process.pid
        process.kill()


def sign_of(home, process: int, seconds: int) -> None:
    """The sign that a worker in that process gave so long ago."""
    file = home / "alive" / f"worker-{process}-{socket.gethostname()}"
    file.touch()
    os.utime(file, (time.time() - seconds, time.time() - seconds))


def test_two_workers_on_one_machine_do_not_hide_one_another(chipbook, home, another_process):
    heartbeats.give_sign(home, heartbeats.WORKER)
    sign_of(home, another_process, 20)
    assert chipbook("alive", "worker").exit_code == 0
    sign_of(home, another_process, 100)
    told = chipbook("alive", "worker")
    assert (told.exit_code, f"process {another_process} gave its last sign 100" in told.stdout) == (1, True)


def test_a_worker_that_was_killed_and_that_nobody_waited_for_does_not_hang(chipbook, home):
    with subprocess.Popen(["sleep", "600"]) as gone:
        heartbeats.give_sign(home, heartbeats.WORKER)
        heartbeats.forget(home, heartbeats.WORKER)
        sign_of(home, gone.pid, 100)
        assert f"process {gone.pid} gave its last sign" in chipbook("alive", "worker").stdout
        gone.kill()
        # Waits for its end without asking how it ended, so that its number stays.
        os.waitid(os.P_PID, gone.pid, os.WEXITED | os.WNOWAIT)
        told = chipbook("alive", "worker")
        assert (told.exit_code, told.stdout) == (1, "The worker ended without a word.\n")


def test_a_worker_that_was_killed_is_told_until_another_one_is_at_work(chipbook, home):
    with subprocess.Popen(["sleep", "0"]) as gone:
        pass
    heartbeats.give_sign(home, heartbeats.WORKER)
    heartbeats.forget(home, heartbeats.WORKER)
    sign_of(home, gone.pid, 100)
    told = chipbook("alive", "worker")
    assert (told.exit_code, told.stdout) == (1, "The worker ended without a word.\n")
    heartbeats.give_sign(home, heartbeats.WORKER)
    assert chipbook("alive", "worker").exit_code == 0
    assert [one.process for one in heartbeats.heard(home)] == [os.getpid()]


def test_a_server_that_does_not_answer_is_not_alive(chipbook, monkeypatch):
    # Nothing listens at the port of discard.
    monkeypatch.setenv("CHIPBOOK_PORT", "9")
    told = chipbook("alive", "web")
    assert told.exit_code == 1
    assert "does not answer" in told.stdout


def test_secrets_are_made_once_and_never_shown(chipbook, tmp_path):
    folder = tmp_path / "secrets"
    made = chipbook("secrets", folder)
    assert made.exit_code == 0
    files = {file.name: file.read_text().strip() for file in folder.iterdir()}
    assert set(files) == {*PASSWORDS, *URLS}
    assert len(set(files.values())) == len(files)
    assert not any(text in made.output for text in files.values())
    assert files["program_password"] in files["program_url"]
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    again = json.loads(chipbook("secrets", folder, "--json").stdout)
    assert (again["made"], set(again["kept"])) == ([], set(files))
    assert {file.name: file.read_text().strip() for file in folder.iterdir()} == files


def test_a_url_that_is_missing_is_made_from_its_password_and_one_whose_password_is_gone_is_refused(chipbook, tmp_path):
    folder = tmp_path / "secrets"
    chipbook("secrets", folder)
    url = (folder / "redis_url").read_text()
    (folder / "redis_url").unlink()
    chipbook("secrets", folder)
    assert (folder / "redis_url").read_text() == url
    (folder / "redis_password").unlink()
    refused = chipbook("secrets", folder)
    assert refused.exit_code == 2
    assert "has redis_url but no redis_password" in refused.output


@pytest.mark.parametrize("name", ["taken", "taken/below"])
def test_a_folder_that_cannot_be_made_is_refused(chipbook, tmp_path, name):
    (tmp_path / "taken").write_text("a file")
    refused = chipbook("secrets", tmp_path / name)
    assert refused.exit_code == 2
    assert not isinstance(refused.exception, OSError)
