"""The database of a book for SQLAlchemy: for wide queries, verification and migrations."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy
from sqlalchemy import Connection, Engine, NullPool, QueuePool, event

if TYPE_CHECKING:
    from service.book.db.database import Driver


def engine_of(driver: Driver) -> Engine:
    """An engine whose connections are those of the driver."""
    if driver.dialect == "sqlite":
        engine = sqlalchemy.create_engine("sqlite+pysqlite://", creator=driver.borrow_widely, poolclass=QueuePool)
    else:
        # The driver keeps its connections itself, so that there are never more of them than the settings allow. What
        # SQLAlchemy would ask each new one about, this program does not use.
        engine = sqlalchemy.create_engine(
            "postgresql+psycopg://", creator=driver.borrow_widely, poolclass=NullPool, use_native_hstore=False
        )

    def begin(connection: Connection) -> None:
        cursor = connection.connection.cursor()
        if connection.get_execution_options().get("writes", False):
            driver.begin_widely(cursor)
        elif driver.dialect == "sqlite":
            cursor.execute("BEGIN")

    event.listen(engine, "begin", begin)
    return engine
