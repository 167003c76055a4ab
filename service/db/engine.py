"""The database of a book for SQLAlchemy: for wide queries, verification and migrations."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy
from sqlalchemy import Connection, Engine, QueuePool, event

if TYPE_CHECKING:
    from service.db.database import Driver


def engine_of(driver: Driver) -> Engine:
    """An engine whose connections are those of the driver."""
    if driver.dialect == "sqlite":
        engine = sqlalchemy.create_engine("sqlite+pysqlite://", creator=driver.connect, poolclass=QueuePool)
        event.listen(engine, "begin", _begin)
        return engine
    return sqlalchemy.create_engine("postgresql+psycopg://", creator=driver.connect, pool_pre_ping=True)


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
