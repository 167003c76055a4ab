"""The server itself: on a real port, greeting, token, live streams and a clean stop."""

import http.client
import json
import os
import re
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from tests.forked import Forked
from tests.servers import free_port

ROOT = Path(__file__).parents[3]
PROGRAM = """
import os, sys
from dataclasses import replace
from pathlib import Path
from service.config import load_settings
from service.web.serve import run, serve
if sys.argv[-1].startswith("tls="):
    run(os.environ, host="", port=int(sys.argv[1]), new_token=False, show=lambda line: print(line, flush=True),
        tls_port=int(sys.argv[-1][4:]))
    sys.exit()
cert = {"cert": Path(sys.argv[-1]), "key": Path(sys.argv[-1])} if sys.argv[-1].endswith(".pem") else {}
settings = replace(load_settings(os.environ), **cert)
serve(settings, port=int(sys.argv[1]), show=lambda line: print(line, flush=True), new_token="new" in sys.argv)
"""
SECONDS = 30


class Served:
    """A server in a process of its own, and what it has said."""

    def __init__(self, home: Path, *words: str, port: int = 0, streams: int = 2) -> None:
        self.port = port or free_port()
        environ = {
            **os.environ,
            "CHIPBOOK_HOME": str(home),
            "CHIPBOOK_STREAMS_MAX": f"{streams}",
            "PYTHONPATH": str(ROOT),
        }
        environ.pop("CHIPBOOK_TOKEN", None)
        # Its log goes to a file: a pipe that nobody reads is full after some hundred requests, and then the server waits.
        home.mkdir(parents=True, exist_ok=True)
        self._log = home / f"server{len(list(home.glob('server*.log')))}.log"
        with self._log.open("x") as log:
            self.process = Forked(["-c", PROGRAM, self.port, *words], env=environ, stdout=subprocess.PIPE, stderr=log)
        self.said: list[str] = []

    def hear(self) -> str:
        """The line in which it speaks of the token."""
        assert self.process.stdout is not None
        while not self.said or "token" not in self.said[-1]:
            line = self.process.stdout.readline()
            assert line, self.logged()
            self.said.append(line.strip())
        return self.said[-1]

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, dict[str, object]]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        data = None if body is None else json.dumps(body)
        kind = {} if body is None else {"Content-Type": "application/json"}
        sent = kind | {name.replace("_", "-"): value for name, value in headers.items()}
        for _ in range(100):
            try:
                connection.request(method, path, data, sent)
                break
            except ConnectionRefusedError:
                # It says where it is a moment before it listens.
                time.sleep(0.05)
        answer = connection.getresponse()
        found = json.loads(answer.read())
        connection.close()
        return answer.status, found

    def logged(self) -> str:
        """What it has logged, and what it complained of."""
        return self._log.read_text()

    def stop(self) -> tuple[str, str]:
        """What it has said since it was heard, and its log; `communicate` would leave out lines read ahead."""
        with self.process as process:
            process.send_signal(signal.SIGTERM)
            process.wait(SECONDS)
            return process.stdout.read(), self.logged()


@pytest.fixture(scope="module")
def served(tmp_path_factory) -> Iterator[Served]:
    """One that runs on; its token is in what it has said last."""
    server = Served(tmp_path_factory.mktemp("served"))
    server.hear()
    assert server.ask("GET", "/healthz")[0] == 200
    yield server
    server.stop()


def test_the_token_is_shown_once_and_opens_the_book_which_says_where_it_is_as_long_as_it_runs(tmp_path):
    served = Served(tmp_path)
    token = re.fullmatch(r"The banker's token: (\S{32,})", served.hear())[1]
    assert served.said[0].startswith(f"chipbook is at http://127.0.0.1:{served.port}/api/v1")
    path = "/api/v1/clubs"
    made = {"Authorization": f"Bearer {token}", "Idempotency_Key": "k"}
    assert served.ask("POST", path, {"name": "Klub"}, **made)[0] == 201
    assert served.ask("POST", path, {"name": "Klub"}, Idempotency_Key="k")[0] == 401
    assert len(served.ask("GET", path, Authorization=made["Authorization"])[1]["clubs"]) == 1
    assert served.ask("GET", path)[1]["clubs"] == []
    assert (tmp_path / "address").read_text() == f"http://127.0.0.1:{served.port}"
    rest, logged = served.stop()
    assert not (tmp_path / "address").exists()
    assert "Stopped." in rest
    # An empty book has no banker yet: whoever starts it founds the club by a link.
    assert re.search(rf"Found a club at http://127.0.0.1:{served.port}/found/cb_found_book_\w{{26}}\n", rest)
    assert served.process.returncode == 0
    lines = [json.loads(line) for line in logged.splitlines()]
    assert [line["status"] for line in lines if line["event"] == "request"] == [201, 401, 200, 200]
    assert token not in logged + rest

    again = Served(tmp_path, "new")
    renewed = re.fullmatch(r"The banker's token: (\S{32,})", again.hear())[1]
    assert again.ask("POST", path, {"name": "Klub"}, **made)[1]["code"] == "token_wrong"
    assert again.ask("POST", path, {"name": "Klub"}, **made | {"Authorization": f"Bearer {renewed}"})[0] == 201
    # What follows the token may have been read together with it.
    told = "".join(again.process.stdout.readline() for _ in range(2))
    rest, _ = again.stop()
    # Nobody may be sitting there to read it, and a log keeps no way in.
    assert "`chipbook club invite NAME`" in told
    assert "cb_" not in told + rest


