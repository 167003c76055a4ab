"""Whether a book can be written to at this moment, and how much room its disk has left."""

from __future__ import annotations

import shutil

from engine.speech import say
from service.book.db import Database
from service.book.db.read_only import why_not_written as why_file_is_not_written

# Where less is free, a host wants to know before the disk is full. A long night takes less than one mebibyte.
LOW_BYTES = 100 * 1024**2
_MAY_WRITE = "SELECT pg_is_in_recovery(), current_setting('default_transaction_read_only') = 'on'"


def why_not_written(database: Database) -> str:
    """A sentence for readers outside if nothing can be recorded; else empty. Refuses a server that does not answer."""
    if database.path:
        why = database.refuses or why_file_is_not_written(database.path)
        return say(why.outside) if why else ""
    with database.reading_directly() as cursor:
        cursor.execute(_MAY_WRITE)
        ((is_replica, is_closed),) = cursor.fetchall()
    if is_replica:
        return say("The book can be read but not written to: its server is a replica.")
    return say("The book can be read but not written to: its server accepts no changes.") if is_closed else ""


def free_bytes(database: Database) -> int | None:
    """How much room the disk of a book in a file has left; None for a book on a server."""
    return shutil.disk_usage(database.path.parent).free if database.path else None


def little_room(database: Database) -> str:
    """A sentence if the disk of a book in a file is nearly full; else empty."""
    free = free_bytes(database)
    if free is None or free >= LOW_BYTES:
        return ""
    return say("The disk of the book has {free} MiB left.", free=free // 1024**2)
