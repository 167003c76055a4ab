"""Limits connections to the server: how many there are, how long one may wait, and which is closed first if room is short.

A connection waits until it has sent a whole request. A waiting connection takes a place and nothing else, so nobody is
turned away: if all places are taken, the connection that has waited longest is closed, first among those without the
banker's token. A client that sends its request at once is served, however many connections others hold open.
"""

from __future__ import annotations

import contextlib
import ctypes
import logging
import socket
import struct
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import MultiSocketServer, TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask

from service.api.http.malformed import Parser, Refused
from service.api.http.rate_limits import one_address
from service.api.http.stream_sockets import Stream, StreamSockets

# Threads: most for everybody, where requests also wait (`http/lanes.py`), few to open live streams, which need none once they are open.
OPEN_THREADS = 32
STREAM_THREADS = 2
# Waiting connections: in all, and from one address. A proxy is one address for everybody behind it.
WAITING_MAX = 300
WAITING_OF_ONE_ADDRESS_MAX = 200
# The number of connections accepted before the loop looks at the existing ones again.
ACCEPTED_AT_ONCE = 32
# How long a request may take to arrive, and how long a connection may stay open without one, in seconds.
REQUEST_SECONDS = 20
IDLE_SECONDS = 60
# When the server stops: how long connections are still accepted whose handshake has begun, how long one stays open without
# a request, and after how long the server ends with requests unanswered; in seconds.
LAST_ARRIVALS_SECONDS = 0.3
IDLE_AT_STOP_SECONDS = 1.0
STOP_SECONDS = 20.0
# The listening sockets (one for each kind of address) and the pipe that wakes the loop need places too.
PLACES_BESIDES = 4
# Connections of the loop, besides those that open streams.
PLACES = OPEN_THREADS + STREAM_THREADS + WAITING_MAX + PLACES_BESIDES

# In the environ of a request: a function to call once its token is known to be the banker's.
IS_THE_BANKERS = "chipbook.connection_is_the_bankers"
# In the environ of a request, for the server itself: its task.
THE_TASK = "chipbook.task"
STREAM = "/stream"

# Linux calls it SO_ATTACH_FILTER: a program of the classic packet filter that says how much of a packet a socket receives.
_ATTACH_FILTER = 26
# Nothing of the first packet of a handshake (SYN without ACK), and all of every other.
_NO_NEW_HANDSHAKE = (
    (0x30, 0, 0, 13),  # load the flags of the TCP header
    (0x54, 0, 0, 0x12),  # keep SYN and ACK
    (0x15, 0, 1, 0x02),  # SYN alone?
    (0x06, 0, 0, 0),  # then nothing
    (0x06, 0, 0, 0xFFFF_FFFF),  # else everything
)
Application = Callable[..., Iterable[bytes]]

_log = logging.getLogger("chipbook.connections")


class Waiting(Protocol):
    """A waiting connection: its address, since when it waits, and whether it is the banker's."""

    @property
    def address(self) -> str: ...
    @property
    def since(self) -> float: ...
    @property
    def is_the_bankers(self) -> bool: ...


def without_room(waiting: Sequence[Waiting], most: int, most_of_one_address: int) -> list[Any]:
    """The connections to close, so that at most `most` remain in all, and at most `most_of_one_address` from one address
    without a token.
    """
    oldest_first = sorted(waiting, key=lambda one: (one.is_the_bankers, one.since))
    going: list[Any] = []
    by_address: dict[str, list[Waiting]] = {}
    for one in oldest_first:
        if not one.is_the_bankers:
            by_address.setdefault(one_address(one.address), []).append(one)
    for of_one in by_address.values():
        going += of_one[: max(0, len(of_one) - most_of_one_address)]
    staying = [one for one in oldest_first if one not in going]
    return going + staying[: max(0, len(staying) - most)]


