"""The proxy's own file: it speaks TLS, passes every event of a stream on at once, and asks another server when one stops.

Caddy is Debian's; where it cannot be had, these tests are skipped, and say so.
"""

import contextlib
import http.client
import os
import shutil
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deploy.composed import ROOT
from tests.servers import free_port
from tests.service.web.test_serve import SECONDS, Served

CADDY = os.environ.get("CHIPBOOK_TEST_CADDY") or shutil.which("caddy")
CADDYFILE = ROOT / "deploy" / "Caddyfile"
needs_caddy = pytest.mark.skipif(
    CADDY is None, reason="Caddy is missing: apt-get install caddy, or CHIPBOOK_TEST_CADDY."
)


class Proxy:
    """Caddy with our file; only ports and where the certificates lie differ."""

    def __init__(self, folder: Path, upstream: int) -> None:
        self.port, plain, alive = free_port(), free_port(), free_port()
        text = CADDYFILE.read_text(encoding="utf-8")
        for found, here in (
            ("admin off\n", f"admin off\n\tskip_install_trust\n\thttp_port {plain}\n\thttps_port {self.port}\n"),
            ("dynamic a web 8421", f"dynamic a localhost {upstream}"),
            ("127.0.0.1:8422", f"127.0.0.1:{alive}"),
        ):
            assert found in text
            text = text.replace(found, here)
        file = folder / "Caddyfile"
        file.write_text(text)
        environ = {
            "PATH": "/usr/bin:/bin",
            "HOME": str(folder),
            "XDG_DATA_HOME": str(folder / "data"),
            "XDG_CONFIG_HOME": str(folder / "config"),
            "CHIPBOOK_DOMAIN": "localhost",
        }
        self.log = folder / "caddy.log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [CADDY, "run", "--config", file, "--adapter", "caddyfile"], env=environ, stdout=log, stderr=log
            )
        self.authority = folder / "data/caddy/pki/authorities/local/root.crt"

    def connect(self) -> http.client.HTTPSConnection:
        give_up_at = time.monotonic() + SECONDS
        while True:
            assert time.monotonic() < give_up_at, self.log.read_text()
            assert self.process.poll() is None, self.log.read_text()
            # It listens before it has made its certificate.
            with contextlib.suppress(OSError):
                context = ssl.create_default_context(cafile=str(self.authority))
                connection = http.client.HTTPSConnection("localhost", self.port, timeout=SECONDS, context=context)
                connection.connect()
                return connection
            time.sleep(0.05)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(SECONDS)


@pytest.fixture
def proxied(tmp_path) -> Iterator[tuple[Served, Proxy]]:
    server = Served(tmp_path / "home")
    proxy = Proxy(tmp_path, server.port)
    yield server, proxy
    if server.process.poll() is None:
        server.stop()
    proxy.stop()


@needs_caddy
def test_requests_and_streams_go_through_tls_and_an_event_arrives_at_once(proxied):
    server, proxy = proxied
    token = server.hear().split()[-1]
    banker = {"Authorization": f"Bearer {token}"}
    club = server.ask("POST", "/api/v1/clubs", {"name": "Klub"}, Idempotency_Key="1", **banker)[1]["id"]
    anna = server.ask("POST", f"/api/v1/clubs/{club}/players", {"name": "Anna"}, Idempotency_Key="2", **banker)[1]["id"]
    opening = {"night": "n1", "club": club, "banker": anna}
    assert server.ask("POST", "/api/v1/nights", opening, Idempotency_Key="3", **banker)[0] == 201
    connection = proxy.connect()
    connection.request("GET", "/readyz")
    answer = connection.getresponse()
    assert (answer.status, answer.read()) == (200, b'{"status":"ready"}')
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
    connection.request("GET", "/api/v1/nights/n1/stream", headers={"Accept": "text/event-stream", **banker})
    stream = connection.getresponse()
    assert stream.readline().startswith(b"retry:")
    assert server.ask("POST", "/api/v1/nights/n1/seats", {"player": anna}, Idempotency_Key="4", **banker)[0] == 201
    heard: list[bytes] = []
    # A proxy that buffers would keep it until the next heartbeat, which comes after 15 seconds and ends the wait.
    while not (heard and heard[-1].startswith((b"data: ", b": "))):
        heard.append(stream.readline())
        assert heard[-1], heard
    # What the server has logged says why it came late.
    assert heard[-1].startswith(b"data: "), (heard, server.stop())
    stream.close()
    connection.close()


def test_the_file_names_the_service_and_the_port_of_the_web_servers():
    text = CADDYFILE.read_text(encoding="utf-8")
    assert "dynamic a web 8421" in text
    assert "flush_interval -1" in text
