"""The open database of one book: its connections, its transactions, and who writes to which stream.

A transaction is either for reading or for writing. On SQLite a writing one takes the lock at its start: a deferred
transaction that reads first and writes later loses to its neighbour, and the default one loses updates silently.
What one act needs goes through the driver (`reading_directly`, `writing_directly`); wide queries, verification and
migrations go through SQLAlchemy (`reading`, `writing`), which is imported when it is first used.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from service.config import POSTGRESQL, file_of
from service.db.failures import translated
from service.db.sqlite import BUSY_SECONDS, File
from service.errors import BookLocked, BookReadOnly, DiskFull

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine


class Driver(Protocol):
    """How connections to a book are made and kept; `mark` stands for a value in a statement."""

    @property
    def dialect(self) -> Literal["sqlite", "postgresql"]: ...
    @property
    def mark(self) -> str: ...
    @property
    def place(self) -> str: ...
    @property
    def path(self) -> Path | None: ...
    @property
    def refuses(self) -> type[BookReadOnly | DiskFull] | None: ...

    def connect(self) -> Any: ...
    def begin_writing(self, cursor: Any, stream: str) -> None: ...
    def is_alive(self, connection: Any, unused_seconds: float) -> bool: ...
    def is_lost_after(self, error: BaseException) -> bool: ...
    def close(self) -> None: ...


class Database:
    """The open database of one book. `place` names it to people and never holds a password.

    `refuses` is the refusal to raise on a write if the book can only be read.
    """

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self.place = driver.place
        self.path = driver.path
        self.refuses = driver.refuses
        self.dialect = driver.dialect
        # Connections of the driver that nobody uses, and when each was last used.
        self._kept: list[tuple[Any, float]] = []
        # Who writes to which stream in this process, and how many are waiting.
        self._queues: dict[str, tuple[threading.RLock, int]] = {}
        self._queues_lock = threading.Lock()
        # The transaction that this thread has begun before it knows what to write.
        self._turn = threading.local()

    @classmethod
    def open(cls, url: str) -> Database:
        """Opens the database at a URL of `Settings.database_url`. Makes a missing file, which is empty."""
        if file := file_of(url):
            return cls(File(file))
        assert url.startswith(POSTGRESQL), "Only what load_settings lets through is opened."
        # Imported here because a book in a file needs no driver for a server.
        from service.db.postgresql import Server

        return cls(Server(url))

    def statement(self, sql: str) -> str:
        """The statement, written with ? for its values, as the driver takes it."""
        return sql if self._driver.mark == "?" else sql.replace("?", self._driver.mark)

    @cached_property
    def engine(self) -> Engine:
        """The same database for SQLAlchemy, made when it is first needed."""
        # Imported here because what one line needs goes through the driver, and SQLAlchemy takes long to import.
        from service.db.engine import engine_of

        return engine_of(self._driver)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with translated(self.place), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction: everything in it is recorded when the block ends, and nothing if it raises."""
        self._insist_on_writing()
        with translated(self.place), self.engine.execution_options(writes=True).begin() as connection:
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
        self._insist_on_writing()
        with translated(self.place):
            borrowed = self._borrow()
            try:
                self._driver.begin_writing(borrowed.cursor(), stream)
                self._turn.connection = borrowed
                yield
                if self._turn.connection is not None:
                    borrowed.rollback()
            except BaseException as error:
                self._turn.connection = None
                self._undo(borrowed, error)
                raise
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
            cursor = borrowed.cursor()
            try:
                yield cursor
                if not self.path:
                    # SQLite begins no transaction for a single statement.
                    borrowed.rollback()
            except BaseException as error:
                # A statement whose rows were not all fetched would show the connection the book as it was then.
                cursor.close()
                self._undo(borrowed, error)
                raise
            self._give_back(borrowed)

    @contextmanager
    def writing_directly(self, stream: str) -> Iterator[Any]:
        """A writing transaction on a cursor of the driver, for the one path that must be fast.

        Uses and ends the transaction of `turn` if this thread has begun one.
        """
        own = getattr(self._turn, "connection", None)
        if own is not None:
            try:
                yield own.cursor()
                own.commit()
            except BaseException:
                # Whoever asks why reads the book as it stands, not a transaction that has failed.
                own.rollback()
                raise
            finally:
                self._turn.connection = None
            return
        self._insist_on_writing()
        with translated(self.place):
            borrowed = self._borrow()
            try:
                cursor = borrowed.cursor()
                self._driver.begin_writing(cursor, stream)
                yield cursor
                borrowed.commit()
            except BaseException as error:
                self._undo(borrowed, error)
                raise
            self._give_back(borrowed)

    def also_writing(self, cursor: Any, stream: str) -> None:
        """Waits, in a writing transaction, until no other transaction writes to a second stream of the club.

        The stream of a night is always taken before the stream of its club, so that two writers never wait for each other.
        """
        if not self.path:
            self._driver.begin_writing(cursor, stream)

    def connect(self) -> Any:
        """A connection of its own, which the caller closes: for one who watches the book."""
        with translated(self.place):
            return self._driver.connect()

    def _insist_on_writing(self) -> None:
        if self.refuses:
            raise self.refuses(self.place)

    def _borrow(self) -> Any:
        while True:
            try:
                connection, used_at = self._kept.pop()
            except IndexError:
                return self._driver.connect()
            if self._driver.is_alive(connection, time.monotonic() - used_at):
                return connection
            connection.close()

    def _undo(self, borrowed: Any, error: BaseException) -> None:
        """Ends the transaction without recording anything. A connection that may be broken is not used again."""
        if self._driver.is_lost_after(error):
            borrowed.close()
            return
        borrowed.rollback()
        self._give_back(borrowed)

    def _give_back(self, borrowed: Any) -> None:
        self._kept.append((borrowed, time.monotonic()))

    def close(self) -> None:
        """Closes every idle connection."""
        while self._kept:
            self._kept.pop()[0].close()
        if "engine" in self.__dict__:
            self.engine.dispose()
        self._driver.close()
