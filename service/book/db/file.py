"""A book in a SQLite file: how connections to it are made, whether or not the file can be written, and what its errors mean.

A file can only be read on a read-only medium, for a user without the right to write, or on a full disk. SQLite keeps two
files beside an open book. If it cannot make them, it opens nothing, unless it is told that nobody writes.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import time
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

from sqlalchemy import Engine, QueuePool, create_engine

from engine.speech import phrase
from service.errors import BookDamaged, BookError, BookLocked, BookReadOnly, BookUnreachable, DiskFull
from service.errors.system import reason_of

BUSY_SECONDS = 5
FOLDER_MODE = 0o700
FILE_MODE = 0o600

# What SQLite must write beside a book before it opens it: an index of 32 KiB and the beginning of a log.
ROOM_BYTES = 128 * 1024

_TO_READ = ("PRAGMA busy_timeout = 5000", "PRAGMA query_only = ON")
_TO_WRITE = (
    f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}",
    "PRAGMA synchronous = FULL",
    # Without it, INSERT OR REPLACE deletes a row without firing the trigger that forbids it.
    "PRAGMA recursive_triggers = ON",
)


# The meaning of the error codes of SQLite. The low byte of a code is the error; the rest gives more detail.
_SAYS_ALL: Mapping[int, type[BookError]] = {
    sqlite3.SQLITE_FULL: DiskFull,
    sqlite3.SQLITE_BUSY: BookLocked,
    sqlite3.SQLITE_LOCKED: BookLocked,
    sqlite3.SQLITE_READONLY: BookReadOnly,
}
_NEEDS_REASON: Mapping[int, type[BookError]] = {
    sqlite3.SQLITE_CORRUPT: BookDamaged,
    sqlite3.SQLITE_NOTADB: BookDamaged,
    sqlite3.SQLITE_CANTOPEN: BookUnreachable,
    sqlite3.SQLITE_IOERR: BookUnreachable,
    sqlite3.SQLITE_PERM: BookUnreachable,
}
_ERROR = 0xFF


class KeptAsBytes(ValueError):
    """The book holds bytes in the place of a text."""


def opened(path: Path) -> tuple[Engine, type[BookError] | None, TemporaryDirectory[str] | None]:
    """The engine of a book in a file, the refusal to raise on a write if it can only be read, and the folder of a copy that is read then.

    Its connections may be passed from thread to thread but used by one at a time.
    """
    refuses, copy, url = why_not_written(path), None, ""
    if refuses:
        url, copy = url_for(path, refuses)
    else:
        _make_private(path)

    def connect() -> sqlite3.Connection:
        if url:
            connection = sqlite3.connect(url, uri=True, isolation_level=None, check_same_thread=False)
        else:
            connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        for pragma in _TO_READ if url else _TO_WRITE:
            connection.execute(pragma)
        if not url:
            _keep_a_log(connection)
        return connection

    # As many connections as are needed at once, and none of them breaks.
    return create_engine("sqlite+pysqlite://", creator=connect, poolclass=QueuePool, pool_size=0), refuses, copy


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
        raise IsADirectoryError(errno.EISDIR, "Is a directory", str(path))
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
            if error.sqlite_errorcode & _ERROR != sqlite3.SQLITE_BUSY or time.monotonic() > give_up_at:
                raise
            time.sleep(0.01)
        else:
            return


def why_not_written(path: Path) -> type[BookError] | None:
    """The reason why a book in this file can only be read; None if it can be written, or does not exist yet."""
    if not path.is_file():
        return None
    is_open = _beside(path, "-wal").exists() and _beside(path, "-shm").exists()
    if not _writable(path) or not (is_open or _writable(path.parent)):
        return BookReadOnly
    return DiskFull if shutil.disk_usage(path.parent).free < ROOM_BYTES else None


def url_for(path: Path, why: type[BookError]) -> tuple[str, TemporaryDirectory[str] | None]:
    """The URL by which the file is read and nothing is changed, and the folder of a copy, or None if no copy was needed.

    Acts that are still in the log beside the file are read too. For them the file is copied, because SQLite ignores the log
    on a read-only medium.
    """
    log = _beside(path, "-wal")
    has_log = log.exists() and log.stat().st_size > 0
    # On a full disk, even a look would leave something half-made beside the file.
    if (has_log or why is BookReadOnly) and _opens(_url(path, "mode=ro")):
        return _url(path, "mode=ro"), None
    if not has_log:
        return _url(path, "mode=ro&immutable=1"), None
    copy = TemporaryDirectory(prefix="chipbook-")
    try:
        for file in (path, log):
            shutil.copyfile(file, Path(copy.name) / file.name)
    except OSError:
        copy.cleanup()
        raise
    return _url(Path(copy.name) / path.name, "mode=rw"), copy


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _writable(path: Path) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _url(path: Path, how: str) -> str:
    return f"file:{quote(str(path))}?{how}"


def _opens(url: str) -> bool:
    try:
        connection = sqlite3.connect(url, uri=True)
        try:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        finally:
            connection.close()
    except sqlite3.OperationalError:
        # The next way to open the file reports whatever else is wrong with it.
        return False
    return True


def refusal_of(error: sqlite3.Error, place: str) -> BookError | None:
    """What an error of SQLite means for the book; None of one that is a mistake in the program."""
    # SQLite gives no code for these two.
    if "Could not decode to UTF-8" in str(error):
        return BookDamaged(place, phrase("a text in it is not UTF-8"))
    if str(error).startswith(("no such table", "no such column")):
        # The schema was brought up to date when the book was opened: something has been removed from it since.
        return BookDamaged(place, str(error))
    code = getattr(error, "sqlite_errorcode", 0) & _ERROR
    if code in _SAYS_ALL:
        return _SAYS_ALL[code](place)
    return _NEEDS_REASON[code](place, str(error)) if code in _NEEDS_REASON else None


def refusal_of_the_disk(error: OSError, place: str) -> BookError:
    """What an error of the system below means for the book."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return DiskFull(place)
    if error.errno == errno.EROFS:
        return BookReadOnly(place)
    return BookUnreachable(place, reason_of(error))
