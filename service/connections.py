"""Limits connections to the server: how many there are, how long one may wait, and which is closed first if room is short.

A connection waits until it has sent a whole request. A waiting connection takes a place and nothing else, so nobody is
turned away: if all places are taken, the connection that has waited longest is closed, first among those without the
banker's token. A client that sends its request at once is served, however many connections others hold open.
"""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import MultiSocketServer, TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask

from service.malformed import Refused

# Threads in addition to those of live streams: most for everybody, some for requests with a token.
OPEN_THREADS = 12
TOKEN_THREADS = 4
# Waiting connections: in all, and from one address. A proxy is one address for everybody behind it.
WAITING_MAX = 300
WAITING_OF_ONE_ADDRESS_MAX = 200
# The number of connections accepted before the loop looks at the existing ones again.
ACCEPTED_AT_ONCE = 32
# How long a request may take to arrive, and how long a connection may stay open without one, in seconds.
REQUEST_SECONDS = 20
IDLE_SECONDS = 60
# The listening sockets (one for each kind of address) and the pipe that wakes the loop need places too.
PLACES_BESIDES = 4

# In the environ of a request: a function to call once its token is known to be the banker's.
IS_THE_BANKERS = "chipbook.connection_is_the_bankers"
STREAM = "/stream"

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
            by_address.setdefault(one.address, []).append(one)
    for of_one in by_address.values():
        going += of_one[: max(0, len(of_one) - most_of_one_address)]
    staying = [one for one in oldest_first if one not in going]
    return going + staying[: max(0, len(staying) - most)]


class Task(WSGITask):  # type: ignore[misc]
    """A request being answered, which the application can trace to its connection."""

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        environ[IS_THE_BANKERS] = self.channel.trust
        return environ


class Connection(HTTPChannel):  # type: ignore[misc]
    """One connection, and since when it waits: for a request to begin, or for the rest of a request."""

    task_class = Task
    error_task_class = Refused
    is_the_bankers = False
    # When the request that is arriving began; None between requests.
    begun_at: float | None = None

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
        return not (self.requests or self.total_outbufs_len or self.will_close)

    def trust(self) -> None:
        """Marks the connection as the banker's, because a request with the banker's token came over it."""
        self.is_the_bankers = True

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

    def __init__(self, *args: Any, token_dispatcher: ThreadedTaskDispatcher, **kwargs: Any) -> None:
        self.token_dispatcher = token_dispatcher
        super().__init__(*args, **kwargs)

    def add_task(self, task: Connection) -> None:
        """Adds a request.

        One with a token does not wait behind those without, and a stream, which keeps its thread, gets another.
        """
        request: HTTPRequestParser = task.requests[0]
        if "AUTHORIZATION" in request.headers and not str(request.path).endswith(STREAM):
            self.token_dispatcher.add_task(task)
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

    def __init__(self, app: Callable[..., Any], *, host: str, port: int, streams_max: int, body_max: int) -> None:
        """Listens from now on. Raises OSError if that is not possible."""
        adjustments = Adjustments(
            host=host,
            port=port,
            threads=streams_max + OPEN_THREADS,
            # Streams, requests being served and waiting connections have separate places, so that none takes another's.
            connection_limit=streams_max + OPEN_THREADS + TOKEN_THREADS + WAITING_MAX + PLACES_BESIDES,
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
        self._open, self._token = ThreadedTaskDispatcher(), ThreadedTaskDispatcher()
        try:
            servers = [
                Server(
                    app,
                    self._map,
                    dispatcher=self._open,
                    token_dispatcher=self._token,
                    adj=adjustments,
                    sockinfo=sockinfo,
                )
                for sockinfo in adjustments.listen
            ]
        except OSError:
            self._close_sockets()
            raise
        self._open.set_thread_count(adjustments.threads)
        self._token.set_thread_count(TOKEN_THREADS)
        self._trigger = servers[0].trigger
        self.port = int(servers[0].effective_port)
        addresses = [(server.effective_host, server.effective_port) for server in servers]
        self._loop = MultiSocketServer(self._map, adjustments, addresses, self._open, servers[0].log_info)

    def run(self) -> None:
        """Serves until it is interrupted, or closed from another thread."""
        self._loop.run()

    def close(self) -> None:
        """Ends the threads, then the connections."""
        self._token.shutdown()
        self._loop.close()

    def close_from_outside(self) -> None:
        """The same while another thread runs the loop. That thread ends the loop itself once no thread writes any more."""
        self._token.shutdown()
        self._open.shutdown()
        # A thread that has just used the trigger may have closed the sockets already, including the trigger's own.
        with contextlib.suppress(OSError):
            self._trigger.pull_trigger(self._close_sockets)

    def _close_sockets(self) -> None:
        for one in list(self._map.values()):
            one.close()
