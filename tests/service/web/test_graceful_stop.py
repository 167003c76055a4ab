"""A server that is stopped under load answers every request that it has begun, and ends soon after."""

import http.client
import itertools
import json
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field

import pytest

from service.book.store.names import Names
from service.book.store.schema import open_book
from tests.service.web.test_serve import SECONDS, Served

CLIENTS = 6
STOPS_WITHIN_SECONDS = 30


@dataclass
class Load:
    """Clients that ask without a pause, each over its own connection, until no new one can be made."""

    port: int
    token: str
    club: str
    answered: Counter[int] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)
    # The names that the server said it had recorded.
    recorded: list[str] = field(default_factory=list)

    def start(self) -> list[threading.Thread]:
        clients = [threading.Thread(target=self._ask_on, args=(number,)) for number in range(CLIENTS)]
        for client in clients:
            client.start()
        return clients

    def _ask_on(self, number: int) -> None:
        turns = itertools.count()
        while True:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
            try:
                connection.connect()
            except (ConnectionRefusedError, TimeoutError):
                return
            try:
                # A third of the clients make a new connection for each request.
                while self._ask(connection, f"P{number}x{next(turns)}") and number % 3:
                    pass
            except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError):
                # Closed as the request was sent: nothing of it was begun, which the names in the book show.
                continue
            except (OSError, http.client.HTTPException) as problem:
                self.broken.append(repr(problem))
                return
            finally:
                connection.close()

    def _ask(self, connection: http.client.HTTPConnection, name: str) -> bool:
        """Sends a request, and reads all of its answer; True if the connection may be used again."""
        if name[1] in "01":
            connection.request("GET", "/readyz")
        else:
            headers = {
                "Authorization": f"Bearer {self.token}",
                "Idempotency-Key": name,
                "Content-Type": "application/json",
            }
            connection.request("POST", f"/api/v1/clubs/{self.club}/players", json.dumps({"name": name}), headers)
        answer = connection.getresponse()
        body = json.loads(answer.read())
        self.answered[answer.status] += 1
        if answer.status == 201:
            self.recorded.append(body["name"])
        return not answer.will_close


@pytest.fixture
def loaded(tmp_path):
    server = Served(tmp_path)
    token = server.hear().split()[-1]
    banker = {"Authorization": f"Bearer {token}", "Idempotency_Key": "k"}
    club = server.ask("POST", "/api/v1/clubs", {"name": "Klub"}, **banker)[1]["id"]
    yield server, Load(server.port, token, club)
    if server.process.poll() is None:
        server.process.kill()
        server.process.communicate()


def test_a_request_is_answered_or_was_not_begun_when_the_server_is_stopped(loaded, tmp_path):
    server, load = loaded
    clients = load.start()
    while min(load.answered[200], load.answered[201]) <= CLIENTS and all(client.is_alive() for client in clients):
        time.sleep(0.05)
    told_at = time.monotonic()
    said, logged = server.stop()
    assert time.monotonic() - told_at < STOPS_WITHIN_SECONDS
    for client in clients:
        client.join(SECONDS)
    assert load.broken == []
    assert min(load.answered[200], load.answered[201]) > CLIENTS
    assert set(load.answered) <= {200, 201, 503}
    assert server.process.returncode == 0
    assert said.rstrip().endswith("Stopped.")
    assert "stopped_unanswered" not in logged

    with closing(open_book(f"sqlite:///{tmp_path / 'chipbook.db'}")) as database:
        assert sorted(Names(database).by_id(load.club).values()) == sorted(load.recorded)


@contextmanager
def a_stream(server: Served, load: Load) -> Iterator[http.client.HTTPResponse]:
    """An open live stream of a new night."""
    banker = {"Authorization": f"Bearer {load.token}"}
    players = f"/api/v1/clubs/{load.club}/players"
    anna = server.ask("POST", players, {"name": "Anna"}, Idempotency_Key="a", **banker)[1]["id"]
    opening = {"night": "n1", "club": load.club, "banker": anna}
    assert server.ask("POST", "/api/v1/nights", opening, Idempotency_Key="n", **banker)[0] == 201
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=SECONDS)) as connection:
        connection.request("GET", "/api/v1/nights/n1/stream", headers={"Accept": "text/event-stream", **banker})
        with closing(connection.getresponse()) as stream:
            yield stream


def test_a_server_that_stops_is_not_ready_ends_its_streams_in_good_order_and_waits_for_no_unused_connection(loaded):
    server, load = loaded
    unused, connection = (http.client.HTTPConnection("127.0.0.1", server.port, timeout=SECONDS) for _ in range(2))
    with closing(unused), closing(connection), a_stream(server, load) as stream:
        unused.connect()
        assert stream.readline().startswith(b"retry:")
        assert _readiness(connection) == (200, "ready", False)
        told_at = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        # It may take a moment to hear of it, and another one until whoever keeps a connection is told that it is over.
        while (told := _readiness(connection)) != (503, "stopping", True):
            assert told in ((200, "ready", False), (503, "stopping", False))
            assert time.monotonic() - told_at < STOPS_WITHIN_SECONDS
        # One that is broken off would raise IncompleteRead.
        assert b"event: " not in stream.read()
        assert unused.sock.recv(1) == b""
        server.process.communicate(timeout=SECONDS)
        assert server.process.returncode == 0
        assert time.monotonic() - told_at < STOPS_WITHIN_SECONDS


def _readiness(connection: http.client.HTTPConnection) -> tuple[int, str, bool]:
    """What it says of itself, and whether it closes the connection then."""
    connection.request("GET", "/readyz")
    answer = connection.getresponse()
    told = json.loads(answer.read())
    return answer.status, told.get("code", told["status"]), answer.will_close
