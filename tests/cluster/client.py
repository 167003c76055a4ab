"""A client of several web processes: it asks one of them, and the next if that one does not answer."""

import http.client
import json
import socket
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

V1 = "/api/v1"
ANSWER_SECONDS = 30.0
# How long a client goes on asking until it gives a request up: longer than any of the kills takes.
PATIENCE_SECONDS = 90.0
# Statuses of a service that is starting, stopping or has lost its database: the same request may be sent again.
AGAIN = (500, 502, 503, 504)


class GaveUp(Exception):
    """Nobody answered for longer than a client waits."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer, how long the last try took in seconds, and how often the request was sent."""

    status: int
    body: Any
    seconds: float
    tries: int


@dataclass(slots=True)
class Client:
    """One client: a connection to one of the `ports`, kept while it works. Not for several threads."""

    ports: Sequence[int]
    token: str
    # The place in `ports` at which this client begins; where many begin differently, the load is spread.
    first: int = 0
    _connection: http.client.HTTPConnection | None = field(default=None)

    def get(self, path: str) -> Answer:
        """Reads."""
        return self._ask("GET", path, None, {})

    def post(self, path: str, body: Any, *, key: str, version: int | None = None) -> Answer:
        """Sends something to be recorded, under a key with which it may be sent again."""
        headers = {"Idempotency-Key": key, "Content-Type": "application/json"}
        if version is not None:
            headers["If-Match"] = f'"{version}"'
        return self._ask("POST", path, json.dumps(body).encode(), headers)

    def close(self) -> None:
        """Ends the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _ask(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
        give_up_at = time.monotonic() + PATIENCE_SECONDS
        tries = 0
        while time.monotonic() < give_up_at:
            tries += 1
            began = time.perf_counter()
            try:
                status, answered = self._once(method, path, body, headers)
            except (OSError, http.client.HTTPException):
                self._to_the_next()
                continue
            if status not in AGAIN:
                return Answer(status, json.loads(answered), time.perf_counter() - began, tries)
            self._to_the_next()
        raise GaveUp(f"{method} {path} was not answered in {PATIENCE_SECONDS:.0f} seconds.")

    def _once(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> tuple[int, bytes]:
        if self._connection is None:
            port = self.ports[self.first % len(self.ports)]
            self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWER_SECONDS)
            self._connection.connect()
            self._connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sent = {"Authorization": f"Bearer {self.token}", **headers}
        self._connection.request(method, V1 + path, body=body, headers=sent)
        answer = self._connection.getresponse()
        return answer.status, answer.read()

    def _to_the_next(self) -> None:
        self.close()
        self.first += 1
        # A process that was killed needs a moment; nobody hammers the others meanwhile.
        time.sleep(0.05)
