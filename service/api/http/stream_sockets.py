"""One thread that writes to the sockets of all live streams of a server, so that a stream costs a socket and no thread.

A connection is fed again once its client has read what it was sent. So a client that reads slowly holds up nobody, and keeps
no more than one page of events waiting.
"""

from __future__ import annotations

import contextlib
import logging
import selectors
import socket
import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from functools import lru_cache

HEARTBEAT = b": still here\n\n"
HEARTBEAT_SECONDS = 15.0
# A client that takes nothing for so long is cut off. It comes back with the id of the last event that it has.
SLOW_SECONDS = 30.0
# Waiting bytes that the system keeps for one client; by itself it would let them grow to megabytes.
SEND_BUFFER_BYTES = 64 * 1024
# How often streams are asked whether they are over, in seconds.
TICK_SECONDS = 1.0
# News waits so long, so that whoever brought it has their answer first, and news that comes in a row is told at once.
NEWS_SECONDS = 0.01
# The thread rests so many times as long as it has worked, so that it takes at most a fifth of a core from those who write.
RESTS_PER_WORK = 4
REST_MAX_SECONDS = 0.25
# Between so many clients others may have the processor, who would wait for the whole round else (the interpreter hands it
# over only every few milliseconds by itself).
CLIENTS_AT_ONCE = 8
# How long closing waits for the thread, which may be waiting for the book.
CLOSING_SECONDS = 10.0
READ_BYTES = 4096
LAST_CHUNK = b"0\r\n\r\n"

_log = logging.getLogger("chipbook.live")


class Stream(ABC):
    """What one client is sent. `topic` is what the stream is about: news of it bring more to send.

    A server without this room sends what an iteration brings, and gives every stream a thread.
    """

    topic: str

    @abstractmethod
    def more(self) -> bytes:
        """What is to be sent now; empty if there is nothing new. The same bytes go to every stream that says the same."""

    @abstractmethod
    def is_over(self) -> bool:
        """True if the stream has come to its end and the client has to open another one."""

    @abstractmethod
    def tell_news_to(self, wake: Callable[[str], None]) -> None:
        """From now on, `wake` is called with a topic, from any thread, when streams of it may have more to send."""

    @abstractmethod
    def close(self) -> None:
        """Gives the place of the stream back. May be called more than once."""


class _Client:
    """One socket, what is still to be sent to it, and since when it has taken nothing."""

    def __init__(self, connection: socket.socket, stream: Stream, unsent: bytes, *, chunked: bool) -> None:
        self.connection = connection
        self.stream = stream
        self.chunked = chunked
        self.unsent = memoryview(unsent)
        self.waits_to_write = False
        # When it last took something.
        self.taken_at = time.monotonic()
        # A stream that is over is closed as soon as everything is sent.
        self.ending = False

    def put(self, data: bytes) -> None:
        """Takes what is to be sent next; nothing may be waiting."""
        self.unsent = memoryview(_as_chunk(data) if self.chunked else data)

    def end(self) -> None:
        """Says that nothing follows."""
        self.ending = True
        if self.chunked:
            self.unsent = memoryview(bytes(self.unsent) + LAST_CHUNK)

    def send(self) -> None:
        """Sends what the client takes now. Raises OSError if it has gone."""
        while self.unsent:
            try:
                sent = self.connection.send(self.unsent)
            except (BlockingIOError, InterruptedError):
                return
            self.unsent = self.unsent[sent:]
            self.taken_at = time.monotonic()


