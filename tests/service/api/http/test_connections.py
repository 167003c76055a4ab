"""However many hold connections open, half a request or a stream: who sends a request is served, the banker first."""

from __future__ import annotations

import contextlib
import http.client
import itertools
import json
import select
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from flask import Flask

from service.api.context import EXTENSION
from service.api.http import connections
from service.api.http.connections import IS_THE_BANKERS, Listening, without_room
from service.book.store.schema import open_book
from service.config import Settings
from service.web.wsgi import create_app

# Only a test that fails waits so long.
SECONDS = 60
TOKEN = "a-token-for-the-tests"
V1 = "/api/v1"
HALF = (
    b"POST /api/v1/judgements HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n{"
)


@contextlib.contextmanager
def serving(app: Callable[..., Any], streams_max: int = 8) -> Iterator[int]:
    """The port of an application that is served in a thread of this process."""
    server = Listening(app, host="127.0.0.1", port=0, streams_max=streams_max, body_max=10_000)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield server.port
    finally:
        server.close_from_outside()
        thread.join(SECONDS)
        assert not thread.is_alive()


class Banker:
    """Says what is to be recorded, each time on a connection of its own."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.keys = itertools.count(1)

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        sent = {"Authorization": f"Bearer {TOKEN}", "Idempotency-Key": f"tap-{next(self.keys)}", **headers}
        connection.request(
            method, V1 + path, json.dumps(body), {name.replace("_", "-"): text for name, text in sent.items()}
        )
        answer = connection.getresponse()
        found = json.loads(answer.read())
        connection.close()
        return answer.status, found

    def post(self, path: str, body: object, **headers: str) -> Any:
        status, found = self.ask("POST", path, body, **{"Content_Type": "application/json"} | headers)
        assert status == 201, found
        return found

    def a_hand_before_its_first_bet(self) -> tuple[str, int]:
        """Who bets first, and the version of the night."""
        club = self.post("/clubs", {"name": "Klub"})["id"]
        ids = [self.post(f"/clubs/{club}/players", {"name": name})["id"] for name in ("Anna", "Bo", "Carl")]
        self.post(f"/clubs/{club}/publications", {"published": ["nights"]})
        self.post("/nights", {"night": "n1", "club": club, "banker": ids[0], "rules": {"initial_loan": 150}})
        commands = [
            *({"type": "seat_player", "player": player} for player in ids),
            {"type": "announce_hand", "dealer": ids[0], "game": "Straight Poker"},
        ]
        version = 1
        for command in commands:
            version = self.post("/nights/n1/commands", {"command": command}, If_Match=f'"{version}"')["version"]
        return ids[1], version


def opened(port: int, sent: bytes = b"") -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), timeout=SECONDS)
    connection.sendall(sent)
    return connection


def request_of_a_stream(night: str, *, with_token: bool = False) -> bytes:
    token = f"Authorization: Bearer {TOKEN}\r\n" if with_token else ""
    return f"GET {V1}/nights/{night}/stream HTTP/1.1\r\nHost: here\r\n{token}\r\n".encode()


def status_of(connection: socket.socket) -> int:
    """The status of the answer; 0 where the connection was closed instead."""
    with contextlib.suppress(ConnectionError):
        begins = connection.recv(12)
        return int(begins[9:12]) if len(begins) == 12 else 0
    return 0


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    settings = Settings(home=tmp_path, database_url="", zone=ZoneInfo("UTC"), streams_max=64, token=TOKEN)
    database = open_book(f"sqlite:///{tmp_path / 'book.db'}")
    made = create_app(settings, database)
    yield made
    database.close()


def test_the_bankers_bet_is_taken_among_150_idle_150_half_sent_and_300_stream_connections(app: Flask) -> None:
    with serving(app, streams_max=64) as port, contextlib.ExitStack() as held:
        banker = Banker(port)
        player, version = banker.a_hand_before_its_first_bet()
        held.callback(app.extensions[EXTENSION].hub.close)
        streams = [held.enter_context(opened(port, request_of_a_stream("n1"))) for _ in range(300)]
        for sent in (b"", HALF):
            for _ in range(150):
                held.enter_context(opened(port, sent))
        bet = {"type": "bet", "player": player, "chips": 3}
        told = banker.post("/nights/n1/commands", {"command": bet}, If_Match=f'"{version}"')
        assert told["events"][0]["type"] == "bet_made"
        # Neither do the streams of others take the banker's, nor the places of those who only read.
        stream = held.enter_context(opened(port, request_of_a_stream("n1", with_token=True)))
        assert status_of(stream) == 200
        assert banker.ask("GET", "/nights/n1")[0] == 200
        found = [status_of(one) for one in streams]
        # Of 64 a quarter is kept for the banker, and one address gets half of the others.
        assert found.count(200) == 24
        assert set(found) <= {200, 503, 0}


def test_a_request_that_takes_too_long_to_arrive_is_cut_off_however_slowly_it_goes_on(app, monkeypatch) -> None:
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0)
    with serving(app) as port, opened(port, HALF) as slow, opened(port) as idle:
        # A byte now and then is no whole request.
        with contextlib.suppress(ConnectionError):
            while not select.select([slow], [], [], 0.02)[0]:
                slow.sendall(b"x")
        assert status_of(slow) == 0
        # Nobody has to begin a request.
        idle.sendall(b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n")
        assert status_of(idle) == 200


def test_who_waits_longest_makes_room_and_the_banker_last(monkeypatch) -> None:
    monkeypatch.setattr(connections, "WAITING_MAX", 6)
    monkeypatch.setattr(connections, "WAITING_OF_ONE_ADDRESS_MAX", 3)

    def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        if "HTTP_AUTHORIZATION" in environ:
            environ[IS_THE_BANKERS]()
        start_response("200 OK", [("Content-Length", "2")])
        return [b"ok"]

    with serving(app) as port, contextlib.ExitStack() as held:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS)
        connection.request("GET", "/", headers={"Authorization": "Bearer x"})
        assert connection.getresponse().read() == b"ok"
        kept = connection.sock
        others = [held.enter_context(opened(port)) for _ in range(20)]
        # The first of them is closed; the last one, and the banker's, which waits longest of all, go on.
        assert others[0].recv(1) == b""
        for one in (others[-1], kept):
            one.sendall(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
            assert status_of(one) == 200
        connection.close()


@dataclass(frozen=True)
class Waits:
    address: str
    since: float
    is_the_bankers: bool = False


def test_of_one_address_the_oldest_go_first_and_those_with_a_token_are_not_counted() -> None:
    many = [Waits("a", since) for since in (3, 1, 2, 0)]
    banker, other = Waits("a", -1, is_the_bankers=True), Waits("b", -2)
    assert without_room([*many, banker, other], most=9, most_of_one_address=2) == [many[3], many[1]]


def test_of_all_together_the_oldest_go_and_those_with_a_token_only_where_there_are_no_others() -> None:
    banker, *others = (Waits(address, since, address == "b") for since, address in enumerate("bcde"))
    assert without_room([banker, *others], most=2, most_of_one_address=9) == others[:2]
    assert without_room([banker, *others], most=0, most_of_one_address=9) == [*others, banker]
    assert without_room([banker, *others], most=4, most_of_one_address=9) == []
