"""Opens the database of a book, SQLite or PostgreSQL, and turns the drivers' errors into the book's own.

A transaction is either `reading()` or `writing()`. On SQLite a writing one takes the lock at its start: a deferred
transaction that reads first and writes later loses to its neighbour, and the default one loses updates silently.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import psycopg
import sqlalchemy
from sqlalchemy import URL, Connection, Engine, event
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from service import read_only
from service.config import POSTGRESQL, SQLITE
from service.errors import BookDamaged, BookError, BookLocked, BookReadOnly, BookUnreachable, DiskFull

BUSY_SECONDS = 5
FOLDER_MODE = 0o700
FILE_MODE = 0o600

_BEGIN_WRITING = "BEGIN IMMEDIATE"
# SQLite has one writer at a time. On PostgreSQL, writers of one stream wait for one another across processes.
_WAIT_FOR_STREAM = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"
_PRAGMAS = (
    f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    # Without it, INSERT OR REPLACE deletes a row without firing the trigger that forbids it.
    "PRAGMA recursive_triggers = ON",
)

# The meaning of the error codes of SQLite (numbers) and PostgreSQL (five characters, or the two of a whole class).
_SAYS_ALL: Mapping[int | str, type[DiskFull | BookLocked | BookReadOnly]] = {
    sqlite3.SQLITE_FULL: DiskFull,
    sqlite3.SQLITE_BUSY: BookLocked,
    sqlite3.SQLITE_LOCKED: BookLocked,
    sqlite3.SQLITE_READONLY: BookReadOnly,
    "53100": DiskFull,
    "55P03": BookLocked,  # lock_timeout
    "57014": BookLocked,  # statement_timeout
    "40001": BookLocked,  # serialization failure
    "40P01": BookLocked,  # deadlock
    "25006": BookReadOnly,
}
_NEEDS_REASON: Mapping[int | str, type[BookDamaged | BookUnreachable]] = {
    sqlite3.SQLITE_CORRUPT: BookDamaged,
    sqlite3.SQLITE_NOTADB: BookDamaged,
    sqlite3.SQLITE_CANTOPEN: BookUnreachable,
    sqlite3.SQLITE_IOERR: BookUnreachable,
    sqlite3.SQLITE_PERM: BookUnreachable,
    "XX001": BookDamaged,
    "XX002": BookDamaged,
    "08": BookUnreachable,  # connection
    "28": BookUnreachable,  # sign-in
    "3D000": BookUnreachable,  # no such database
    "42501": BookUnreachable,  # no permission
    "53": BookUnreachable,  # out of resources
    "57": BookUnreachable,  # shutting down
    "58": BookUnreachable,  # trouble of the system below
}


class KeptAsBytes(ValueError):
    """The book holds bytes in the place of a text."""


_TRANSLATED = (SQLAlchemyError, sqlite3.Error, psycopg.Error, OSError, UnicodeDecodeError, KeptAsBytes)


class Database:
    """The open database of one book. `place` names it to people and never holds a password.

    `refuses` is the refusal to raise on a write if the book can only be read.
    """

    def __init__(
        self,
        engine: Engine,
        place: str,
        path: Path | None = None,
        *,
        refuses: type[BookReadOnly | DiskFull] | None = None,
        copy: TemporaryDirectory[str] | None = None,
    ) -> None:
        self.engine = engine
        self.refuses = refuses
        self._copy = copy
        self.place = place
        self.path = path
        self.dialect: Literal["sqlite", "postgresql"] = "sqlite" if path else "postgresql"
        self._writer = engine.execution_options(writes=True)
        # Connections of the driver on which nobody is writing.
        self._kept: list[Any] = []
        # Who writes to which stream in this process, and how many are waiting.
        self._queues: dict[str, tuple[threading.RLock, int]] = {}
        self._queues_lock = threading.Lock()
        # The transaction that this thread has begun before it knows what to write.
        self._turn = threading.local()

    @classmethod
    def open(cls, url: str) -> Database:
        """Opens the database at a URL of `Settings.database_url`. Makes a missing file, which is empty."""
        if url.startswith(SQLITE):
            return cls._open_file(Path(url.removeprefix(SQLITE)))
        assert url.startswith(POSTGRESQL), "Only what load_settings lets through is opened."
        return cls._open_server(url)

    @classmethod
    def _open_file(cls, path: Path) -> Database:
        refuses = read_only.why_not_written(path)
        if refuses:
            with translated(str(path)):
                engine, copy = read_only.engine_for(path, refuses)
            event.listen(engine, "begin", _begin)
            return cls(engine, str(path), path, refuses=refuses, copy=copy)
        with translated(str(path)):
            _make_private(path)
        # Built from its parts, because a path may hold punctuation of a URL.
        engine = sqlalchemy.create_engine(
            URL.create("sqlite+pysqlite", database=str(path)), connect_args={"isolation_level": None}
        )
        event.listen(engine, "connect", _prepare_connection)
        event.listen(engine, "begin", _begin)
        return cls(engine, str(path), path)

    @classmethod
    def _open_server(cls, url: str) -> Database:
        try:
            parts = sqlalchemy.make_url(url)
        except (ArgumentError, ValueError) as error:
            raise BookUnreachable("a server", "its URL cannot be read") from error
        engine = sqlalchemy.create_engine(
            parts,
            pool_pre_ping=True,
            connect_args={
                "connect_timeout": BUSY_SECONDS,
                "options": f"-c lock_timeout={BUSY_SECONDS * 1000} -c timezone=UTC",
            },
        )
        place = f"{parts.host or 'the local server'}{f':{parts.port}' if parts.port else ''}/{parts.database or ''}"
        return cls(engine, place)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with translated(self.place), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction: everything in it is recorded when the block ends, and nothing if it raises."""
        self._insist_on_writing()
        with translated(self.place), self._writer.begin() as connection:
            yield connection

    @contextmanager
    def queueing(self, stream: str) -> Iterator[None]:
        """Lets the writers of a stream in this process take turns. Refuses a writer that waits too long (BookLocked)."""
        with self._queues_lock:
            lock, waiting = self._queues.get(stream, (threading.RLock(), 0))
            self._queues[stream] = lock, waiting + 1
        try:
            if not lock.acquire(timeout=BUSY_SECONDS):
                raise BookLocked(self.place)
            try:
                yield
            finally:
                lock.release()
        finally:
            with self._queues_lock:
                lock, waiting = self._queues.pop(stream)
                if waiting > 1:
                    self._queues[stream] = lock, waiting - 1

    @contextmanager
    def turn(self, stream: str) -> Iterator[None]:
        """Keeps all others from writing to the stream until this thread has appended to it, or the block ends."""
        with translated(self.place):
            borrowed = self._borrow()
            try:
                self._begin_writing(borrowed.cursor(), stream)
                self._turn.connection = borrowed
                yield
            except BaseException as error:
                self._turn.connection = None
                self._undo(borrowed, error)
                raise
            else:
                if self._turn.connection is not None:
                    borrowed.rollback()
            finally:
                self._turn.connection = None
                self._give_back(borrowed)

    @contextmanager
    def reading_directly(self) -> Iterator[Any]:
        """A cursor of the driver for one statement whose rows are all fetched; for the reads before every act."""
        own = getattr(self._turn, "connection", None)
        if own is not None:
            yield own.cursor()
            return
        with translated(self.place):
            borrowed = self._borrow()
            try:
                yield borrowed.cursor()
                if not self.path:
                    # SQLite begins no transaction for a single statement.
                    borrowed.rollback()
            except BaseException as error:
                self._undo(borrowed, error)
                raise
            finally:
                self._give_back(borrowed)

    @contextmanager
    def writing_directly(self, stream: str) -> Iterator[Any]:
        """A writing transaction on a cursor of the driver, for the one path that must be fast.

        Uses and ends the transaction of `turn` if this thread has begun one.
        """
        own = getattr(self._turn, "connection", None)
        if own is not None:
            yield own.cursor()
            own.commit()
            self._turn.connection = None
            return
        self._insist_on_writing()
        with translated(self.place):
            borrowed = self._borrow()
            try:
                cursor = borrowed.cursor()
                self._begin_writing(cursor, stream)
                yield cursor
                borrowed.commit()
            except BaseException as error:
                self._undo(borrowed, error)
                raise
            finally:
                self._give_back(borrowed)

    def _insist_on_writing(self) -> None:
        if self.refuses:
            raise self.refuses(self.place)

    def _borrow(self) -> Any:
        """A connection to write on. A connection to a file cannot break, and asking the pool takes as long as writing the rows."""
        if not self.path:
            return self.engine.raw_connection()
        try:
            return self._kept.pop()
        except IndexError:
            fresh = self.engine.raw_connection()
            driver = fresh.driver_connection
            fresh.detach()
            return driver

    def _begin_writing(self, cursor: Any, stream: str) -> None:
        if self.path:
            cursor.execute(_BEGIN_WRITING)
        else:
            cursor.execute(_WAIT_FOR_STREAM, (stream,))

    def _undo(self, borrowed: Any, error: BaseException) -> None:
        if isinstance(error, psycopg.OperationalError):
            # The connection may be broken: the pool must not give it out again.
            borrowed.invalidate(error)
        else:
            borrowed.rollback()

    def _give_back(self, borrowed: Any) -> None:
        if self.path:
            self._kept.append(borrowed)
        else:
            borrowed.close()

    def close(self) -> None:
        """Closes every idle connection."""
        while self._kept:
            self._kept.pop().close()
        self.engine.dispose()
        if self._copy:
            self._copy.cleanup()


