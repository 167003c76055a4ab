"""A book on a PostgreSQL server: how connections to it are made, how a transaction that writes begins, and what its errors mean.

Nothing here outlasts a transaction, so that a pooler between the program and the server may give each to another connection.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from functools import cache
from itertools import zip_longest
from selectors import EVENT_READ, DefaultSelector
from time import monotonic
from typing import Any

from sqlalchemy import (
    Connection,
    Engine,
    ExceptionContext,
    Select,
    Text,
    bindparam,
    create_engine,
    event,
    func,
    select,
    true,
)
from sqlalchemy.exc import InvalidatePoolError
from sqlalchemy.pool import ConnectionPoolEntry
from sqlmodel import SQLModel

from engine.speech import phrase
from service.book.db.file import BUSY_SECONDS
from service.config import Commit, ServerOptions
from service.errors import BookDamaged, BookError, BookLocked, BookReadOnly, BookUnreachable, DiskFull
from service.errors.extras import POSTGRES, insist_on

# How long a connection may live before it is closed.
LIFE_SECONDS = 3600
# How often a connection is sent the same statement before the server keeps it ready.
PREPARED_AFTER = 5
# How long a connection may rest and be used again without a question.
TRUSTED_SECONDS = 5

_SCHEME = "postgresql+psycopg://"

# The meaning of the error codes of PostgreSQL: five characters, or the two of a whole class.
_READ_ONLY = "25006"
_SAYS_ALL: Mapping[str, type[BookError]] = {
    "53100": DiskFull,
    "55P03": BookLocked,  # lock_timeout
    "57014": BookLocked,  # statement_timeout
    "40001": BookLocked,  # serialization failure
    "40P01": BookLocked,  # deadlock
    _READ_ONLY: BookReadOnly,
}
_NEEDS_REASON: Mapping[str, type[BookError]] = {
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
_CONNECTION = "08"
_NO_SUCH_TABLE = "42P01"
# The server is being stopped, has crashed, or does not take connections yet.
_ENDS = frozenset({"57P01", "57P02", "57P03"})
# How the driver tells, below the reason of the last one, why each of several servers could not be reached.
_OF_EACH = "\nMultiple connection attempts failed. All failures were:\n"
_OF_ONE = re.compile(
    r"^- host: '?(?P<host>.*?)'?, port: '?(?P<port>.*?)'?, hostaddr: .*?: (?P<reason>.*)$", re.MULTILINE
)

# What the server says is told by whoever asked for a connection.
logging.getLogger("psycopg").setLevel(logging.ERROR)


def opened(url: str, options: ServerOptions, lost: Callable[[], None]) -> tuple[Engine, str]:
    """The engine of a book on a server, and the name of its place, which never holds a password.

    A connection is tried before it is used again if it rested for some seconds, or if its server sent something meanwhile:
    it may have ended it. Behind a pooler, which stays when a server is lost, it is always tried. `lost` is called when one
    turns out to be broken.
    Refuses to open one without the driver (LibraryMissing).
    """
    insist_on(POSTGRES)
    engine = create_engine(
        _SCHEME,
        pool_size=options.connections_max,
        max_overflow=0,
        pool_timeout=BUSY_SECONDS,
        pool_recycle=LIFE_SECONDS,
        pool_use_lifo=True,
        # What SQLAlchemy would ask each new connection about, this program does not use.
        use_native_hstore=False,
    )
    # Loaded by SQLAlchemy, so that a book in a file waits for no driver of a server.
    psycopg: Any = engine.dialect.dbapi
    url = "postgresql://" + url.removeprefix(_SCHEME)
    try:
        parts = psycopg.conninfo.conninfo_to_dict(url)
    except psycopg.Error as error:
        raise BookUnreachable(phrase("a server"), phrase("its URL cannot be read")) from error
    # A pooler gives each transaction to another connection, which knows no statement of an earlier one.
    prepared_after = PREPARED_AFTER if options.pooler == "none" else None

    def connect(*_: object) -> Any:
        # The driver reads the URL itself, with all servers that it names.
        return psycopg.connect(url, connect_timeout=BUSY_SECONDS, prepare_threshold=prepared_after)

    def note(context: ExceptionContext) -> None:
        if code_of(context.original_exception) == _READ_ONLY:
            # A server that only reads now may have another beside it that writes.
            context.is_disconnect = True
        if context.is_disconnect:
            lost()

    trusted_seconds = TRUSTED_SECONDS if options.pooler == "none" else 0

    def given_back(_: object, record: ConnectionPoolEntry) -> None:
        record.info["rests_since"] = monotonic()

    def taken(connection: Any, record: ConnectionPoolEntry, _: object) -> None:
        # A new one never rested.
        rested = monotonic() - record.info.get("rests_since", monotonic())
        if rested <= trusted_seconds and not _is_sent_something(connection):
            return
        try:
            engine.dialect.do_ping(connection)
        except psycopg.Error as error:
            lost()
            raise InvalidatePoolError from error

    event.listen(engine, "do_connect", connect)
    event.listen(engine, "checkin", given_back)
    event.listen(engine, "checkout", taken)
    event.listen(engine, "handle_error", note)
    return engine, f"{_hosts(parts)}/{parts.get('dbname') or ''}"


def _is_sent_something(connection: Any) -> bool:
    """Whether something arrived that nobody asked for, as the end of a connection does."""
    with DefaultSelector() as arriving:
        arriving.register(connection, EVENT_READ)
        return bool(arriving.select(timeout=0))


# Writers of one stream wait for one another across processes.
_TURN = func.pg_advisory_xact_lock(func.hashtextextended(bindparam("stream", type_=Text), 0))
_WAIT = select(_TURN)


def begin_writing(connection: Connection, options: ServerOptions, stream: str) -> None:
    """Sets the limits of a transaction that has begun, then waits until no other one writes to the stream, if one is named."""
    limits, limits_and_turn = _beginnings(options.commit)
    if stream:
        connection.execute(limits_and_turn, {"stream": stream})
    else:
        connection.execute(limits)


def wait_for_the_turn(connection: Connection, stream: str) -> None:
    """Waits, in a transaction that writes, until no other one writes to the stream."""
    connection.execute(_WAIT, {"stream": stream})


@cache
def _beginnings(commit: Commit) -> tuple[Select[Any], Select[Any]]:
    """Sets how long a writer waits for others, and what a commit waits for if the server does not say that itself.

    The second also waits for the turn of a stream.
    """
    limits = {"lock_timeout": str(int(BUSY_SECONDS * 1000))}
    if commit != "server":
        limits["synchronous_commit"] = commit
    beginning = select(*(func.set_config(name, value, true()).label(name) for name, value in limits.items()))
    return beginning, beginning.add_columns(_TURN)


def _hosts(parts: Mapping[str, Any]) -> str:
    """The servers of a URL, each with its port if that is named."""
    hosts, ports = str(parts.get("host") or "the local server").split(","), str(parts.get("port") or "").split(",")
    # One port may be that of all of them.
    each = ports * len(hosts) if len(ports) == 1 else ports
    return ",".join(f"{host}:{port}" if port else host for host, port in zip_longest(hosts, each, fillvalue=""))


def code_of(error: BaseException | None) -> str | None:
    """The code of an error of the driver; None if there is none, as where the connection broke."""
    return getattr(error, "sqlstate", None)


def ends_the_connection(code: str | None) -> bool:
    """Whether an error with this code says that there is no connection, or that the server ends or takes none yet."""
    return code is None or code[:2] == _CONNECTION or code in _ENDS


def refusal_of(error: BaseException, code: str, place: str) -> BookError | None:
    """What an error with a code means for the book; None of one that is a mistake in the program."""
    reason = reason_of(error)
    # A table that is not there has been removed since the book was opened. Any other name is a mistake in the program.
    if code == _NO_SUCH_TABLE and SQLModel.metadata.tables.keys() & reason.split('"'):
        return BookDamaged(place, reason)
    # The first two characters are the class of the error.
    for part in (code, code[:2]):
        if part in _SAYS_ALL:
            return _SAYS_ALL[part](place)
        if part in _NEEDS_REASON:
            return _NEEDS_REASON[part](place, reason)
    return None


def reason_of(error: BaseException) -> str:
    """The reason that the driver gives, on one line: of several servers the reason of each, with its place."""
    last, _, each = str(error).partition(_OF_EACH)
    if not each:
        return (last.splitlines() or ["no reason given"])[0].rstrip(".")
    texts = []
    for one in _OF_ONE.finditer(each):
        reason = one["reason"].removeprefix("connection failed: ").rstrip(".")
        texts.append(reason if "connection to server" in reason else f"{one['host']}:{one['port']}: {reason}")
    return "; ".join(dict.fromkeys(texts))
