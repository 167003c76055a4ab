"""However many hold connections open, half a request or a stream: who sends a request is served, and streams harm nobody."""

import contextlib
import http.client
import itertools
import json
import select
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from flask import Flask

from service.api.http import server as of_server
from service.api.http.server import HEARTBEAT, Server
from service.api.live.stream import LiveStream
from service.book.store.schema import open_book
from service.config import Settings
from service.web.wsgi import create_app
from tests.serving import SECONDS, serving

if sys.platform != "win32":
    import resource

TOKEN = "a-token-for-the-tests"
V1 = "/api/v1"
HALF = (
    b"POST /api/v1/judgements HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n{"
)


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
def app(tmp_path) -> Iterator[Flask]:
    settings = Settings(home=tmp_path, database_url="", zone=ZoneInfo("UTC"), streams_max=64, token=TOKEN)
    database = open_book(f"sqlite:///{tmp_path / 'book.db'}")
    made = create_app(settings, database)
    yield made
    database.close()


def test_the_bankers_bet_is_taken_among_150_idle_150_half_sent_and_300_stream_connections(app) -> None:
    with serving(app, streams_max=64) as port, contextlib.ExitStack() as held:
        banker = Banker(port)
        player, version = banker.a_hand_before_its_first_bet()
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


@pytest.mark.skipif(sys.platform == "win32", reason="It has no such limit.")
def test_a_server_may_open_more_files_than_a_few_strangers_can_use_up() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
        Server(never_asked, host="127.0.0.1", port=0, streams_max=8, body_max=10)
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 1000
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_body_that_takes_too_long_is_refused_however_slowly_it_goes_on(monkeypatch) -> None:
    monkeypatch.setattr(of_server, "REQUEST_SECONDS", 0.5)
    with serving(never_asked) as port, opened(port, HALF) as slow, opened(port, b"GET / HTTP/1.1\r\n") as half_a_head:
        # A byte now and then is no whole request.
        while not select.select([slow], [], [], 0.02)[0]:
            slow.sendall(b"x")
        assert whole(slow).startswith(b"HTTP/1.1 408 ")
        assert half_a_head.recv(1) == b""


def test_what_many_send_at_once_keeps_nobodys_tap_from_being_taken(monkeypatch) -> None:
    def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        start_response("200 OK", [])
        return [environ["wsgi.input"].read()]

    claim = b"POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: %d\r\n\r\n"
    large = 1_000_000
    monkeypatch.setattr(of_server, "HELD_MAX", 3 * large)
    with serving(app) as port, contextlib.ExitStack() as held:
        # What is only claimed takes no room.
        many = [held.enter_context(opened(port, claim % large)) for _ in range(9)]
        for one in many[:4]:
            # The server may refuse it before all of it is sent.
            with contextlib.suppress(ConnectionError):
                one.sendall(b"x" * (large - 1))
        refused, _, _ = select.select(many, [], [], SECONDS)
        assert [status_of(one) in (503, 0) for one in refused] == [True]
        tap = held.enter_context(opened(port, claim % 3 + b"abc"))
        assert status_of(tap) == 200
        going_on = [one for one in many[:4] if one not in refused]
        for one in going_on:
            one.sendall(b"x")
            assert status_of(one) == 200
        last = many[-1]
        last.sendall(b"x" * large)
        assert status_of(last) == 200


def never_asked(_environ: Any, _start: Any) -> list[bytes]:
    raise AssertionError("The application was asked.")


def whole(connection: socket.socket) -> bytes:
    """What is received until the connection ends."""
    answer = b""
    with contextlib.suppress(ConnectionError):
        while part := connection.recv(65536):
            answer += part
    return answer


OURS = [
    (b"POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 5000\r\n\r\n", 413, "body_too_large"),
    (b"POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n" + b"x" * 1001, 413, "body_too_large"),
    (b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400, "malformed_request"),
    (b"GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", 400, "malformed_request"),
    (b"GET / HTTP/1.1\r\n\r\n", 400, "malformed_request"),
]


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with serving(never_asked, body_max=1000) as found:
        yield found


