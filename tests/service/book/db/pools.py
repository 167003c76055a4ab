"""How many connections to a book are open and used by nobody."""

from __future__ import annotations

from service.book.db import Database
from service.book.db.postgresql import Server
from service.book.db.sqlite import File


def unused(database: Database) -> int:
    """The number of connections that wait to be used again."""
    driver = database._driver
    if isinstance(driver, File):
        return len(driver._kept)
    assert isinstance(driver, Server)
    return driver._pool.get_stats()["pool_available"] if driver._pool else 0
