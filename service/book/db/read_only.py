"""Opens a file that can only be read: on a read-only medium, for a user without the right to write, or on a full disk.

SQLite keeps two files beside an open book. If it cannot make them, it opens nothing, unless it is told that nobody writes.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

from service.errors import BookError, BookReadOnly, DiskFull

# What SQLite must write beside a book before it opens it: an index of 32 KiB and the beginning of a log.
ROOM_BYTES = 128 * 1024
PRAGMAS = ("PRAGMA busy_timeout = 5000", "PRAGMA query_only = ON")


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
