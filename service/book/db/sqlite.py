"""A book in a SQLite file: how a connection to it is made, whether or not the file can be written."""

from __future__ import annotations

import errno
import os
import sqlite3
import time
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, Literal

from service.book.db import read_only
from service.book.db.failures import translated
from service.config import PLAIN
from service.errors import BookError

BUSY_SECONDS = 5
FOLDER_MODE = 0o700
FILE_MODE = 0o600

_PRAGMAS = (
    f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}",
    "PRAGMA synchronous = FULL",
    # Without it, INSERT OR REPLACE deletes a row without firing the trigger that forbids it.
    "PRAGMA recursive_triggers = ON",
)


class File:
    """A file. `refuses` is the refusal to raise on a write if it can only be read, else None."""

    dialect: Literal["sqlite"] = "sqlite"
    # Of a value in a statement.
    mark = "?"
    options = PLAIN
    losses = 0
    # A file answers at once.
    turn_in_a_statement = ""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.place = str(path)
        self.refuses: type[BookError] | None = read_only.why_not_written(path)
        with translated(self.place):
            if self.refuses:
                self._url, self._copy = read_only.url_for(path, self.refuses)
            else:
                _make_private(path)
                self._url, self._copy = "", None
        # Connections that nobody uses.
        self._kept: list[sqlite3.Connection] = []

    def connect(self) -> Any:
        """A new connection, which may be passed from thread to thread but used by one at a time."""
        if self._url:
            connection = sqlite3.connect(self._url, uri=True, isolation_level=None, check_same_thread=False)
            for pragma in read_only.PRAGMAS:
                connection.execute(pragma)
            return connection
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        for pragma in _PRAGMAS:
            connection.execute(pragma)
        _keep_a_log(connection)
        return connection

    def in_few_messages(self, _connection: Any) -> AbstractContextManager[Any]:
        """Nothing to gather: a file answers at once."""
        return nullcontext()

    def begin_writing(self, cursor: Any, _stream: str) -> None:
        """Takes the lock of the one writer at once: a transaction that reads first and writes later loses to its neighbour."""
        cursor.execute("BEGIN IMMEDIATE")

    def begin_widely(self, cursor: Any) -> None:
        """The same: the lock is that of the whole file."""
        cursor.execute("BEGIN IMMEDIATE")

    def also_writing(self, _cursor: Any, _stream: str) -> None:
        """Nothing more to wait for: the lock is that of the whole file."""

    def borrow(self) -> Any:
        """A connection until it is given back. One to a file does not break."""
        try:
            return self._kept.pop()
        except IndexError:
            return self.connect()

    def borrow_widely(self) -> Any:
        """A connection of its own for SQLAlchemy, which keeps it."""
        return self.connect()

    def give_back(self, connection: Any) -> None:
        """Keeps the connection for the next who asks."""
        self._kept.append(connection)

    def commit(self, connection: Any) -> None:
        """Records the transaction."""
        connection.commit()

    def undo(self, connection: Any, _error: BaseException) -> None:
        """Ends the transaction without recording anything."""
        connection.rollback()

    def close(self) -> None:
        """Closes the connections that nobody uses."""
        while self._kept:
            self._kept.pop().close()
        if self._copy:
            self._copy.cleanup()


def make_lasting(path: Path) -> None:
    """Waits until the file, or the names in the folder, are on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _make_private(path: Path) -> None:
    """Makes the folder and the file accessible to their owner only; SQLite gives its side files the mode of the file."""
    if not path.parent.exists():
        path.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "it is a folder", str(path))
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, FILE_MODE))


def _keep_a_log(connection: sqlite3.Connection) -> None:
    """Turns on write-ahead logging, which stays on; several processes may try at once when a book is first opened.

    SQLite ignores the busy_timeout for this statement, so the waiting is done here.
    """
    give_up_at = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > give_up_at:
                raise
            time.sleep(0.01)
        else:
            return
