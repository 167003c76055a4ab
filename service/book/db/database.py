"""The open database of one book: its connections, its transactions, and who writes to which stream.

A transaction is either for reading or for writing. On SQLite a writing one takes the lock at its start: a deferred
transaction that reads first and writes later loses to its neighbour, and the default one loses updates silently.
What one act needs goes through the driver (`rows`, `writing_directly`); wide queries, verification and
migrations go through SQLAlchemy (`reading`, `writing`), which is imported when it is first used.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from service.book.db.failures import is_lost, translated
from service.book.db.retrying import until_answered
from service.book.db.sqlite import BUSY_SECONDS, File
from service.config import PLAIN, POSTGRESQL, ServerOptions, file_of
from service.errors import BookError, BookLocked, NoAnswer

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine


class Driver(Protocol):
    """How connections to a book are made and kept; `mark` stands for a value in a statement.

    A connection that was borrowed is given back in any case: after `undo`, if something went wrong.
    """

    @property
    def dialect(self) -> Literal["sqlite", "postgresql"]: ...
    @property
    def mark(self) -> str: ...
    @property
    def place(self) -> str: ...
    @property
    def path(self) -> Path | None: ...
    @property
    def options(self) -> ServerOptions: ...
    @property
    def losses(self) -> int: ...
    @property
    def refuses(self) -> type[BookError] | None: ...
    @property
    def turn_in_a_statement(self) -> str: ...

    def connect(self) -> Any: ...
    def borrow(self) -> Any: ...
    def borrow_widely(self) -> Any: ...
    def give_back(self, connection: Any) -> None: ...
    def in_few_messages(self, connection: Any) -> AbstractContextManager[Any]: ...
    def begin_writing(self, cursor: Any, stream: str) -> None: ...
    def begin_widely(self, cursor: Any) -> None: ...
    def also_writing(self, cursor: Any, stream: str) -> None: ...
    def commit(self, connection: Any) -> None: ...
    def undo(self, connection: Any, error: BaseException) -> None: ...
    def close(self) -> None: ...


class Database:
    """The open database of one book. `place` names it to people and never holds a password.

    `refuses` is the refusal to raise on a write if the book can only be read. `turn_in_a_statement` is the SELECT by which a
    statement waits for the turn of a stream, its one value; empty if the book is a file.
    """

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self.options = driver.options
        self.place = driver.place
        self.path = driver.path
        self.refuses = driver.refuses
        self.dialect = driver.dialect
        self.turn_in_a_statement = driver.turn_in_a_statement
        # Who writes to which stream in this process, and how many are waiting.
        self._queues: dict[str, tuple[threading.RLock, int]] = {}
        self._queues_lock = threading.Lock()
        # The transactions of this thread: one begun before it knows what to write, one that reads the book as it is at one moment.
        self._turn = threading.local()

    @classmethod
    def open(cls, url: str, options: ServerOptions = PLAIN) -> Database:
        """Opens the database at a URL of `Settings.database_url`. Makes a missing file, which is empty.

        `options` are for a server.
        """
        if file := file_of(url):
            return cls(File(file))
        assert url.startswith(POSTGRESQL), "Only what load_settings lets through is opened."
        # Imported here because a book in a file needs no driver for a server.
        from service.book.db.postgresql import Server

        return cls(Server(url, options))

    def statement(self, sql: str) -> str:
        """The statement, written with ? for its values, as the driver takes it."""
        return sql if self._driver.mark == "?" else sql.replace("?", self._driver.mark)

    @property
    def losses(self) -> int:
        """How often the server was lost. What was read before may have been lost with it: another may have taken its place."""
        return self._driver.losses

    @cached_property
    def engine(self) -> Engine:
        """The same database for SQLAlchemy, made when it is first needed."""
        # Imported here because what one line needs goes through the driver, and SQLAlchemy takes long to import.
        from service.book.db.engine import engine_of

        return engine_of(self._driver)

    @contextmanager
    def at_one_moment(self) -> Iterator[None]:
        """Whatever this thread reads in the block, it reads as the book is when the block begins; it writes nothing there.

        Without it, two statements see two moments, and an act that is recorded between them looks like a fault.
        """
        with self.reading() as connection:
            if self.dialect == "sqlite":
                # The moment is that of the first statement that reads.
                connection.exec_driver_sql("SELECT count(*) FROM sqlite_master")
            else:
                connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            self._turn.moment = connection
            try:
                yield
            finally:
                self._turn.moment = None

    @contextmanager
    def beside_the_moment(self) -> Iterator[None]:
        """What this thread does in the block is done to the book of now: how far a long reading has come is written down."""
        moment, self._turn.moment = self._moment, None
        try:
            yield
        finally:
            self._turn.moment = moment

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One transaction that reads. Its beginning is asked again for some seconds if the server is lost; the block is not."""
        moment = self._moment
        if moment is not None:
            with translated(self.place), self._part_of(moment):
                yield moment
            return
        with translated(self.place), ExitStack() as stack:
            if not self.path:
                yield until_answered(lambda: stack.enter_context(self._begun()), is_repeatable=True)
            else:
                yield stack.enter_context(self.engine.begin())

    def _part_of(self, moment: Connection) -> AbstractContextManager[Any]:
        """A part of a transaction that reads: on a server, a statement that fails would end the whole."""
        return nullcontext() if self.dialect == "sqlite" else moment.begin_nested()

    @contextmanager
    def _begun(self) -> Iterator[Connection]:
        """A transaction whose server has answered: a connection may have been lost since it was used last."""
        with translated(self.place), self.engine.begin() as connection:
            # Unlike a SELECT, this leaves it to the block to say what its transaction is like.
            connection.exec_driver_sql("SHOW transaction_isolation")
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
        with self._borrowed() as borrowed:
            with self._driver.in_few_messages(borrowed):
                self._driver.begin_writing(borrowed.cursor(), stream)
            self._turn.connection = borrowed
            try:
                yield
                if self._turn.connection is not None:
                    borrowed.rollback()
            finally:
                self._turn.connection = None

    def rows(
        self, statement: str, values: Sequence[Any] = (), *, read: Callable[[Any], Any] | None = None
    ) -> list[Any]:
        """The rows that one statement of the driver finds, each as `read` reads it; for the reads before every act.

        It is asked again for some seconds if the server is lost, but not in a transaction of this thread, which is lost too.
        """

        def ask() -> list[Any]:
            with self.reading_directly() as cursor:
                cursor.execute(statement, values)
                found = cursor.fetchall()
                return list(map(read, found) if read else found)

        if self.path or self._own is not None or self._moment is not None:
            return ask()
        return until_answered(ask, is_repeatable=True)

    @contextmanager
    def reading_directly(self) -> Iterator[Any]:
        """A cursor of the driver for statements whose rows are all fetched."""
        own = self._own
        if own is not None:
            yield own.cursor()
            return
        if self._moment is not None:
            with self.reading() as connection:
                yield connection.connection.cursor()
            return
        with self._borrowed() as borrowed:
            cursor = borrowed.cursor()
            try:
                yield cursor
            except BaseException:
                # A statement whose rows were not all fetched would show the connection the book as it was then.
                cursor.close()
                raise

    @contextmanager
    def writing_directly(self, stream: str, *, in_few_messages: bool = False) -> Iterator[Any]:
        """A writing transaction on a cursor of the driver, for the one path that must be fast.

        Uses and ends the transaction of `turn` if this thread has begun one. `in_few_messages`: a server is told statements
        together; the block reads no number of rows, and what one of them fails with is raised by a later one or at the end.
        """
        own = getattr(self._turn, "connection", None)
        if own is not None:
            try:
                with self._committed(own, in_few_messages=in_few_messages):
                    yield own.cursor()
            except BaseException as error:
                # Whoever asks why reads the book as it stands, not a transaction that has failed.
                self._driver.undo(own, error)
                raise
            finally:
                self._turn.connection = None
            return
        self._insist_on_writing()
        with self._borrowed() as borrowed, self._committed(borrowed, in_few_messages=in_few_messages):
            cursor = borrowed.cursor()
            self._driver.begin_writing(cursor, stream)
            self._turn.writing = borrowed
            try:
                yield cursor
            finally:
                self._turn.writing = None

    @property
    def takes_one_message(self) -> bool:
        """True if `written_at_once` can be used: by a server, for a thread that has begun no transaction."""
        return bool(self.turn_in_a_statement) and self._own is None

    def written_at_once(self, statement: str, values: Sequence[Any]) -> int:
        """The number of rows that one statement of the driver wrote, in a transaction of its own.

        Refuses to guess whether it wrote them if no answer comes (NoAnswer): it is sent, and committed, in one message.
        """
        self._insist_on_writing()
        with self._borrowed() as borrowed:
            try:
                return int(borrowed.cursor().execute(statement, values).rowcount)
            except Exception as error:
                if is_lost(error):
                    raise NoAnswer(self.place) from error
                raise

    @property
    def _own(self) -> Any:
        """The connection in which this thread writes, None if it writes nothing.

        It reads there too: if whoever holds a turn needed a second connection, those who wait for the turn could have them all.
        """
        return getattr(self._turn, "connection", None) or getattr(self._turn, "writing", None)

    @property
    def _moment(self) -> Connection | None:
        """The transaction in which this thread reads the book as it is at one moment; None if it does not."""
        return getattr(self._turn, "moment", None)

    @contextmanager
    def _borrowed(self) -> Iterator[Any]:
        """A connection of the driver. If the block raises, nothing of its transaction is recorded."""
        with translated(self.place):
            borrowed = self._driver.borrow()
            try:
                yield borrowed
            except BaseException as error:
                self._driver.undo(borrowed, error)
                raise
            finally:
                self._driver.give_back(borrowed)

    @contextmanager
    def _committed(self, connection: Any, *, in_few_messages: bool) -> Iterator[None]:
        """Records at the end what the block writes. Refuses to guess whether it did if no answer comes (NoAnswer)."""
        committing = False
        try:
            with self._driver.in_few_messages(connection) if in_few_messages else nullcontext():
                yield
                committing = True
                self._driver.commit(connection)
        except Exception as error:
            if committing and is_lost(error):
                raise NoAnswer(self.place) from error
            raise

    def also_writing(self, cursor: Any, stream: str) -> None:
        """Waits, in a writing transaction, until no other transaction writes to a second stream of the club.

        The stream of a night is always taken before the stream of its club, so that two writers never wait for each other.
        """
        self._driver.also_writing(cursor, stream)

    def connect(self) -> Any:
        """A connection of its own, which the caller closes: for one who watches the book."""
        with translated(self.place):
            return self._driver.connect()

    def _insist_on_writing(self) -> None:
        assert self._moment is None, "Who reads the book as it is at one moment writes nothing."
        if self.refuses:
            raise self.refuses(self.place)

    def close(self) -> None:
        """Closes every idle connection."""
        if "engine" in self.__dict__:
            self.engine.dispose()
        self._driver.close()
