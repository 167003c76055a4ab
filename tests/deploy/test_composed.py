"""The services of compose.yaml run with the commands that stand there.

By the commands of deploy/README.md the first banker gets in, and the book moves to another machine. A night is played, settled
and reported, and brought back from the backups after its server was destroyed.
"""

import http.client
import json
import os
import re
import shlex
import shutil
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import psycopg
import pytest

from tests.deploy.composed import ROOT, Composed, Container, composed
from tests.service.api.evening import Banker, Table, an_evening, settled
from tests.soak import SOAK

PATIENCE_SECONDS = 60
NOTES = (ROOT / "deploy" / "README.md").read_text(encoding="utf-8")


@dataclass
class Answer:
    status_code: int
    json: Any


class OverHttp:
    """A client over the network with the methods of the one that the other tests use."""

    def __init__(self, port: int) -> None:
        self.port = port

    def get(self, path: str, *, headers: dict[str, str], query_string: object = None) -> Answer:
        return self._ask("GET", path + (f"?{urlencode(query_string)}" if query_string else ""), headers)

    def post(self, path: str, *, json: object, headers: dict[str, str]) -> Answer:
        return self._ask("POST", path, headers | {"Content-Type": "application/json"}, json)

    def _ask(self, method: str, path: str, headers: dict[str, str], body: object = None) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_SECONDS)
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        found = Answer(answer.status, json.loads(answer.read()))
        connection.close()
        return found


@pytest.fixture(scope="module")
def deployment() -> Iterator[Composed]:
    with composed() as deployment:
        deployment.up("redis", "postgres", "backup", "replica", "migrate", "web", "worker", "beat")
        for container in deployment.running.values():
            if container.name != "migrate":
                container.wait_until_healthy()
        yield deployment


@pytest.fixture(scope="module")
def banker(deployment) -> Banker:
    return Banker(OverHttp(deployment.port("web")), deployment.secret("token"))


def run(deployment: Composed, service: str, *words: str) -> str:
    """What `docker compose run --rm` prints for a command that goes well."""
    container = deployment.start(service, [*words])
    code = container.process.wait(PATIENCE_SECONDS)
    said = container.log.read_text()
    container.log.unlink()
    assert code == 0, said
    return said


def eventually(happened: Any, what: str) -> None:
    give_up_at = time.monotonic() + PATIENCE_SECONDS
    while not happened():
        assert time.monotonic() < give_up_at, f"{what} did not happen."
        time.sleep(0.1)


def closed(table: Table) -> Table:
    """The night of an evening without a hand, counted and closed; who pays whom is left to the workers."""
    players = table.banker.get(table.path).json["players"]
    table.play(*({"type": "count_chips", "player": one["id"], "chips": one["stack"]} for one in players))
    table.play({"type": "close_night"})
    return table


def commands_under(heading: str) -> list[tuple[str, list[str]]]:
    """The commands of a section of the notes that run in a container of the program: the service, and the words."""
    section = NOTES.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    ran = re.findall(r"^\$ docker compose run --rm (chipbook|migrate) ([^#\n]*)", section, flags=re.MULTILINE)
    return [(service, shlex.split(words)) for service, words in ran]


def test_the_first_banker_gets_in_and_the_book_moves_as_the_notes_say(deployment):
    said = [run(deployment, service, *words) for service, words in commands_under("Getting in")]
    assert len(said) == 4
    assert "https://localhost/" in said[-1]
    saved, *elsewhere = commands_under("Moving to another machine")
    for service, words in (*commands_under("A new version"), saved):
        run(deployment, service, *words)
    with composed() as new:
        new.up("redis", "postgres", "migrate")
        assert new.running["migrate"].process.wait(PATIENCE_SECONDS) == 0
        moved = new.folder / "volumes/home/moving.backup"
        shutil.copy(deployment.folder / "volumes/home/moving.backup", moved)
        moved.chmod(0o644)
        for service, words in elsewhere:
            run(new, service, *words)
        assert [words[0] for _, words in elsewhere] == ["restore", "verify"]
        assert "Bo" in run(new, "chipbook", "club")


def test_a_night_is_closed_and_workers_settle_and_report_it_and_the_replica_has_it(deployment, banker):
    table = closed(an_evening(banker))
    program = deployment.secret("program_url")
    replica = program.replace(*(f":{deployment.ports[name]}/" for name in ("postgres", "replica")))
    jobs = "SELECT split_part(key, ':', 1), state FROM job GROUP BY 1, 2 ORDER BY 1"
    done = [(kind, "done") for kind in ("reconcile", "render", "settle")]
    eventually(lambda: asked(program, jobs) == done, "The end of all jobs")
    assert banker.get(f"{table.path}/payments").json["payments"] == []
    written = deployment.folder / "volumes" / "home" / "reports" / table.night / f"{table.version}.json"
    assert json.loads(written.read_text())["night"]["id"] == table.night
    count = f"SELECT count(*) FROM event WHERE stream = 'night:{table.night}'"
    eventually(lambda: asked(replica, count) == [(table.version,)], "The night on the replica")