def test_a_phone_loads_the_authority_over_http_and_then_trusts_the_house_over_https(tmp_path):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    house = Served(tmp_path, f"tls={port}")
    try:
        house.hear()
        assert any(f"http://127.0.0.1:{house.port}/trust" in line for line in house.said)
        plain = http.client.HTTPConnection("127.0.0.1", house.port, timeout=SECONDS)
        plain.request("GET", "/trust")
        page = plain.getresponse().read().decode()
        assert ("/trust/chipbook.crt" in page, f"https://127.0.0.1:{port}/" in page) == (True, True)
        plain.request("GET", "/trust/chipbook.crt")
        authority = plain.getresponse().read().decode()
        assert "PRIVATE" not in authority
        trusting = ssl.create_default_context(cadata=authority)
        safe = http.client.HTTPSConnection("localhost", port, timeout=SECONDS, context=trusting)
        safe.request("GET", "/healthz")
        assert safe.getresponse().read()
        safe.close()
        plain.close()
        for context, name in ((trusting, "bank.example"), (ssl.create_default_context(), "localhost")):
            with socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as raw, pytest.raises(ssl.SSLError):
                context.wrap_socket(raw, server_hostname=name)
        rest, logged = house.stop()
        assert f"https://127.0.0.1:{port}/found/" in rest
        assert "PRIVATE KEY" not in rest + logged + "".join(house.said)
    finally:
        house.process.kill()


def test_streams_are_live_and_their_places_come_back(served):
    banker = {"Authorization": f"Bearer {served.said[-1].split()[-1]}"}
    club = served.ask("POST", "/api/v1/clubs", {"name": "Klub"}, Idempotency_Key="1", **banker)[1]["id"]
    players = f"/api/v1/clubs/{club}/players"
    anna = served.ask("POST", players, {"name": "Anna"}, Idempotency_Key="2", **banker)[1]["id"]
    opening = {"night": "n1", "club": club, "banker": anna}
    assert served.ask("POST", "/api/v1/nights", opening, Idempotency_Key="3", **banker)[0] == 201
    published = {"published": ["nights"]}
    assert served.ask("POST", f"/api/v1/clubs/{club}/publications", published, Idempotency_Key="5", **banker)[0] == 201
    streams = [listening(served.port) for _ in range(2)]
    assert served.ask("GET", "/api/v1/nights/n1/stream")[1]["code"] == "too_many_streams"
    assert served.ask("POST", "/api/v1/nights/n1/seats", {"player": anna}, Idempotency_Key="4", **banker)[0] == 201
    for stream in streams:
        while not (line := stream.readline()).startswith(b"data: "):
            assert line
        assert json.loads(line.removeprefix(b"data: "))["type"] == "player_seated"
        stream.close()


def listening(port: int):
    connection = socket.create_connection(("127.0.0.1", port), timeout=SECONDS)
    connection.sendall(b"GET /api/v1/nights/n1/stream HTTP/1.1\r\nHost: here\r\nAccept: text/event-stream\r\n\r\n")
    stream = connection.makefile("rb")
    while not stream.readline().startswith(b"retry:"):
        pass
    connection.close()
    return stream


def test_a_body_that_is_far_too_large_is_refused_before_it_is_read(served):
    status, problem = served.ask("POST", "/api/v1/nights/n1/commands", "x" * 1_500_000, Authorization="Bearer x")
    assert (status, problem["code"]) in {(413, "body_too_large"), (401, "token_wrong")}


def test_a_port_that_is_taken_stops_the_start_with_one_sentence(served, tmp_path):
    other = Served(tmp_path, port=served.port)
    said, complained = other.process.communicate(timeout=SECONDS)[0], other.logged()
    assert (said, other.process.returncode) == ("", 1)
    assert f"SettingError: Nothing can be served at 127.0.0.1:{served.port} (" in complained
    assert complained.rstrip().endswith("choose another host or port.")


def test_if_the_port_of_tls_is_taken_the_sentence_names_that_one(served, tmp_path):
    other = Served(tmp_path / "other", f"tls={served.port}")
    said, complained = other.process.communicate(timeout=SECONDS)[0], other.logged()
    assert (said, other.process.returncode) == ("", 1)
    assert f"SettingError: Nothing can be served at 127.0.0.1:{served.port} (" in complained


def a_certificate(file: Path) -> Path:
    """One that this machine's own address may show, with its key in the same file."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    made = x509.CertificateBuilder(name, name, key.public_key(), 1, now - timedelta(1), now + timedelta(1))
    alternative = x509.SubjectAlternativeName([x509.IPAddress(IPv4Address("127.0.0.1"))])
    signed = made.add_extension(alternative, critical=False).sign(key, hashes.SHA256())
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(signed.public_bytes(Encoding.PEM) + secret)
    return file


def test_with_a_certificate_it_speaks_tls_and_says_so(tmp_path):
    file = a_certificate(tmp_path / "own.pem")
    server = Served(tmp_path, str(file))
    server.hear()
    assert server.said[0].startswith(f"chipbook is at https://127.0.0.1:{server.port}/api/v1")
    context = ssl.create_default_context(cafile=str(file))
    connection = http.client.HTTPSConnection("127.0.0.1", server.port, timeout=SECONDS, context=context)
    connection.request("GET", "/readyz")
    assert connection.getresponse().read() == b'{"status":"ready"}'
    connection.close()
    assert (tmp_path / "address").read_text().startswith("https://")
    server.stop()
    assert server.process.returncode == 0


def test_what_is_no_certificate_stops_the_start_with_one_sentence(tmp_path):
    (tmp_path / "own.pem").write_text("no")
    other = Served(tmp_path, str(tmp_path / "own.pem"))
    other.process.communicate(timeout=SECONDS)
    assert other.logged().rstrip().endswith("own.pem is no certificate with its key.")
