"""A book on a PostgreSQL server: its connections, what every transaction that writes begins with, and when one is lost.

Nothing here outlasts a transaction, so that a pooler between the program and the server may give each to another connection.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Mapping
from contextlib import AbstractContextManager
from itertools import zip_longest
from typing import Any, Literal

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg_pool import ConnectionPool, PoolTimeout

from engine.speech import phrase
from service.book.db.failures import is_lost, is_of_postgresql
from service.config import ServerOptions
from service.errors import BookBusy, BookUnreachable, NoAnswer

BUSY_SECONDS = 5
# A connection that was unused for longer is tried before it is trusted: the server may have been restarted since.
TRUSTED_SECONDS = 1.0
# How long a connection may lie unused, and how long it may live, before it is closed.
UNUSED_SECONDS = 300.0
LIFE_SECONDS = 3600.0
# How often somebody who waits for a connection looks whether the server has refused the last one.
LOOK_SECONDS = 0.1
# How often a connection is sent the same statement before the server keeps it ready.
PREPARED_AFTER = 5
# Open connections at once while many ask for one.
OPENERS = 2

_SCHEME = "postgresql+psycopg://"
# Writers of one stream wait for one another across processes.
_TURN = "pg_advisory_xact_lock(hashtextextended(%s, 0))"
_READ_ONLY = "25006"

# What the server says is told by whoever asked for a connection, and what failed first by whoever asked for it.
logging.getLogger("psycopg").setLevel(logging.ERROR)


class Server:
    """A database on a server. `place` never holds a password."""

    dialect: Literal["postgresql"] = "postgresql"
    # Of a value in a statement.
    mark = "%s"
    path = None
    refuses = None

    def __init__(self, url: str, options: ServerOptions) -> None:
        self.options = options
        self._url = "postgresql://" + url.removeprefix(_SCHEME)
        try:
            parts = conninfo_to_dict(self._url)
        except psycopg.Error as error:
            raise BookUnreachable(phrase("a server"), phrase("its URL cannot be read")) from error
        # A pooler gives each transaction to another session: there they are said anew every time.
        self._limits_each_time = options.pooler != "none"
        said = f"{self._limits(until='commit')}, " if self._limits_each_time else ""
        self.turn_in_a_statement = f"SELECT {said}{_TURN}"
        self.place = f"{_hosts(parts)}/{parts.get('dbname') or ''}"
        self._pool: ConnectionPool[Any] | None = None
        self._opening = threading.Lock()
        # How often the server was lost, and when it was lost last.
        self.losses = 0
        self._lost_at = 0.0
        # Why the server refused the last connection that the pool asked for; None if it did not.
        self.refused: Exception | None = None

    def connect(self) -> Any:
        """A new connection, which may be passed from thread to thread but used by one at a time.

        It begins no transaction by itself, because a single statement that reads needs none.
        """
        connection = psycopg.connect(
            self._url,
            autocommit=True,
            connect_timeout=BUSY_SECONDS,
            prepare_threshold=PREPARED_AFTER if self.options.pooler == "none" else None,
        )
        if not self._limits_each_time:
            # Not said while connecting, because a pooler that keeps sessions would refuse that.
            connection.execute(f"SELECT {self._limits(until='session')}")
        return connection

    def borrow(self) -> Any:
        """A connection that works, until it is given back.

        Raises what the server says if it refuses one, and BookBusy if all are in use for too long.
        """
        pool = self._open_pool()
        give_up_at = time.monotonic() + BUSY_SECONDS
        while True:
            try:
                return pool.getconn(timeout=LOOK_SECONDS)
            except PoolTimeout:
                refused = self.refused
                if refused is not None:
                    # Said anew for each who asks, because every raise adds to an exception.
                    raise type(refused)(*refused.args) from refused
                if time.monotonic() > give_up_at:
                    if pool.get_stats()["pool_size"] < self.options.connections_max:
                        raise BookUnreachable(
                            self.place, phrase("no answer in {seconds} seconds", seconds=BUSY_SECONDS)
                        ) from None
                    raise BookBusy(self.place, self.options.connections_max) from None

    def borrow_widely(self) -> Any:
        """The same for SQLAlchemy, whose connections begin a transaction with their first statement."""
        connection = self.borrow()
        connection.autocommit = False
        return connection

    def give_back(self, connection: Any) -> None:
        """Takes back a connection in which no transaction is under way. One that is closed is replaced."""
        connection.used_at = time.monotonic()
        assert connection._pool is not None, "Only what was borrowed is given back."  # noqa: SLF001
        connection._pool.putconn(connection)  # noqa: SLF001

    def _open_pool(self) -> ConnectionPool[Any]:
        with self._opening:
            if self._pool is None:
                self.refused = None
                self._pool = ConnectionPool(
                    # The pool asks it for nothing but connections.
                    connection_class=_Asked(self),  # type: ignore[arg-type]
                    min_size=0,
                    max_size=self.options.connections_max,
                    check=self._insist_it_is_alive,
                    # SQLAlchemy gives a connection back by closing it.
                    close_returns=True,
                    max_idle=UNUSED_SECONDS,
                    max_lifetime=LIFE_SECONDS,
                    # Whoever needs a connection asks for it again; in between, nobody does.
                    reconnect_timeout=0,
                    num_workers=OPENERS,
                    name="pool of the book",
                    open=True,
                )
            return self._pool

    def in_few_messages(self, connection: Any) -> AbstractContextManager[Any]:
        """Statements wait in this block until an answer is needed, and go to the server together.

        What one of them fails with is raised where the next answer is read, or at the end.
        """
        pipeline: AbstractContextManager[Any] = connection.pipeline()
        return pipeline

    def begin_writing(self, cursor: Any, stream: str) -> None:
        """Begins a transaction and waits until no other one writes to the stream."""
        cursor.execute("BEGIN")
        self.begin_widely(cursor)
        self.also_writing(cursor, stream)

    def begin_widely(self, cursor: Any) -> None:
        """Sets the limits of a transaction that writes, and has begun, without waiting for a stream."""
        if self._limits_each_time:
            cursor.execute(f"SELECT {self._limits(until='commit')}")

    def also_writing(self, cursor: Any, stream: str) -> None:
        """Waits, in a transaction that writes, until no other one writes to this stream too."""
        cursor.execute(f"SELECT {_TURN}", (stream,))

    def _limits(self, *, until: Literal["commit", "session"]) -> str:
        """Sets how long a writer waits for others, and what a commit waits for if the server does not say that itself."""
        limits = {"lock_timeout": str(BUSY_SECONDS * 1000)}
        if self.options.commit != "server":
            limits["synchronous_commit"] = self.options.commit
        within = "true" if until == "commit" else "false"
        return ", ".join(f"set_config('{name}', '{value}', {within})" for name, value in limits.items())

    def _insist_it_is_alive(self, connection: Any) -> None:
        """Raises if the connection broke while nobody used it; the pool then tries another."""
        if not connection.autocommit:
            connection.autocommit = True
        used_at = getattr(connection, "used_at", 0.0)
        # What one connection has lost, those beside it may have lost too.
        if used_at <= self._lost_at or time.monotonic() - used_at > TRUSTED_SECONDS:
            try:
                connection.execute("SELECT 1")
            except Exception:
                self._note_a_loss()
                raise

    def commit(self, connection: Any) -> None:
        """Records the transaction. While statements are gathered, the answer comes at the end of their block.

        It is a statement because psycopg's own commit does nothing where no transaction seems to be under way, which is
        what a connection says of itself as long as statements are gathered.
        """
        connection.execute("COMMIT")

    def undo(self, connection: Any, error: BaseException) -> None:
        """Ends the transaction without recording anything. A connection that may be broken is not used again."""
        said = error.__cause__ if isinstance(error, NoAnswer) else error
        # A server that only reads now may have another beside it that writes.
        if is_lost(said) or getattr(said, "sqlstate", None) == _READ_ONLY:
            self._drop(connection)
            return
        try:
            connection.rollback()
        except Exception as problem:
            if not is_of_postgresql(problem):
                raise
            self._drop(connection)

    def _drop(self, connection: Any) -> None:
        """Closes a connection for good, so that the pool replaces it when it is given back."""
        self._note_a_loss()
        connection.pgconn.finish()

    def _note_a_loss(self) -> None:
        self.losses += 1
        self._lost_at = time.monotonic()

    def close(self) -> None:
        """Closes every connection. Whoever borrows one later opens them anew."""
        with self._opening:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.close()


def _hosts(parts: Mapping[str, Any]) -> str:
    """The servers of a URL, each with its port if that is named."""
    hosts, ports = str(parts.get("host") or "the local server").split(","), str(parts.get("port") or "").split(",")
    # One port may be that of all of them.
    each = ports * len(hosts) if len(ports) == 1 else ports
    return ",".join(f"{host}:{port}" if port else host for host, port in zip_longest(hosts, each, fillvalue=""))


class _Asked:
    """Asks a server for connections in the name of its pool, and remembers a refusal."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def connect(self, _conninfo: str, **_options: Any) -> Any:
        server = self._server
        # What it said the last time is no answer to this.
        server.refused = None
        try:
            connection = server.connect()
        except Exception as problem:
            server.refused = problem
            raise
        connection.used_at = time.monotonic()
        return connection
