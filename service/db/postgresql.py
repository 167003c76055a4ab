"""A book on a PostgreSQL server: how a connection to it is made, and when one is lost."""

from __future__ import annotations

from typing import Any, Literal

from service.db.failures import is_of_postgresql
from service.errors import BookUnreachable

BUSY_SECONDS = 5
# A connection that was unused for longer is tried before it is trusted: the server may have been restarted since.
TRUSTED_SECONDS = 1.0

_SCHEME = "postgresql+psycopg://"
# Writers of one stream wait for one another across processes.
_WAIT_FOR_STREAM = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"


class Server:
    """A database on a server. `place` never holds a password."""

    dialect: Literal["postgresql"] = "postgresql"
    # Of a value in a statement.
    mark = "%s"
    path = None
    refuses = None

    def __init__(self, url: str) -> None:
        # Imported here because a book in a file needs no driver for a server.
        import psycopg
        from psycopg.conninfo import conninfo_to_dict

        self._connect = psycopg.connect
        self._url = "postgresql://" + url.removeprefix(_SCHEME)
        try:
            parts = conninfo_to_dict(self._url)
        except psycopg.Error as error:
            raise BookUnreachable("a server", "its URL cannot be read") from error
        port = parts.get("port")
        self.place = (
            f"{parts.get('host') or 'the local server'}{f':{port}' if port else ''}/{parts.get('dbname') or ''}"
        )

    def connect(self) -> Any:
        """A new connection, which may be passed from thread to thread but used by one at a time."""
        return self._connect(
            self._url,
            connect_timeout=BUSY_SECONDS,
            options=f"-c lock_timeout={BUSY_SECONDS * 1000} -c timezone=UTC",
        )

    def begin_writing(self, cursor: Any, stream: str) -> None:
        """Waits until no other transaction writes to the stream; the driver begins the transaction itself."""
        cursor.execute(_WAIT_FOR_STREAM, (stream,))

    def is_alive(self, connection: Any, unused_seconds: float) -> bool:
        """False if the connection broke while nobody used it."""
        if connection.closed or unused_seconds <= TRUSTED_SECONDS:
            return not connection.closed
        try:
            connection.execute("SELECT 1")
            connection.rollback()
        except Exception as problem:
            if is_of_postgresql(problem):
                return False
            raise
        return True

    def is_lost_after(self, error: BaseException) -> bool:
        """True if the connection may be broken after this error."""
        return is_of_postgresql(error, "OperationalError")

    def close(self) -> None:
        """Nothing is kept beside the connections."""