class Task(WSGITask):  # type: ignore[misc]
    """A request being answered, which the application can trace to its connection."""

    # The answer, if it is a stream.
    stream: Stream | None = None

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        environ[IS_THE_BANKERS] = self.channel.trust
        environ[THE_TASK] = self
        return environ

    def build_response_header(self) -> bytes:
        """The head of the answer; while the server stops, it tells the client to send nothing more over this connection."""
        if self.channel.server.draining:
            self.set_close_on_finish()
        head: bytes = super().build_response_header()
        return head

    def service(self) -> None:
        """Answers the request. A stream whose head could not be written ends here."""
        try:
            super().service()
        finally:
            if self.stream is not None and self.channel.stream is not self.stream:
                self.stream.close()

    def finish(self) -> None:
        """Ends the answer; that of a stream goes on, written by another thread."""
        if self.stream is None:
            super().finish()
            return
        self.write(b"")
        self.close_on_finish = False
        self.channel.keep_for(self.stream, chunked=self.chunked_response)


def _holding_streams_back(app: Application) -> Application:
    """The application, whose streams are kept by their tasks instead of being read to their end."""

    def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        answer = app(environ, start_response)
        if not isinstance(answer, Stream):
            return answer
        environ[THE_TASK].stream = answer
        return ()

    return application


class Connection(HTTPChannel):  # type: ignore[misc]
    """One connection, and since when it waits: for a request to begin, or for the rest of a request."""

    task_class = Task
    error_task_class = Refused
    parser_class = Parser
    # None once it is closed or has left the loop.
    socket: Any
    is_the_bankers = False
    # When the request that is arriving began; None between requests.
    begun_at: float | None = None
    # The stream for which the connection is kept from now on.
    stream: Stream | None = None
    chunked = False

    @property
    def address(self) -> str:
        """The client's address."""
        return str(self.addr[0])

    @property
    def since(self) -> float:
        """Since when no whole request has arrived. A byte now and then does not count."""
        return float(self.last_activity if self.begun_at is None else self.begun_at)

    @property
    def waits(self) -> bool:
        """True if the server has nothing to do for it. Only the thread that calls this adds requests."""
        return not (self.requests or self.total_outbufs_len or self.will_close or self.stream)

    def trust(self) -> None:
        """Marks the connection as the banker's, because a request with the banker's token came over it."""
        self.is_the_bankers = True

    def keep_for(self, stream: Stream, *, chunked: bool) -> None:
        """Answers no further request, because the answer to this one does not end."""
        # The loop may look at the connection at any moment, so `stream` comes last.
        self.chunked = chunked
        self.stream = stream

    def service(self) -> None:
        """Answers the request; a stream then leaves this loop for the thread of the streams."""
        super().service()
        if self.stream is not None:
            self.server.trigger.pull_trigger(self._leave)

    def _leave(self) -> None:
        # In the thread of the loop, which alone may take a connection out of it.
        assert self.stream is not None
        if self.socket is None:
            # The client has gone meanwhile.
            self.stream.close()
            return
        unsent = b"".join(outbuf.get(len(outbuf), skip=True) for outbuf in self.outbufs)
        connection, self.socket = self.socket, None
        self.del_channel()
        self.connected = False
        for outbuf in self.outbufs:
            outbuf.close()
        self.server.streams.take(connection, self.stream, unsent, chunked=self.chunked)

    def readable(self) -> bool:
        """True if the loop waits for a request. Behind that of a stream none is heard."""
        return self.stream is None and bool(super().readable())

    def writable(self) -> bool:
        """True if the loop has something to send. What a stream has is sent by its own thread."""
        return self.stream is None and bool(super().writable())

    def handle_write(self) -> None:
        """Sends what is waiting, and closes the connection if that was the last of it."""
        if self.stream is None:
            super().handle_write()

    def close(self) -> None:
        """Closes the connection; the place of a stream that was not taken over is given back."""
        super().close()
        if self.stream is not None:
            self.stream.close()

    def received(self, data: bytes) -> bool:
        """Takes incoming data, and notes when a request begins that is not whole yet."""
        taken: bool = super().received(data)
        if self.request is None:
            self.begun_at = None
        elif self.begun_at is None:
            self.begun_at = time.time()
        return taken


