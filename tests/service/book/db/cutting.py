"""A way to a server that can be cut after any number of bytes."""

import contextlib
import socket
import threading
from collections.abc import Iterator


class Way:
    """Passes bytes on between clients and a server. `passed` counts both directions since `open`."""

    def __init__(self, port: int) -> None:
        self._server = ("127.0.0.1", port)
        self._lock = threading.Lock()
        self._left: int | None = None
        self._ends: set[socket.socket] = set()
        self.passed = 0
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def open(self, *, bytes_left: int | None = None) -> None:
        """Counts anew. The way is cut once after so many bytes, and open again for new connections; None: never."""
        with self._lock:
            self.passed, self._left = 0, bytes_left

    def close(self) -> None:
        with contextlib.suppress(OSError):
            # Wakes the thread that waits for clients.
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._cut()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            server = socket.create_connection(self._server)
            for end in (client, server):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            # From here on another thread may cut them; whatever fails below fails in the threads that pass bytes on.
            with self._lock:
                self._ends |= {client, server}
            for one, other in ((client, server), (server, client)):
                threading.Thread(target=self._pass, args=(one, other), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                with self._lock:
                    left = self._left
                    going = data if left is None else data[:left]
                    self.passed += len(going)
                    if left is not None:
                        self._left = left - len(going) or None
                    is_cut = left is not None and self._left is None
                other.sendall(going)
                if is_cut:
                    self._cut()
                    return
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _cut(self) -> None:
        with self._lock:
            ends, self._ends = self._ends, set()
        for end in ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


@contextlib.contextmanager
def a_way_to(port: int) -> Iterator[Way]:
    way = Way(port)
    try:
        yield way
    finally:
        way.close()
