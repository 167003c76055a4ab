"""Many clients that listen to one night over real sockets, in one thread, and what each of them has heard."""

import contextlib
import json
import re
import selectors
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

SECONDS = 60
# A client counts an event once it has all of it.
EVENT = re.compile(rb"id: (\d+)\nevent: (recorded|reset)\ndata: ([^\n]*)\n\n")


def asking(night: str, *, after: int | None = None, token: str = "") -> bytes:
    """The request of a stream."""
    headers = f"Last-Event-ID: {after}\r\n" if after is not None else ""
    headers += f"Authorization: Bearer {token}\r\n" if token else ""
    return f"GET /api/v1/nights/{night}/stream HTTP/1.1\r\nHost: here\r\n{headers}\r\n".encode()


class Ear:
    """One client: what it has received, and the events in it."""

    def __init__(self, port: int, request: bytes) -> None:
        self.connection = socket.create_connection(("127.0.0.1", port), timeout=SECONDS)
        self.connection.sendall(request)
        self.received = b""
        self.status = 0
        self.ids: list[int] = []
        self.resets: list[int] = []
        self.data: list[dict[str, Any]] = []
        self.at: list[float] = []
        self.opened = False
        self.ended = False

    def take(self, data: bytes) -> None:
        """What has arrived; nothing if the server has closed the connection."""
        self.ended = not data
        self.received += data
        if not self.status and len(self.received) >= 12:
            self.status = int(self.received[9:12])
        self.opened = self.opened or b"retry: " in self.received
        done = 0
        for found in EVENT.finditer(self.received):
            done = found.end()
            if found[2] == b"reset":
                self.resets.append(int(found[1]))
            else:
                self.ids.append(int(found[1]))
                self.data.append(json.loads(found[3]))
                self.at.append(time.monotonic())
        self.received = self.received[done:] if done else self.received

    def hear(self, events: int, seconds: float = SECONDS) -> list[int]:
        """The ids of the events, once there are so many."""
        give_up_at = time.monotonic() + seconds
        while len(self.ids) < events and not self.ended:
            self.connection.settimeout(max(0.01, give_up_at - time.monotonic()))
            self.take(self.connection.recv(65536))
        return self.ids

    def close(self) -> None:
        self.connection.close()


class Ears:
    """Many clients, heard by one thread."""

    def __init__(self, port: int, requests: list[bytes]) -> None:
        self.ears = [Ear(port, request) for request in requests]
        self._selector = selectors.DefaultSelector()
        for ear in self.ears:
            ear.connection.settimeout(0)
            self._selector.register(ear.connection, selectors.EVENT_READ, ear)
        self._over = False
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()

    def _listen(self) -> None:
        while not self._over:
            for key, _ in self._selector.select(0.05):
                try:
                    key.data.take(key.data.connection.recv(65536))
                except ConnectionError:
                    key.data.ended = True
                if key.data.ended:
                    self._selector.unregister(key.data.connection)

    def wait(self, done: Any, seconds: float = SECONDS) -> None:
        """Waits until this is so for every client."""
        give_up_at = time.monotonic() + seconds
        while not all(done(ear) for ear in self.ears):
            assert time.monotonic() < give_up_at, [ear.ids[-1:] for ear in self.ears if not done(ear)][:5]
            time.sleep(0.005)

    def close(self) -> None:
        self._over = True
        self._thread.join()
        self._selector.close()
        for ear in self.ears:
            ear.close()


@contextlib.contextmanager
def many_ears(port: int, requests: list[bytes]) -> Iterator[Ears]:
    """So many clients, all of whose streams are open."""
    ears = Ears(port, requests)
    try:
        ears.wait(lambda ear: ear.opened)
        yield ears
    finally:
        ears.close()
