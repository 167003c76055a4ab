"""How many connections to a book are open and used by nobody."""

from sqlalchemy import QueuePool

from service.book.db import Database


def unused(database: Database) -> int:
    """The number of connections that wait to be used again."""
    pool = database.engine.pool
    assert isinstance(pool, QueuePool)
    return pool.checkedin()
