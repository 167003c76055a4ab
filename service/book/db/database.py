"""The open database of one book: its transactions, and who writes to which stream.

Every statement is one of SQLAlchemy Core, on both databases. A transaction is either for reading or for writing. On SQLite a
writing one takes the lock at its start: a deferred transaction that reads first and writes later loses to its neighbour,
and the default one loses updates silently.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from typing import Any, Literal

from sqlalchemy import Connection, Executable, func, select, table
from sqlalchemy.exc import TimeoutError as NoneFree

from service.book.db import file, server
from service.book.db.failures import is_lost, translated, until_answered
from service.book.db.file import BUSY_SECONDS
from service.config import PLAIN, POSTGRESQL, ServerOptions, file_of
from service.errors import BookBusy, BookError, BookLocked, NoAnswer

# Options of a connection to a server; a file needs none.
NO_OPTIONS: Mapping[str, Any] = {}
_WITHOUT_TRANSACTION = {"isolation_level": "AUTOCOMMIT"}
_ONE_MOMENT = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}

_ANY_TABLE = select(func.count()).select_from(table("sqlite_master"))


class Database:
    """The open database of one book. `place` names it to people and never holds a password; `path` is that of a file.

    `refuses` is the refusal to raise on a write if the book can only be read. `losses`: how often the server was lost; what was
    read before may have been lost with it, because another may have taken its place.
    """

    def __init__(self, url: str, options: ServerOptions = PLAIN) -> None:
        self.options = options
        self.path = file_of(url)
        self.losses = 0
        self.refuses: type[BookError] | None = None
        self.dialect: Literal["sqlite", "postgresql"] = "sqlite" if self.path else "postgresql"
        self._copy = None
        if self.path:
            self.place = str(self.path)
            self.engine, self.refuses, self._copy = file.opened(self.path)
        else:
            assert url.startswith(POSTGRESQL), "Only what load_settings lets through is opened."
            self.engine, self.place = server.opened(url, options, self._note_a_loss)
        # Who writes to which stream in this process, and how many are waiting.
        self._queues: dict[str, tuple[threading.RLock, int]] = {}
        self._queues_lock = threading.Lock()
        # The transactions of this thread: the one in which it writes, and the one that reads the book as it is at one moment.
        self._own = threading.local()

    @classmethod
    def open(cls, url: str, options: ServerOptions = PLAIN) -> Database:
        """Opens the database at a URL of `Settings.database_url`. Makes a missing file, which is empty.

        `options` are for a server.
        """
        return cls(url, options)

    def _note_a_loss(self) -> None:
        self.losses += 1

    @contextmanager
    def at_one_moment(self) -> Iterator[Connection]:
        """Whatever this thread reads in the block, it reads as the book is when the block begins; it writes nothing there.

        Without it, two statements see two moments, and an act that is recorded between them looks like a fault.
        """
        with translated(self.place), self._connected(_ONE_MOMENT) as connection:
            if self.path:
                # The moment is that of the first statement that reads.
                connection.execute(_ANY_TABLE)
            self._own.moment = connection
            try:
                yield connection
            finally:
                self._own.moment = None

    @contextmanager
    def beside_the_moment(self) -> Iterator[None]:
        """What this thread does in the block is done to the book of now: how far a long reading has come is written down."""
        moment, self._own.moment = self._moment, None
        try:
            yield
        finally:
            self._own.moment = moment

    @contextmanager
    def reading(self, *, whole: bool = False) -> Iterator[Connection]:
        """A connection for statements that read, in one transaction if the book is a file.

        `whole`: on a server too, as rows need that are fetched little by little. The beginning is asked again for some seconds
        if the server is lost; the block is not.
        """
        with translated(self.place), ExitStack() as stack:
            if (own := self._writing) is not None:
                yield own
            elif (moment := self._moment) is not None:
                # On a server, a statement that fails would end the whole transaction.
                stack.enter_context(nullcontext() if self.path else moment.begin_nested())
                yield moment
            else:
                yield stack.enter_context(self._connected(NO_OPTIONS if whole else _WITHOUT_TRANSACTION))

    def rows(self, query: Executable, values: dict[str, Any] | None = None) -> Sequence[Any]:
        """The rows that one statement finds. It is asked again for some seconds if the server is lost.

        In a transaction of this thread it is not, because that is lost too.
        """

        def ask() -> Sequence[Any]:
            with self.reading() as connection:
                return connection.execute(query, values).all()

        if self.path or self._writing is not None or self._moment is not None:
            return ask()
        return until_answered(ask, is_repeatable=True)

    @contextmanager
    def writing(self, stream: str = "") -> Iterator[Connection]:
        """One transaction, in the turn of a stream if one is named: all of it is recorded when the block ends, or nothing.

        Uses and ends the transaction of `turn` if this thread has begun one. Refuses to guess whether everything was recorded
        if no answer comes (NoAnswer).
        """
        own = self._writing
        if own is not None:
            with translated(self.place), self._committed(own):
                yield own
            return
        with self._begun(stream) as connection, self._committed(connection):
            yield connection

    @contextmanager
    def turn(self, stream: str) -> Iterator[None]:
        """Keeps all others from writing to the stream until this thread has appended to it, or the block ends."""
        with self._begun(stream):
            yield

    @contextmanager
    def _begun(self, stream: str) -> Iterator[Connection]:
        """A transaction that writes, in which this thread reads too, and which nothing has recorded at the end of the block.

        If whoever holds a turn needed a second connection, those who wait for the turn could have them all.
        """
        assert self._moment is None, "Who reads the book as it is at one moment writes nothing."
        if self.refuses:
            raise self.refuses(self.place)
        with translated(self.place), self._connected(NO_OPTIONS, begins="BEGIN IMMEDIATE") as connection:
            if not self.path:
                server.begin_writing(connection, self.options, stream)
            self._own.writing = connection
            try:
                yield connection
            finally:
                self._own.writing = None

    @contextmanager
    def _committed(self, connection: Connection) -> Iterator[None]:
        """Records at the end what the block writes. Afterwards this thread reads the book as it stands."""
        committing = False
        try:
            yield
            committing = True
            connection.commit()
        except BaseException as error:
            connection.rollback()
            if committing and is_lost(error):
                raise NoAnswer(self.place) from error
            raise
        finally:
            self._own.writing = None

    @contextmanager
    def _connected(self, options: Mapping[str, Any], *, begins: str = "BEGIN") -> Iterator[Connection]:
        """A connection whose server has answered: it may have been lost since it was used last. What is not committed is undone.

        In a file, a transaction has begun: its driver begins none by itself.
        """
        if self.path:
            with self.connect() as connection:
                connection.begin()
                driver: Any = connection.connection.driver_connection
                driver.execute(begins)
                yield connection
            return
        with ExitStack() as stack:
            yield until_answered(lambda: stack.enter_context(self.connect(options)), is_repeatable=True)

    @contextmanager
    def connect(self, options: Mapping[str, Any] = NO_OPTIONS) -> Iterator[Connection]:
        """A connection of its own, as for one who watches the book. Refuses one more than the settings allow (BookBusy).

        `options` are for a server.
        """
        with translated(self.place):
            try:
                connection = self.engine.connect()
            except NoneFree as none_free:
                raise BookBusy(self.place, self.options.connections_max) from none_free
            with connection:
                yield connection if self.path else connection.execution_options(**options)

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

    @property
    def _writing(self) -> Connection | None:
        """The connection in which this thread writes, None if it writes nothing."""
        return getattr(self._own, "writing", None)

    @property
    def _moment(self) -> Connection | None:
        """The connection by which this thread reads the book as it is at one moment; None if it does not."""
        return getattr(self._own, "moment", None)

    def close(self) -> None:
        """Closes every connection that nobody uses."""
        self.engine.dispose()
        if self._copy:
            self._copy.cleanup()


def also_writing(connection: Connection, stream: str) -> None:
    """Waits, in a writing transaction, until no other transaction writes to this stream too.

    The stream of a night is always taken before the stream of its club, so that two writers never wait for each other. On
    SQLite there is nothing more to wait for: the lock is that of the whole file.
    """
    if connection.dialect.name == "postgresql":
        server.wait_for_the_turn(connection, stream)