@pytest.mark.parametrize(("sent", "status", "code"), OURS, ids=[f"{row[2]}-{n}" for n, row in enumerate(OURS)])
def test_what_two_readers_could_understand_differently_and_what_is_too_large_is_a_problem(
    port, sent, status, code
) -> None:
    with opened(port, sent) as connection:
        head, _, body = whole(connection).partition(b"\r\n\r\n")
    assert head.split(b" ", 2)[1] == str(status).encode()
    assert b"content-type: application/problem+json" in head
    problem = json.loads(body)
    assert (problem["status"], problem["code"]) == (status, code)
    assert problem["detail"].endswith(".")


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.1\r\nHost: h\r\nX: " + b"x" * 500_000,
        b"GET / HTTP/1.1\r\nHost: h\r\nContent-Length: many\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost : h\r\n\r\n",
        b"GET / HTTP/9.9\r\nHost: h\r\n\r\n",
        b"POST /a HTTP/1.0\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip\r\n\r\n",
        b"\x16\x03\x01\x02\r\n\r\n",
    ],
)
def test_what_is_no_request_is_refused_and_the_connection_closed(port, sent) -> None:
    with opened(port) as connection:
        # It may be closed before all of it is sent.
        with contextlib.suppress(ConnectionError):
            connection.sendall(sent)
        answer = whole(connection)
    assert not answer or answer[9:12] in (b"400", b"431")


@pytest.mark.parametrize("lengths", [b"Transfer-Encoding: chunked", b"Content-Length: 9\r\nTransfer-Encoding: chunked"])
def test_a_body_in_parts_is_taken_by_its_parts_alone_and_its_connection_closed(lengths) -> None:
    def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        start_response("200 OK", [])
        return [environ["wsgi.input"].read(), b" ", environ["CONTENT_LENGTH"].encode()]

    sent = b"POST /a HTTP/1.1\r\nHost: h\r\n%b\r\n\r\n3\r\nabc\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n"
    with serving(app) as port, opened(port, sent % lengths) as connection:
        assert whole(connection).endswith(b"abc 3")


def test_a_header_with_an_underscore_does_not_stand_for_one_that_a_proxy_vouches_for() -> None:
    def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        start_response("200 OK", [])
        return [environ.get("HTTP_X_FORWARDED_FOR", "none").encode()]

    with serving(app) as port, opened(port, b"GET / HTTP/1.1\r\nHost: h\r\nX_Forwarded_For: 1\r\n\r\n") as connection:
        answer = b""
        while not answer.endswith(b"none"):
            answer += connection.recv(65536)


class Said(LiveStream):
    """A stream that says what it is given."""

    def __init__(self) -> None:
        self.waiting: list[bytes] = []
        self.over = False
        self.closed = threading.Event()
        self.wake: Callable[[], object] = lambda: None

    def more(self) -> bytes:
        return self.waiting.pop(0) if self.waiting else b""

    def is_over(self) -> bool:
        return self.over

    def tell_news_to(self, wake: Callable[[], object]) -> None:
        self.wake = wake

    def close(self) -> None:
        self.closed.set()

    def say(self, *texts: bytes) -> None:
        self.waiting += texts
        self.wake()


def telling(*streams: Said) -> Callable[..., Any]:
    """An application that gives each who comes the next of these."""
    left = list(streams)

    def app(_environ: dict[str, Any], start_response: Callable[..., Any]) -> LiveStream:
        start_response("200 OK", [("Content-Type", "text/event-stream")])
        return left.pop(0)

    return app


STREAM = b"GET /stream HTTP/1.1\r\nHost: h\r\n\r\n"


def heard(connection: socket.socket, until: bytes) -> bytes:
    found = b""
    while until not in found:
        data = connection.recv(65536)
        assert data, found
        found += data
    return found