class Server(TcpWSGIServer):  # type: ignore[misc]
    """A listening socket of the server. Several share one map of connections, and its limits."""

    channel_class = Connection
    # True while the server answers what has arrived, and stops.
    draining = False

    def __init__(
        self,
        *args: Any,
        stream_dispatcher: ThreadedTaskDispatcher,
        streams: StreamSockets,
        **kwargs: Any,
    ) -> None:
        self.stream_dispatcher = stream_dispatcher
        self.streams = streams
        super().__init__(*args, **kwargs)

    def add_task(self, task: Connection) -> None:
        """Adds a request; none waits behind those who open streams, however many come back at once."""
        if task.stream is not None:
            # It arrived behind the request of a stream.
            return
        request: HTTPRequestParser = task.requests[0]
        if str(getattr(request, "path", "")).endswith(STREAM):
            self.stream_dispatcher.add_task(task)
        else:
            self.task_dispatcher.add_task(task)

    def readable(self) -> bool:
        """True if one more connection is to be accepted; makes room for it first."""
        if len(self._map) > WAITING_OF_ONE_ADDRESS_MAX:
            self._make_room(WAITING_MAX)
        if len(self._map) >= self.adj.connection_limit:
            # The others are being served. A waiting connection makes room for one that has not been accepted yet.
            self._make_room(max(0, len(self._waiting()) - 1))
        return bool(super().readable())

    def handle_accept(self) -> None:
        """Accepts several connections at once, because the loop visits all connections before it returns here."""
        for _ in range(ACCEPTED_AT_ONCE):
            before = len(self._map)
            super().handle_accept()
            if not before < len(self._map) < self.adj.connection_limit:
                break

    def maintenance(self, now: float) -> None:
        """Closes connections that have waited too long, and those whose client does not read."""
        super().maintenance(now)
        late = [one for one in self._waiting() if one.begun_at is not None and now - one.begun_at > REQUEST_SECONDS]
        _close(late, "request_took_too_long")

    def _make_room(self, most: int) -> None:
        _close(without_room(self._waiting(), most, WAITING_OF_ONE_ADDRESS_MAX), "no_room_to_wait")

    def _waiting(self) -> list[Connection]:
        return [one for one in self._map.values() if isinstance(one, Connection) and one.waits]


def _close(connections: Sequence[Connection], why: str) -> None:
    for one in connections:
        # The loop closes it on its next turn, because it is visiting all of them at this moment.
        one.will_close = True
    if connections:
        _log.info("connections_closed", extra={"code": why})


