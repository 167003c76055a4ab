"""The open database of one book: its transactions, who writes to which stream, and how a server is asked again that was lost.

Every statement is one of SQLAlchemy Core, on both databases. A transaction is either for reading or for writing. On SQLite a
writing one takes the lock at its start: a deferred transaction that reads first and writes later loses to its neighbour,
and the default one loses updates silently.

SQLAlchemy raises an error of its own that holds that of the driver; what that means for the book, the file and the server say.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from typing import Any, Literal, TypeVar

from sqlalchemy import Connection, Executable, exc, func, select, table

from engine.speech import phrase
from service.book.db import file, server
from service.book.db.file import BUSY_SECONDS, KeptAsBytes
from service.config import PLAIN, POSTGRESQL, ServerOptions, file_of
from service.errors import BookBusy, BookDamaged, BookError, BookLocked, BookUnreachable, NoAnswer

# Options of a connection to a server; a file needs none.
NO_OPTIONS: Mapping[str, Any] = {}
_WITHOUT_TRANSACTION = {"isolation_level": "AUTOCOMMIT"}
_ONE_MOMENT = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}

_ANY_TABLE = select(func.count()).select_from(table("sqlite_master"))

# Whoever asked still waits; the client repeats what takes longer.
TRY_SECONDS = 3.0
FIRST_PAUSE_SECONDS = 0.05
LONGEST_PAUSE_SECONDS = 0.5

Answer = TypeVar("Answer")
# Whether this thread is asking.
_asking = threading.local()


class Database:
    """The database at a URL of `Settings.database_url`, open; `options` are for a server. A file that is missing is made, empty.

    `place` names it to people and never holds a password; `path` is that of a file.

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
            with translated(self.place):
                self.engine, self.refuses, self._copy = file.opened(self.path)
        else:
            assert url.startswith(POSTGRESQL), "Only what load_settings lets through is opened."
            self.engine, self.place = server.opened(url, options, self._note_a_loss)
        # Who writes to which stream in this process, and how many are waiting.
        self._queues: dict[str, tuple[threading.RLock, int]] = {}
        self._queues_lock = threading.Lock()
        # The transactions of this thread: the one in which it writes, and the one that reads the book as it is at one moment.
        self._own = threading.local()

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
            except exc.TimeoutError as none_free:
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


class translated:  # noqa: N801
    """Raises the book's own error for a failure of the database or the disk; other errors pass unchanged."""

    __slots__ = ("_place",)

    def __init__(self, place: str) -> None:
        self._place = place

    def __enter__(self) -> None:
        """Everything before went well."""

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if isinstance(error, Exception) and (refusal := _refusal(error, self._place)):
            raise refusal from error


def _refusal(error: Exception, place: str) -> BookError | None:
    if isinstance(error, exc.NoSuchTableError):
        return BookDamaged(place, f"no such table: {error}")
    cause: Any = error.orig if isinstance(error, exc.DBAPIError) else error
    if isinstance(cause, KeptAsBytes):
        return BookDamaged(
            place, phrase("a name in it is kept as bytes, not as text; `chipbook verify --all` says whose")
        )
    if isinstance(cause, UnicodeDecodeError):
        return BookDamaged(place, phrase("a text in it is not UTF-8"))
    if isinstance(cause, sqlite3.Error):
        return file.refusal_of(cause, place)
    if hasattr(cause, "sqlstate"):
        if (code := server.code_of(cause)) is not None:
            return server.refusal_of(cause, code, place)
        # The driver itself gave up: no server, no answer, or a broken connection.
        return BookUnreachable(place, server.reason_of(cause)) if isinstance(error, exc.OperationalError) else None
    if isinstance(cause, OSError):
        return file.refusal_of_the_disk(cause, place)
    return None


def is_lost(error: BaseException | None) -> bool:
    """True if SQLAlchemy says that there is no connection to a server, or that it ends or does not take any yet."""
    if not isinstance(error, exc.OperationalError) or isinstance(error.orig, sqlite3.Error):
        return False
    return server.ends_the_connection(server.code_of(error.orig))


def until_answered(ask: Callable[[], Answer], *, is_repeatable: bool) -> Answer:
    """The answer of the book, asked again while its server is lost, as during a restart or a failover.

    An act without a key is repeated only if it is certain that nothing was recorded; one that `is_repeatable` always, because
    it finds its own answer.
    """
    if getattr(_asking, "already", False):
        # Whoever asks for the whole asks again for its parts.
        return ask()
    pause, give_up_at = FIRST_PAUSE_SECONDS, 0.0
    while True:
        _asking.already = True
        try:
            return ask()
        except (BookUnreachable, NoAnswer) as refusal:
            if not _may_ask_again(refusal, is_repeatable=is_repeatable):
                raise
            give_up_at = give_up_at or time.monotonic() + TRY_SECONDS
            if time.monotonic() + pause > give_up_at:
                raise
        finally:
            _asking.already = False
        time.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE_SECONDS)


def _may_ask_again(refusal: BookError, *, is_repeatable: bool) -> bool:
    return is_repeatable if isinstance(refusal, NoAnswer) else is_lost(refusal.__cause__)