def asked(url: str, query: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(url) as connection:
        return connection.execute(query).fetchall()


def test_the_program_may_add_to_the_book_and_change_nothing_in_it(deployment, banker):
    url = deployment.secret("program_url")
    for statement in (
        "UPDATE event SET type = 'x'",
        "DROP TABLE event",
        "TRUNCATE event",
        "CREATE TABLE more (id int)",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege), psycopg.connect(url) as connection:
            connection.execute(statement)


def test_nobody_signs_in_to_the_database_with_another_password(deployment):
    url = deployment.secret("program_url").replace(deployment.secret("program_password"), "chipbook")
    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        psycopg.connect(url)


def test_a_worker_that_hangs_and_a_server_that_is_gone_are_not_healthy(deployment):
    web, worker = deployment.running["web"], deployment.running["worker"]
    sign = next((deployment.folder / "volumes/home/alive").glob("worker-*"))
    os.kill(worker.process.pid, signal.SIGSTOP)
    try:
        os.utime(sign, (0, 0))
        assert not worker.is_healthy()
    finally:
        os.kill(worker.process.pid, signal.SIGCONT)
    eventually(worker.is_healthy, "The next sign of the worker")
    another = Container(
        "web",
        web.process,
        web.environ | {"CHIPBOOK_PORT": str(deployment.port("nobody"))},
        web.check,
        web.options,
        web.log,
    )
    told = another.ask(another.check)
    assert told.returncode == 1
    assert "does not answer" in told.stdout


def test_after_the_server_was_destroyed_every_acknowledged_event_is_there_again(deployment, banker):
    table = an_evening(banker, "saturday", rules={"initial_loan": 150, "settles": "ask"})
    backup, primary = deployment.running["backup"], deployment.running["postgres"]
    before = table.version
    time.sleep(0.05)
    moment = datetime.now(UTC).isoformat().replace("+00:00", "Z")
    time.sleep(0.05)
    settled(table)
    events = asked(deployment.secret("program_url"), "SELECT club, stream, version, hash FROM event ORDER BY 1, 2, 3")
    superuser = (
        deployment.secret("program_url")
        .replace("chipbook_program", "postgres")
        .replace(deployment.secret("program_password"), deployment.secret("postgres_password"))
    )
    arrived = "SELECT bool_and(flush_lsn >= pg_current_wal_lsn()) FROM pg_stat_replication WHERE application_name = 'pg_receivewal'"
    eventually(lambda: asked(superuser, arrived) == [(True,)], "The archive of all changes")
    for name in ("beat", "worker", "web", "backup", "replica"):
        assert deployment.running[name].stop() == 0, deployment.running[name].said()
    # Who stops in good order takes its sign back, and has written to no place but its volumes.
    assert list((deployment.folder / "volumes/home/alive").iterdir()) == []
    for name in ("web", "worker", "beat", "migrate"):
        assert {file.name for file in (deployment.folder / "containers" / name).iterdir()} == {"log", "secrets"}
    primary.stop(signal.SIGKILL)
    shutil.rmtree(primary.environ["PGDATA"])

    restored = restore(deployment, backup)
    url = deployment.secret("program_url")
    assert asked(url, "SELECT club, stream, version, hash FROM event ORDER BY 1, 2, 3") == events
    words = ("verify", "--club", f"Klub {table.night}", "--head", head_of(events, table.club), "--json")
    assert json.loads(run(deployment, "chipbook", *words))["holds"]
    restored.stop()
    if not SOAK:
        return
    shutil.rmtree(primary.environ["PGDATA"])
    at_a_moment = restore(deployment, backup, moment)
    count = f"SELECT count(*) FROM event WHERE stream = 'night:{table.night}'"
    assert asked(url, count) == [(before,)]
    at_a_moment.stop()


def head_of(events: list[tuple[Any, ...]], club: str) -> str:
    """The last hash of the club's own stream."""
    return next(event[3] for event in reversed(events) if event[0] == club and event[1].startswith("club"))


def restore(deployment: Composed, backup: Container, moment: str = "") -> Container:
    """Starts the server anew from the backups; returns it when it takes part in the game again."""
    data = deployment.running["postgres"].environ["PGDATA"]
    words = ["sh", str(deployment.images.files / "backup.sh"), "restore", data]
    made = backup.ask([*words, moment] if moment else words)
    assert made.returncode == 0, made.stderr
    refused = backup.ask(words)
    assert (refused.returncode, "name an empty folder" in refused.stderr) == (1, True)
    server = deployment.running["postgres"] = deployment.start("postgres")
    server.wait_until_healthy()
    up = "SELECT NOT pg_is_in_recovery()"
    eventually(lambda: asked(deployment.secret("program_url"), up) == [(True,)], "The end of the recovery")
    assert not (Path(data) / "wal_to_replay").exists()
    return server
