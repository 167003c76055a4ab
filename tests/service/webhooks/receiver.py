"""A program that is told: a server of this machine that keeps what it gets, and answers as it was told to."""

from __future__ import annotations

import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_network
from typing import NamedTuple

from service.webhooks.reach import Reach

HOST = "hooks.example.org"
# This machine, which nobody may call who does not say so.
HERE = ip_network("127.0.0.0/8")


class Got(NamedTuple):
    """A request as it came."""

    path: str
    headers: dict[str, str]
    body: bytes


class Receiver:
    """What came, and what is answered: the statuses one after the other, the last one for good."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.got: list[Got] = []
        self.statuses = [204]
        self.said = b""
        self.headers: dict[str, str] = {}
        self.slow_seconds = 0.0
        # The name that the client asked for before anything was encrypted.
        self.asked_for: list[str | None] = []

    @property
    def reach(self) -> Reach:
        """A process that may send here, and finds every host here."""
        return Reach((HERE,), resolve=lambda _host, _port: ["127.0.0.1"])

    def url(self, scheme: str = "http", host: str = HOST) -> str:
        return f"{scheme}://{host}:{self.port}/told?secret=s3cret"


@contextmanager
def receiving(context: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    """A receiver on a free port, over https if it has a certificate."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            receiver.got.append(Got(self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            status = receiver.statuses.pop(0) if len(receiver.statuses) > 1 else receiver.statuses[0]
            self.send_response(status)
            for name, value in receiver.headers.items():
                self.send_header(name, value)
            self.end_headers()
            for byte in receiver.said:
                if receiver.slow_seconds:
                    time.sleep(receiver.slow_seconds)
                try:
                    self.wfile.write(bytes([byte]))
                    self.wfile.flush()
                except OSError:
                    return

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.handle_error = lambda *_: None  # type: ignore[method-assign]
    server.daemon_threads = True
    receiver = Receiver(server.server_address[1])
    if context:
        context.sni_callback = lambda _socket, name, _context: receiver.asked_for.append(name)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=lambda: server.serve_forever(poll_interval=0.01), daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


Resolver = Callable[[str, int], list[str]]


def rebinding(*answers: list[str]) -> Resolver:
    """A name that has another address every time it is asked for; the last one for good."""
    left = list(answers)
    return lambda _host, _port: left.pop(0) if len(left) > 1 else left[0]