def _make_private(path: Path) -> None:
    """Makes the folder and the file accessible to their owner only; SQLite gives its side files the mode of the file."""
    if not path.parent.exists():
        path.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "it is a folder", str(path))
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, FILE_MODE))


def _prepare_connection(driver_connection: Any, _record: object) -> None:
    cursor = driver_connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(pragma)
    _keep_a_log(cursor)
    cursor.close()


def _keep_a_log(cursor: Any) -> None:
    """Turns on write-ahead logging, which stays on; several processes may try at once when a book is first opened.

    SQLite ignores the busy_timeout for this statement, so the waiting is done here.
    """
    give_up_at = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > give_up_at:
                raise
            time.sleep(0.01)
        else:
            return


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql(_BEGIN_WRITING if writes else "BEGIN")


class translated:  # noqa: N801
    """Raises the book's own error for a failure of the database or the disk; other errors pass unchanged."""

    __slots__ = ("_place",)

    def __init__(self, place: str) -> None:
        self._place = place

    def __enter__(self) -> None:
        """Everything before went well."""

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if isinstance(error, _TRANSLATED) and (refusal := _refusal(error, self._place)):
            raise refusal from error


def _refusal(error: Exception, place: str) -> BookError | None:
    if isinstance(error, PoolTimeout):
        return BookLocked(place)
    if isinstance(error, KeptAsBytes):
        return BookDamaged(place, "a name in it is kept as bytes, not as text; `chipbook verify --all` says whose")
    if isinstance(error, UnicodeDecodeError):
        return BookDamaged(place, "a text in it is not UTF-8")
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, sqlite3.Error):
        return _sqlite_refusal(cause, place)
    if isinstance(cause, psycopg.Error):
        return _postgresql_refusal(cause, place)
    if isinstance(cause, OSError):
        return _file_refusal(cause, place)
    return None