def test_a_stream_says_everything_in_order_has_a_heartbeat_and_an_end(monkeypatch) -> None:
    monkeypatch.setattr(of_server, "HEARTBEAT_SECONDS", 0.05)
    monkeypatch.setattr(of_server, "TICK_SECONDS", 0.02)
    stream = Said()
    pages = [bytes([letter]) * 300_000 for letter in b"bcdefg"]
    stream.waiting.append(b"one")
    with serving(telling(stream)) as port, opened(port, STREAM) as client:
        heard(client, b"3\r\none\r\n")
        heard(client, HEARTBEAT)
        stream.say(*pages)
        stream.over = True
        rest = heard(client, b"\r\n0\r\n\r\n")
        assert [rest.count(page[:300]) > 0 for page in pages] == [True] * 6
    assert stream.closed.wait(SECONDS)


def test_what_a_stream_is_told_as_it_ends_is_still_said(monkeypatch) -> None:
    monkeypatch.setattr(of_server, "TICK_SECONDS", 0.02)

    class EndsAsItIsRead(Said):
        """It has nothing when it is read first; its last news and its end come right then."""

        def more(self) -> bytes:
            text = super().more()
            if not self.over:
                self.waiting.append(b"last")
                self.over = True
            return text

    with serving(telling(EndsAsItIsRead())) as port, opened(port, STREAM) as client:
        assert b"4\r\nlast\r\n" in heard(client, b"\r\n0\r\n\r\n")


def test_a_client_that_has_gone_or_reads_nothing_ends_alone(monkeypatch) -> None:
    monkeypatch.setattr(of_server, "SLOW_SECONDS", 0.3)
    gone, slow, well = Said(), Said(), Said()
    with serving(telling(gone, slow, well)) as port:
        with opened(port, STREAM) as client:
            gone.say(b"gone")
            heard(client, b"gone")
        assert gone.closed.wait(SECONDS)
        with opened(port, STREAM) as reads_nothing:
            heard(reads_nothing, b"\r\n\r\n")
            slow.say(*[b"x" * 1_000_000] * 50)
            with opened(port, STREAM) as client:
                well.say(b"well")
                heard(client, b"well")
            assert slow.closed.wait(SECONDS)
            # It was not fed again before it had read; the system itself keeps a little for it.
            assert len(slow.waiting) > 20


def test_a_stream_that_is_broken_ends_alone(caplog) -> None:
    class Broken(Said):
        def more(self) -> bytes:
            raise LookupError

    broken, well = Broken(), Said()
    with serving(telling(well, broken)) as port, opened(port, STREAM) as client:
        heard(client, b"\r\n\r\n")
        with opened(port, STREAM):
            assert broken.closed.wait(SECONDS)
        well.say(b"well")
        heard(client, b"well")
    assert [record.message for record in caplog.records] == ["stream_broken"]


def test_however_many_open_streams_at_once_nobody_else_waits_behind_them() -> None:
    arrived, over = threading.Semaphore(0), threading.Event()

    def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        if environ["PATH_INFO"].endswith("/stream"):
            arrived.release()
            over.wait(SECONDS)
        start_response("200 OK", [("Content-Length", "2")])
        return [b"ok"]

    with serving(app, streams_max=100) as port:
        storm = [opened(port, STREAM) for _ in range(60)]
        for _ in range(of_server.STREAM_THREADS):
            assert arrived.acquire(timeout=SECONDS)
        with opened(port, b"GET / HTTP/1.1\r\nHost: here\r\n\r\n") as other:
            assert status_of(other) == 200
        over.set()
        assert {status_of(one) for one in storm} == {200}
        for one in storm:
            one.close()


def test_a_request_that_has_begun_is_answered_when_the_server_stops() -> None:
    asked, go_on = threading.Event(), threading.Event()

    def app(_environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        asked.set()
        go_on.wait(SECONDS)
        start_response("200 OK", [("Content-Length", "2")])
        return [b"ok"]

    server, begun = Server(app, host="127.0.0.1", port=0, streams_max=1, body_max=10), threading.Event()
    ended: list[bool] = []
    thread = threading.Thread(target=lambda: ended.append(server.run(begun=begun.set, ending=go_on.set)))
    thread.start()
    assert begun.wait(SECONDS)
    with opened(server.port, b"GET / HTTP/1.1\r\nHost: h\r\n\r\n") as client:
        assert asked.wait(SECONDS)
        server.stop()
        assert whole(client).endswith(b"ok")
    thread.join(SECONDS)
    assert ended == [True]
