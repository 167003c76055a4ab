"""Connections to the server: how many there may be, how long one may wait, and which goes first where there is no room.

A connection waits as long as it has sent no whole request. Waiting costs the server a place and nothing else, so that
nobody is turned away: where the places are used up, the one that has waited longest goes, of those without the banker's
token first. Whoever sends a request at once is served, however many others hold connections open.
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

# Threads beside those of the live streams: most for everybody, some for requests that come with a token.
OPEN_THREADS = 12
TOKEN_THREADS = 4
# Connections that wait: all of them, and those from one address. A proxy is one address for everybody behind it.
WAITING_MAX = 300
WAITING_OF_ONE_ADDRESS_MAX = 200
# So many connections come in before the loop looks again at those that are there.
ACCEPTED_AT_ONCE = 32
# How long a request may take to arrive, and how long a connection may stay open without one.
REQUEST_SECONDS = 20
IDLE_SECONDS = 60
# The listening sockets (one for each kind of address) and the pipe that wakes the loop have places of their own.
PLACES_BESIDES = 4

# In the environ of a request: what to call once its token is known to be the banker's.
IS_THE_BANKERS = "chipbook.connection_is_the_bankers"
STREAM = "/stream"

_log = logging.getLogger("chipbook.connections")


class Waiting(Protocol):
    """What is known of a connection that waits: its address, since when it waits, and whose it is."""

    @property
    def address(self) -> str: ...
    @property
    def since(self) -> float: ...
    @property
    def is_the_bankers(self) -> bool: ...


def without_room(waiting: Sequence[Waiting], most: int, most_of_one_address: int) -> list[Any]:
    """Those that have to go, so that there are no more than `most` in all, and of one address without a token."""
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
    """A request being answered; the application may say whose connection it came by."""

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        environ[IS_THE_BANKERS] = self.channel.trust
        return environ


class Connection(HTTPChannel):  # type: ignore[misc]
    """One connection, and since when it waits: for a request to begin, or for the rest of one that has."""

    task_class = Task
    is_the_bankers = False
    # When the request that is still arriving has begun; nothing between requests.
    begun_at: float | None = None

    @property
    def address(self) -> str:
        """The address at the other end."""
        return str(self.addr[0])

    @property
    def since(self) -> float:
        """Since when nothing whole has come. A byte now and then makes no new beginning."""
        return float(self.last_activity if self.begun_at is None else self.begun_at)

    @property
    def waits(self) -> bool:
        """Whether the server has nothing to do for it. Requests are added by the one thread that asks this."""
        return not (self.requests or self.total_outbufs_len or self.will_close)

    def trust(self) -> None:
        """A request with the banker's token came this way."""
        self.is_the_bankers = True

    def received(self, data: bytes) -> bool:
        """Takes what has come in; notes when a request begins that is not whole yet."""
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
        """Whoever sends a token need not wait behind those who do not. A stream keeps its thread, so it takes another."""
        request: HTTPRequestParser = task.requests[0]
        if "AUTHORIZATION" in request.headers and not str(request.path).endswith(STREAM):
            self.token_dispatcher.add_task(task)
        else:
            self.task_dispatcher.add_task(task)

    def readable(self) -> bool:
        """Whether to take one more connection; makes room for it first."""
        if len(self._map) > WAITING_OF_ONE_ADDRESS_MAX:
            self._make_room(WAITING_MAX)
        if len(self._map) >= self.adj.connection_limit:
            # The rest is being served. Whoever waits makes room for who has not come in yet.
            self._make_room(max(0, len(self._waiting()) - 1))
        return bool(super().readable())

    def handle_accept(self) -> None:
        """Lets several in at once: the loop walks through all connections before it comes here again."""
        for _ in range(ACCEPTED_AT_ONCE):
            before = len(self._map)
            super().handle_accept()
            if not before < len(self._map) < self.adj.connection_limit:
                break

    def maintenance(self, now: float) -> None:
        """Closes what has waited too long, and what is not read at the other end."""
        super().maintenance(now)
        late = [one for one in self._waiting() if one.begun_at is not None and now - one.begun_at > REQUEST_SECONDS]
        _close(late, "request_took_too_long")

    def _make_room(self, most: int) -> None:
        _close(without_room(self._waiting(), most, WAITING_OF_ONE_ADDRESS_MAX), "no_room_to_wait")

    def _waiting(self) -> list[Connection]:
        return [one for one in self._map.values() if isinstance(one, Connection) and one.waits]


def _close(connections: Sequence[Connection], why: str) -> None:
    for one in connections:
        # The loop closes it on its next turn: it is walking through all of them just now.
        one.will_close = True
    if connections:
        _log.info("connections_closed", extra={"code": why})


class Listening:
    """The server with all its sockets."""

    def __init__(self, app: Callable[..., Any], *, host: str, port: int, streams_max: int, body_max: int) -> None:
        """Listens from now on; raises OSError where that is not possible."""
        adjustments = Adjustments(
            host=host,
            port=port,
            threads=streams_max + OPEN_THREADS,
            # Who streams, who is served and who waits have places beside one another, so that none takes another's.
            connection_limit=streams_max + OPEN_THREADS + TOKEN_THREADS + WAITING_MAX + PLACES_BESIDES,
            channel_timeout=IDLE_SECONDS,
            cleanup_interval=1,
            # `select` knows no socket beyond the 1024th.
            asyncore_use_poll=True,
            max_request_body_size=body_max,
            ident="chipbook",
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
        """The same while another thread runs the loop, which ends by its own hand once no thread writes any more."""
        self._token.shutdown()
        self._open.shutdown()
        # A thread that pulled it just now may have had the sockets closed already, the trigger's own among them.
        with contextlib.suppress(OSError):
            self._trigger.pull_trigger(self._close_sockets)

    def _close_sockets(self) -> None:
        for one in list(self._map.values()):
            one.close()
