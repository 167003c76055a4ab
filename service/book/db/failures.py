"""What an error of a driver or of the disk means for the book.

A command of one line opens a file and needs neither SQLAlchemy nor the driver of a server, so both are looked at only if
something else has imported them: before that, they can have raised nothing.
"""

from __future__ import annotations

import errno
import re
import sqlite3
import sys
from collections.abc import Mapping
from typing import Any

from engine.speech import phrase
from service.errors import BookDamaged, BookError, BookLocked, BookReadOnly, BookUnreachable, DiskFull

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
    "25006": BookReadOnly,
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
# Made when a book is opened: one that is not there has been removed since. Any other name is a mistake in the program.
TABLES = frozenset(
    {
        *("event", "request", "outcome", "job", "job_try", "club", "player", "handle"),
        *("night", "night_result", "token", "credential"),
    }
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


def broken_rules() -> tuple[type[Exception], ...]:
    """The errors that mean that a row breaks a rule of the database, as far as their libraries are in use; for `except`."""
    found: list[type[Exception]] = [sqlite3.IntegrityError]
    if psycopg := sys.modules.get("psycopg"):
        found.append(psycopg.IntegrityError)
    if exc := sys.modules.get("sqlalchemy.exc"):
        found.append(exc.IntegrityError)
    return tuple(found)


def is_lost(error: object) -> bool:
    """True if the driver of PostgreSQL says that there is no connection, or that its server ends or does not take any yet.

    An error of SQLAlchemy holds that of the driver.
    """
    error = getattr(error, "orig", error)
    if not (isinstance(error, BaseException) and is_of_postgresql(error, "OperationalError")):
        return False
    code = getattr(error, "sqlstate", None)
    return code is None or code[:2] == _CONNECTION or code in _ENDS


def is_of_postgresql(error: BaseException, kind: str = "Error") -> bool:
    """True if the driver of PostgreSQL raised this kind of error."""
    psycopg = sys.modules.get("psycopg")
    return psycopg is not None and isinstance(error, getattr(psycopg, kind))


def _refusal(error: Exception, place: str) -> BookError | None:
    cause: Any = error
    if exc := sys.modules.get("sqlalchemy.exc"):
        if isinstance(error, exc.TimeoutError):
            return BookLocked(place)
        if isinstance(error, exc.NoSuchTableError):
            return BookDamaged(place, f"no such table: {error}")
        if isinstance(error, exc.DBAPIError):
            cause = error.orig
    if isinstance(cause, KeptAsBytes):
        return BookDamaged(
            place, phrase("a name in it is kept as bytes, not as text; `chipbook verify --all` says whose")
        )
    if isinstance(cause, UnicodeDecodeError):
        return BookDamaged(place, phrase("a text in it is not UTF-8"))
    if isinstance(cause, sqlite3.Error):
        return _sqlite_refusal(cause, place)
    if is_of_postgresql(cause):
        return _postgresql_refusal(cause, place)
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


def _postgresql_refusal(error: Any, place: str) -> BookError | None:
    reason = _reason(str(error))
    if error.sqlstate is None:
        # The driver itself gave up: no server, no answer, or a broken connection.
        return BookUnreachable(place, reason) if is_of_postgresql(error, "OperationalError") else None
    if error.sqlstate == _NO_SUCH_TABLE and TABLES.intersection(reason.split('"')):
        return BookDamaged(place, reason)
    # The first two characters are the class of the error.
    return _named(error.sqlstate, place, reason) or _named(error.sqlstate[:2], place, reason)


def _reason(said: str) -> str:
    """The reason that the driver gives, on one line: of several servers the reason of each, with its place."""
    last, _, each = said.partition(_OF_EACH)
    if not each:
        return (last.splitlines() or ["no reason given"])[0].rstrip(".")
    told = []
    for one in _OF_ONE.finditer(each):
        reason = one["reason"].removeprefix("connection failed: ").rstrip(".")
        told.append(reason if "connection to server" in reason else f"{one['host']}:{one['port']}: {reason}")
    return "; ".join(dict.fromkeys(told))


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