class StreamSockets:
    """The sockets of the streams of one server. The thread starts with the first one."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._clients: set[_Client] = set()
        # What other threads bring. Both ends of a deque are safe for threads.
        self._arriving: deque[_Client] = deque()
        self._news: deque[str] = deque()
        self._heard, self._waker = socket.socketpair()
        for end in (self._heard, self._waker):
            end.settimeout(0)
        self._selector.register(self._heard, selectors.EVENT_READ)
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None
        self._closing = False
        self._looked_at = time.monotonic()

    def take(self, connection: socket.socket, stream: Stream, unsent: bytes = b"", *, chunked: bool) -> None:
        """Takes over a connection: sends first what is unsent, then what the stream says. From any thread."""
        _prepare(connection)
        stream.tell_news_to(self.wake)
        self._arriving.append(_Client(connection, stream, unsent, chunked=chunked))
        with self._starting:
            if self._thread is None and not self._closing:
                self._thread = threading.Thread(target=self._run, name="chipbook-streams", daemon=True)
                self._thread.start()
        self._wake()

    @property
    def open(self) -> int:
        """How many streams there are that have not ended yet."""
        return len(self._clients) + len(self._arriving)

    def wake(self, topic: str) -> None:
        """Says that streams of this topic may have more to send. From any thread; never waits."""
        self._news.append(topic)
        self._wake()

    def close(self) -> None:
        """Ends every stream and the thread."""
        with self._starting:
            self._closing = True
            thread = self._thread
        self._wake()
        if thread is not None:
            thread.join(CLOSING_SECONDS)
        if thread is None or not thread.is_alive():
            self._close_all()

    def _wake(self) -> None:
        # A full pipe wakes the thread as well; one that is closed has no thread any more.
        with contextlib.suppress(OSError):
            self._waker.send(b"!")

    def _run(self) -> None:
        while not self._closing:
            ready = self._selector.select(TICK_SECONDS)
            if self._news:
                time.sleep(NEWS_SECONDS)
            before = time.thread_time()
            self._turn(ready)
            if not self._closing:
                time.sleep(min(REST_MAX_SECONDS, RESTS_PER_WORK * (time.thread_time() - before)))

    def _turn(self, ready: list[tuple[selectors.SelectorKey, int]]) -> None:
        for key, events in ready:
            if key.data is None:
                with contextlib.suppress(BlockingIOError):
                    self._heard.recv(READ_BYTES)
            else:
                self._guarded(self._ready, key.data, events)
        self._welcome()
        self._feed_topics()
        if time.monotonic() - self._looked_at >= TICK_SECONDS:
            self._looked_at = time.monotonic()
            self._each(self._tick, list(self._clients))

    def _each(self, step: Callable[[_Client], None], clients: Sequence[_Client]) -> None:
        for number, client in enumerate(clients, 1):
            self._guarded(step, client)
            if not number % CLIENTS_AT_ONCE:
                time.sleep(0)

    def _guarded(self, step: Callable[..., None], client: _Client, *more: object) -> None:
        """Takes one step with one client, whose failure ends nobody else's stream."""
        try:
            step(client, *more)
        except OSError:
            # The client has gone.
            self._drop(client)
        except Exception:  # noqa: BLE001 -- one stream must not end the others
            _log.exception("stream_failed")
            self._drop(client)

    def _welcome(self) -> None:
        for _ in range(len(self._arriving)):
            client = self._arriving.popleft()
            self._clients.add(client)
            self._guarded(self._begin, client)

    def _begin(self, client: _Client) -> None:
        self._selector.register(client.connection, selectors.EVENT_READ, client)
        self._feed(client)

    def _feed_topics(self) -> None:
        topics = {self._news.popleft() for _ in range(len(self._news))}
        if topics:
            self._each(self._feed, [one for one in self._clients if one.stream.topic in topics])

    def _ready(self, client: _Client, events: int) -> None:
        if events & selectors.EVENT_READ and not client.connection.recv(READ_BYTES):
            self._drop(client)
        elif events & selectors.EVENT_WRITE:
            self._feed(client)

    def _tick(self, client: _Client) -> None:
        quiet = time.monotonic() - client.taken_at
        if client.unsent and quiet > SLOW_SECONDS:
            _log.info("stream_too_slow")
            self._drop(client)
            return
        self._feed(client)
        if not client.unsent and quiet > HEARTBEAT_SECONDS:
            client.put(HEARTBEAT)
            self._send(client)

    def _feed(self, client: _Client) -> None:
        """Sends what is waiting, then what the stream says next, until the client takes no more or there is none."""
        self._send(client)
        while client in self._clients and not client.unsent:
            data = client.stream.more()
            if data:
                client.put(data)
            elif client.stream.is_over():
                client.end()
            else:
                break
            self._send(client)

    def _send(self, client: _Client) -> None:
        client.send()
        if client.ending and not client.unsent:
            self._drop(client)
        elif bool(client.unsent) != client.waits_to_write:
            client.waits_to_write = bool(client.unsent)
            wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if client.waits_to_write else 0)
            self._selector.modify(client.connection, wanted, client)

    def _drop(self, client: _Client) -> None:
        if client in self._clients:
            self._clients.discard(client)
            # One that was never registered has failed on the way in.
            with contextlib.suppress(KeyError, ValueError):
                self._selector.unregister(client.connection)
            client.connection.close()
            client.stream.close()

    def _close_all(self) -> None:
        self._clients.update(self._arriving)
        self._arriving.clear()
        for client in list(self._clients):
            # Whoever takes no more now finds the connection closed.
            with contextlib.suppress(OSError):
                client.end()
                client.send()
            self._drop(client)
        self._selector.close()
        self._heard.close()
        self._waker.close()


@lru_cache(maxsize=32)
def _as_chunk(data: bytes) -> bytes:
    """The data as HTTP sends what has no end, made once for all who are sent it."""
    return b"%x\r\n%b\r\n" % (len(data), data)


def _prepare(connection: socket.socket) -> None:
    connection.settimeout(0)
    # The client may have gone already, which sending will find out.
    with contextlib.suppress(OSError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            # A phone that is switched off says nothing; a heartbeat that nobody acknowledges ends its stream.
            milliseconds = round(1000 * (HEARTBEAT_SECONDS + SLOW_SECONDS))
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)
