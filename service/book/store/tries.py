"""How the tries of jobs ended: for the list of what failed."""

from __future__ import annotations

from typing import Literal, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select

from service.book.db import Database
from service.book.store.rows import JOB_TRY

# A job that is tried again and again by hand keeps its newest tries.
KEPT_MAX = 50

Result = Literal["done", "again", "failed", "died"]


class Effort(NamedTuple):
    """What one try took: milliseconds, and a sentence about it."""

    sentence: str = ""
    took_ms: int | None = None


AT_ONCE = Effort()


class JobTry(NamedTuple):
    """How a try ended, when, and in which process; `again` is tried later, and of `died` nobody knows more."""

    at: str
    worker: str
    result: Result
    sentence: str = ""
    took_ms: int | None = None


class NumberedTry(NamedTuple):
    """A try that was kept, by its number from 1."""

    key: str
    number: int
    at: str
    worker: str
    result: Result
    sentence: str
    took_ms: int | None


def keep_try(connection: Connection, club: str, key: str, ended: JobTry) -> None:
    """Keeps a try in a transaction that has changed the row of its job, so that nobody else numbers one."""
    mine = (JOB_TRY.c.club == club, JOB_TRY.c.key == key)
    number = (connection.scalar(select(func.max(JOB_TRY.c.number)).where(*mine)) or 0) + 1
    connection.execute(insert(JOB_TRY), {"club": club, "key": key, "number": number, **ended._asdict()})
    if number > KEPT_MAX:
        connection.execute(delete(JOB_TRY).where(*mine, JOB_TRY.c.number <= number - KEPT_MAX))


def tries_of(database: Database, club: str, key: str) -> list[NumberedTry]:
    """The tries of a job that are kept, the first one first."""
    columns = [JOB_TRY.c[name] for name in NumberedTry._fields]
    query = select(*columns).where(JOB_TRY.c.club == club, JOB_TRY.c.key == key).order_by(JOB_TRY.c.number)
    with database.reading() as connection:
        return [NumberedTry(*row) for row in connection.execute(query)]
