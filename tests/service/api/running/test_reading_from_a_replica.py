"""What only reads is answered by a replica that may be behind, and nobody gets less than they have seen or written."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

from service.api.context import EXTENSION
from service.app.running import replica as module
from service.config import Settings
from service.db import Database
from service.wsgi import create_app
from tests.servers import Pair
from tests.service.api.conftest import TOKEN
from tests.service.api.evening import Banker, Clock, Onlooker, Table, an_evening, settled

SECONDS = 20
NOWHERE = "postgresql+psycopg://nobody@127.0.0.1:1/none"


@dataclass
class Web:
    """A server with a replica, and who was asked since the last look."""

    banker: Banker
    onlooker: Onlooker
    primary: Database
    replica: Database

    def __post_init__(self) -> None:
        self.asked: list[str] = []
        for name, database in (("primary", self.primary), ("replica", self.replica)):
            _listen(database, lambda name=name: self.asked.append(name))

    def who_answers(self, path: str, **query: object) -> set[str]:
        self.asked.clear()
        assert self.onlooker.get(path, **query).status_code == 200
        return set(self.asked)


def _listen(database: Database, heard: Callable[[], None]) -> None:
    borrow = database._driver.borrow

    def listening() -> object:
        heard()
        return borrow()

    database._driver.borrow = listening  # type: ignore[method-assign]


@contextmanager
def _serving(settings: Settings, clock: Clock, url: str, replica_url: str) -> Iterator[Web]:
    primary, replica = Database.open(url), Database.open_replica(replica_url)
    app = create_app(settings, primary, now=clock, stream_seconds=0, replica=replica)
    try:
        yield Web(Banker(app.test_client(), TOKEN, taps=url[-9:]), Onlooker(app.test_client(), TOKEN), primary, replica)
    finally:
        app.extensions[EXTENSION].hub.close()
        replica.close()
        primary.close()


@pytest.fixture
def web(settings: Settings, clock: Clock, replicated_urls: tuple[str, str]) -> Iterator[Web]:
    with _serving(settings, clock, *replicated_urls) as made:
        yield made


@pytest.fixture
def elsewhere(settings: Settings, clock: Clock, replicated_urls: tuple[str, str]) -> Iterator[Banker]:
    """A banker at another server of the same book."""
    database = Database.open(replicated_urls[0])
    app = create_app(settings, database, now=clock, stream_seconds=0)
    yield Banker(app.test_client(), TOKEN, taps="elsewhere")
    app.extensions[EXTENSION].hub.close()
    database.close()


@contextmanager
def _behind(pair: Pair) -> Iterator[None]:
    """While the block lasts, the replica shows nothing new."""
    pair.wait_until_level()
    pair.replica.say("SELECT pg_wal_replay_pause()")
    try:
        give_up_at = time.monotonic() + SECONDS
        while pair.replica.say("SELECT pg_get_wal_replay_pause_state()") != [("paused",)]:
            assert time.monotonic() < give_up_at
            time.sleep(0.005)
        yield
    finally:
        pair.replica.say("SELECT pg_wal_replay_resume()")


def _lend(table: Table, banker: Banker | None = None) -> int:
    """Lends Anna chips; returns the version of the night after it."""
    answer = (banker or table.banker).post(f"{table.path}/loans", {"player": table.ids["Anna"], "chips": 7})
    assert answer.status_code == 201, answer.json
    return answer.json["version"]


def test_what_the_replica_has_is_read_there_alone(web: Web, replicated_servers: Pair) -> None:
    table = settled(an_evening(web.banker))
    replicated_servers.wait_until_level()
    for path in ("", "/events", "/report", "/nets", "/table"):
        assert web.who_answers(table.path + path) == {"replica"}, path
    for path in (f"/clubs/{table.club}", f"/clubs/{table.club}/standings", "/clubs", "/nights"):
        assert web.who_answers(path) == {"replica"}, path
    # Proving the book proves the book itself.
    assert "replica" not in web.who_answers(f"{table.path}/verification")


def test_whoever_wrote_here_reads_it_though_the_replica_is_behind(web: Web, replicated_servers: Pair) -> None:
    table = an_evening(web.banker)
    with _behind(replicated_servers):
        version = _lend(table)
        assert web.onlooker.get(table.path).json["version"] == version
        assert web.onlooker.get(f"{table.path}/events", last=1).json["events"][0]["version"] == version
        assert web.banker.patch(f"/clubs/{table.club}/players/{table.ids['Anna']}", {"name": "Anne"}).status_code == 200
        names = [one["name"] for one in web.onlooker.get(f"/clubs/{table.club}/players").json["players"]]
        assert "Anne" in names
        another = an_evening(web.banker, "saturday")
        assert web.onlooker.get("/nights").json["nights"][0]["night"] == another.night
    replicated_servers.wait_until_level()
    assert web.who_answers(table.path) == {"replica"}
    assert web.onlooker.get(table.path).json["version"] == version


def test_whoever_says_what_they_have_seen_never_gets_less(
    web: Web, elsewhere: Banker, replicated_servers: Pair
) -> None:
    table = an_evening(elsewhere)
    with _behind(replicated_servers):
        version = _lend(table, elsewhere)
        # Nobody here knows of it: an answer that was right a moment ago.
        assert web.onlooker.get(table.path).json["version"] == version - 1
        for known in (f'"{version}"', f'"{version}.0123456789ab"'):
            assert web.onlooker.get(table.path, {"If-None-Match": known}).json["version"] == version
        cursor = f"{table.night}:{version}"
        assert web.onlooker.get(f"{table.path}/events", after=cursor).json["version"] == version
        assert web.onlooker.get(table.path, at=version).json["version"] == version
        # From then on this server knows it too.
        assert web.onlooker.get(table.path).json["version"] == version


def test_what_began_elsewhere_is_not_missing(web: Web, elsewhere: Banker, replicated_servers: Pair) -> None:
    with _behind(replicated_servers):
        table = an_evening(elsewhere)
        assert web.onlooker.get(table.path).json["night"] == table.night
        assert web.onlooker.get(f"/clubs/{table.club}").json["id"] == table.club
        refused = web.onlooker.get("/nights/never")
        assert (refused.status_code, refused.json["code"]) == (404, "night_missing")


def test_without_its_replica_the_primary_answers_and_the_replica_is_left_alone(
    settings: Settings, clock: Clock, replicated_urls: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "AWAY_SECONDS", 0)
    with _serving(settings, clock, replicated_urls[0], NOWHERE) as web:
        table = an_evening(web.banker)
        assert web.who_answers(table.path) == {"primary", "replica"}
        monkeypatch.undo()
        assert web.who_answers(table.path) == {"primary", "replica"}
        assert web.who_answers(table.path) == {"primary"}


def test_a_server_that_writes_is_no_replica(settings: Settings, clock: Clock, replicated_urls: tuple[str, str]) -> None:
    primary, _ = replicated_urls
    with _serving(settings, clock, primary, primary) as web:
        table = an_evening(web.banker)
        web.who_answers(table.path)
        assert web.who_answers(table.path) == {"primary"}


def test_streams_that_nobody_reads_any_more_are_forgotten_once_the_replica_has_them(
    web: Web, replicated_servers: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = web.primary.saw.__self__  # type: ignore[union-attr]
    with _behind(replicated_servers):
        nights = [an_evening(web.banker, f"n{number}") for number in range(3)]
        assert len(seen) == 6
    replicated_servers.wait_until_level()
    monkeypatch.setattr(module, "KEPT_MAX", 1)
    assert web.who_answers(nights[0].path) == {"replica"}
    assert len(seen) == 0