class Listening:
    """The server with all its sockets."""

    def __init__(self, app: Application, *, host: str, port: int, streams_max: int, body_max: int) -> None:
        """Listens from now on. Raises OSError if that is not possible."""
        adjustments = Adjustments(
            host=host,
            port=port,
            threads=OPEN_THREADS,
            # Those who open streams, requests being served and waiting connections have separate places, so that none takes
            # another's. Open streams take no place here.
            connection_limit=streams_max + PLACES,
            channel_timeout=IDLE_SECONDS,
            cleanup_interval=1,
            # `select` cannot handle a socket above the 1024th.
            asyncore_use_poll=True,
            max_request_body_size=body_max,
            ident="chipbook",
            # The application believes what a proxy says only if the settings say that there is one.
            clear_untrusted_proxy_headers=False,
        )
        self._map: dict[int, Any] = {}
        self._open, self._stream = (ThreadedTaskDispatcher() for _ in range(2))
        self._streams = StreamSockets()
        try:
            servers = [
                Server(
                    _holding_streams_back(app),
                    self._map,
                    dispatcher=self._open,
                    stream_dispatcher=self._stream,
                    streams=self._streams,
                    adj=adjustments,
                    sockinfo=sockinfo,
                )
                for sockinfo in adjustments.listen
            ]
        except OSError:
            self._close_sockets()
            self._streams.close()
            raise
        self._open.set_thread_count(adjustments.threads)
        self._servers = servers
        self._told_to_stop = False
        self._poll_seconds = adjustments.asyncore_loop_timeout
        self._stream.set_thread_count(STREAM_THREADS)
        self._trigger = servers[0].trigger
        self.port = int(servers[0].effective_port)
        addresses = [(server.effective_host, server.effective_port) for server in servers]
        self._loop = MultiSocketServer(self._map, adjustments, addresses, self._open, servers[0].log_info)

    def run(self) -> None:
        """Serves until it is told to stop, or closed from another thread."""
        while self._map and not self._told_to_stop:
            self._look(self._poll_seconds)

    def stop(self) -> None:
        """Makes `run` return. A handler of signals may call it."""
        self._told_to_stop = True
        self._trigger.pull_trigger()

    def drain(self, seconds: float = STOP_SECONDS) -> int:
        """Accepts no new connection, and answers every request that has arrived or is arriving.

        Each answer ends its connection. Returns how many connections were still busy after this many seconds.
        """
        ends_at = time.monotonic() + seconds
        closes_at = time.monotonic() + LAST_ARRIVALS_SECONDS
        for server in self._servers:
            server.draining = True
            refuse_new_handshakes(server.socket)
        while time.monotonic() < ends_at and (self._servers or self._connections() or self._streams.open):
            if time.monotonic() > closes_at:
                self._close_listening()
            idle_since = time.time() - IDLE_AT_STOP_SECONDS
            for one in self._connections():
                if one.waits and one.begun_at is None and one.since < idle_since:
                    one.will_close = True
            self._look(0.05)
        self._close_listening()
        unanswered = len(self._connections()) + self._streams.open
        if unanswered:
            _log.warning("stopped_unanswered", extra={"sentence": f"{unanswered} connections were still busy."})
        return unanswered

    def _look(self, seconds: float) -> None:
        """Waits at most this long for something to do, and does it."""
        wasyncore.loop(timeout=seconds, map=self._map, use_poll=True, count=1)

    def _connections(self) -> list[Connection]:
        return [one for one in self._map.values() if isinstance(one, Connection)]

    def _close_listening(self) -> None:
        # The trigger of a server wakes the loop for threads that are still answering, so it stays open.
        for server in self._servers:
            wasyncore.dispatcher.close(server)
        self._servers = []

    def close(self) -> None:
        """Ends the threads, then the connections."""
        self._stream.shutdown()
        self._loop.close()
        self._streams.close()

    def close_from_outside(self) -> None:
        """The same while another thread runs the loop. That thread ends the loop itself once no thread writes any more."""
        self._stream.shutdown()
        self._open.shutdown()
        self._streams.close()
        # A thread that has just used the trigger may have closed the sockets already, including the trigger's own.
        with contextlib.suppress(OSError):
            self._trigger.pull_trigger(self._close_sockets)

    def _close_sockets(self) -> None:
        for one in list(self._map.values()):
            one.close()


def refuse_new_handshakes(listening: socket.socket) -> None:
    """Lets no new connection begin, while those that have begun are completed and can be accepted.

    A socket that is simply closed breaks off connections that the system has completed and nobody has accepted yet, with
    the requests that were sent over them. Linux can drop first packets alone; elsewhere this does nothing.
    """
    if not sys.platform.startswith("linux"):
        return
    program = b"".join(struct.pack("HBBI", *step) for step in _NO_NEW_HANDSHAKE)
    kept = ctypes.create_string_buffer(program, len(program))
    told = struct.pack("HP", len(_NO_NEW_HANDSHAKE), ctypes.addressof(kept))
    # A kernel without this filter refuses it; then a connection that begins at this moment may be broken off.
    with contextlib.suppress(OSError):
        listening.setsockopt(socket.SOL_SOCKET, _ATTACH_FILTER, told)