def _sqlite_refusal(error: sqlite3.Error, place: str) -> BookError | None:
    if "Could not decode to UTF-8" in str(error):
        return BookDamaged(place, "a text in it is not UTF-8")
    if str(error).startswith(("no such table", "no such column")):
        # The schema was brought up to date when the book was opened: something has been removed from it since.
        return BookDamaged(place, str(error))
    # The low byte is the error; the rest gives more detail.
    return _named(getattr(error, "sqlite_errorcode", 0) & 0xFF, place, str(error))


def _postgresql_refusal(error: psycopg.Error, place: str) -> BookError | None:
    reason = (str(error).splitlines() or ["no reason given"])[0].rstrip(".")
    if error.sqlstate is None:
        # The driver itself gave up: no server, no answer, or a broken connection.
        return BookUnreachable(place, reason) if isinstance(error, psycopg.OperationalError) else None
    # The first two characters are the class of the error.
    return _named(error.sqlstate, place, reason) or _named(error.sqlstate[:2], place, reason)


def _named(error_code: int | str, place: str, reason: str) -> BookError | None:
    if error_code in _SAYS_ALL:
        return _SAYS_ALL[error_code](place)
    if error_code in _NEEDS_REASON:
        return _NEEDS_REASON[error_code](place, reason)
    return None


def _file_refusal(error: OSError, place: str) -> BookError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return DiskFull(place)
    if error.errno == errno.EROFS:
        return BookReadOnly(place)
    return BookUnreachable(place, error.strerror or str(error))
