"""What an operator runs: alive, doctor, the queue of jobs, rights, and the rebuilding of what follows from the events."""

import json
import os
import socket
import sqlite3
import stat
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from cli.jobs import KINDS
from cli.running import QUEUES
from service.app.running import health as heartbeats
from service.app.running.keeping import PASSWORDS, URLS
from service.book import job_kinds
from tests.cli.conftest import END, EVENING

# What an operator runs: alive, doctor, the queue of jobs, and the rebuilding of what follows from the events.

# `chipbook doctor`, `alive` and `secrets`: what a host of a server types, and what a health check asks.


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
    assert [one.process for one in heartbeats.heartbeats(home)] == [os.getpid()]


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


# `chipbook jobs` at the terminal: what is there, how it was tried, its files, and trying it again.


@pytest.fixture
def over(done, tmp_path) -> str:
    """The key of the report of a night that is over."""
    night = tmp_path / "friday.night"
    night.write_text(EVENING + END, encoding="utf-8")
    done("replay", night)
    return next(line.split()[0] for line in done("jobs", "--all", "--kind", "report").splitlines() if "render:" in line)


def test_the_words_of_the_command_line_are_the_kinds_and_queues_of_the_book():
    assert {kind.queue: kind.name for kind in job_kinds.JOB_KINDS} == KINDS
    assert job_kinds.QUEUES == QUEUES


def test_a_job_is_shown_with_its_tries_and_its_files_can_be_written_anywhere(done, data, over, tmp_path):
    told = done("jobs", "show", over)
    assert "render_report, done" in told
    assert "tried 1 of 5 times" in told
    found = data("jobs", "show", over)
    assert [one["result"] for one in found["tries"]] == ["done"]
    done("jobs", "show", over, "-o", tmp_path / "out")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == found["files"]


def test_what_has_not_failed_is_not_tried_again(chipbook, done, over):
    assert done("jobs", "retry", "--all") == "No job has failed.\n"
    assert "has failed" in chipbook("jobs", "retry", over).stderr
    assert "There is no job render:nowhere:1" in chipbook("jobs", "show", "render:nowhere:1").stderr
    for words in (("retry",), ("retry", over, "--all"), ("retry", over, "--kind", "report")):
        assert chipbook("jobs", *words).exit_code == 2


def test_options_before_the_word_are_refused_rather_than_forgotten(chipbook, over):
    answer = chipbook("jobs", "--failed", "show", over)
    assert (answer.exit_code, "at the end" in answer.stderr) == (2, True)


def test_a_worker_of_no_queue_is_refused_with_the_queues_there_are(chipbook):
    answer = chipbook("worker", "--queues", "settle,dance")
    assert answer.exit_code == 2
    assert "dance is no queue; choose from settle, reconcile, report, remind, notify, import, verify." in answer.stderr


def test_a_beat_without_a_broker_says_that_none_is_needed(chipbook):
    answer = chipbook("beat")
    assert answer.exit_code != 0
    assert "without it, a server or a worker does it" in answer.stderr


# `chipbook rebuild`: what follows from the events is made again, and says how much.


def test_a_list_that_says_something_else_is_put_right(done, data, evening, home) -> None:
    listed = data("night", "list")
    with closing(sqlite3.connect(home / "chipbook.db")) as connection, connection:
        connection.execute("UPDATE night SET hands = 99, phase = 'settled'")
        connection.execute("DELETE FROM request")
    assert data("night", "list") != listed
    (club,) = data("rebuild", "-y")["clubs"]
    assert (club["name"], club["nights"], club["answers_dropped"]) == ("Home", 1, 0)
    assert data("night", "list") == listed
    assert data("verify", "-n", evening)["holds"]
    assert "Home: 1 night, " in done("rebuild", "-y")


def test_an_empty_book_has_nothing_to_make_again(done) -> None:
    assert done("rebuild", "-y").strip() == "The book holds no club yet."


# `chipbook grant`: the role that may only read and append, on PostgreSQL.


def test_a_book_in_a_file_has_no_role_to_grant(chipbook) -> None:
    result = chipbook("grant")
    assert result.exit_code == 1
    assert "SQLite has no roles" in result.output


def test_the_owner_of_a_postgresql_book_grants_the_role(chipbook, postgresql_url, monkeypatch) -> None:
    monkeypatch.setenv("CHIPBOOK_DATABASE_URL", postgresql_url)
    result = chipbook("grant", "--json")
    assert result.exit_code == 0
    assert json.loads(result.output) == {"granted": True, "skipped": ""}
