"""What an error of a driver or of the disk means for the book, and how a server is asked again that was lost.

SQLAlchemy raises an error of its own that holds that of the driver. An error of PostgreSQL is known by its code, because a
book in a file loads no driver of a server.
"""

from __future__ import annotations

import errno
import re
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from sqlalchemy import exc
from sqlmodel import SQLModel

from engine.speech import phrase
from service.errors import BookDamaged, BookError, BookLocked, BookReadOnly, BookUnreachable, DiskFull, NoAnswer
from service.errors.system import reason_of

READ_ONLY = "25006"
# The meaning of the error codes of SQLite (numbers) and PostgreSQL (five characters, or the two of a whole class).
_SAYS_ALL: Mapping[int | str, type[BookError]] = {
    sqlite3.SQLITE_FULL: DiskFull,
    sqlite3.SQLITE_BUSY: BookLocked,
    sqlite3.SQLITE_LOCKED: BookLocked,
    sqlite3.SQLITE_READONLY: BookReadOnly,
    "53100": DiskFull,
    "55P03": BookLocked,  # lock_timeout
    "57014": BookLocked,  # statement_timeout
    "40001": BookLocked,  # serialization failure
    "40P01": BookLocked,  # deadlock
    READ_ONLY: BookReadOnly,
}
_NEEDS_REASON: Mapping[int | str, type[BookError]] = {
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
_CONNECTION = "08"
_NO_SUCH_TABLE = "42P01"
# How the driver tells, below the reason of the last one, why each of several servers could not be reached.
_OF_EACH = "\nMultiple connection attempts failed. All failures were:\n"
_OF_ONE = re.compile(
    r"^- host: '?(?P<host>.*?)'?, port: '?(?P<port>.*?)'?, hostaddr: .*?: (?P<reason>.*)$", re.MULTILINE
)
# The server is being stopped, has crashed, or does not take connections yet.
_ENDS = frozenset({"57P01", "57P02", "57P03"})
# The low byte of an error code of SQLite is the error; the rest gives more detail.
_SQLITE_ERROR = 0xFF


class KeptAsBytes(ValueError):
    """The book holds bytes in the place of a text."""


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


def is_lost(error: BaseException | None) -> bool:
    """True if SQLAlchemy says that there is no connection to a server, or that it ends or does not take any yet."""
    if not isinstance(error, exc.OperationalError) or isinstance(error.orig, sqlite3.Error):
        return False
    code = code_of(error.orig)
    return code is None or code[:2] == _CONNECTION or code in _ENDS


def code_of(error: BaseException | None) -> str | None:
    """The code of an error of the driver of PostgreSQL; None if there is none, as where the connection broke."""
    return getattr(error, "sqlstate", None)


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
        return _sqlite_refusal(cause, place)
    if hasattr(cause, "sqlstate"):
        reason = _reason(str(cause))
        if cause.sqlstate is None:
            # The driver itself gave up: no server, no answer, or a broken connection.
            return BookUnreachable(place, reason) if isinstance(error, exc.OperationalError) else None
        return _postgresql_refusal(cause.sqlstate, place, reason)
    if isinstance(cause, OSError):
        return _file_refusal(cause, place)
    return None


def _sqlite_refusal(error: sqlite3.Error, place: str) -> BookError | None:
    # SQLite gives no code for these two.
    if "Could not decode to UTF-8" in str(error):
        return BookDamaged(place, phrase("a text in it is not UTF-8"))
    if str(error).startswith(("no such table", "no such column")):
        # The schema was brought up to date when the book was opened: something has been removed from it since.
        return BookDamaged(place, str(error))
    return _named(getattr(error, "sqlite_errorcode", 0) & _SQLITE_ERROR, place, str(error))


def _postgresql_refusal(code: str, place: str, reason: str) -> BookError | None:
    # A table that is not there has been removed since the book was opened. Any other name is a mistake in the program.
    if code == _NO_SUCH_TABLE and SQLModel.metadata.tables.keys() & reason.split('"'):
        return BookDamaged(place, reason)
    # The first two characters are the class of the error.
    return _named(code, place, reason) or _named(code[:2], place, reason)


def _reason(text: str) -> str:
    """The reason that the driver gives, on one line: of several servers the reason of each, with its place."""
    last, _, each = text.partition(_OF_EACH)
    if not each:
        return (last.splitlines() or ["no reason given"])[0].rstrip(".")
    texts = []
    for one in _OF_ONE.finditer(each):
        reason = one["reason"].removeprefix("connection failed: ").rstrip(".")
        texts.append(reason if "connection to server" in reason else f"{one['host']}:{one['port']}: {reason}")
    return "; ".join(dict.fromkeys(texts))


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
    return BookUnreachable(place, reason_of(error))


# Whoever asked still waits; the client repeats what takes longer.
TRY_SECONDS = 3.0
FIRST_PAUSE_SECONDS = 0.05
LONGEST_PAUSE_SECONDS = 0.5

Answer = TypeVar("Answer")
# Whether this thread is asking.
_asking = threading.local()


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
