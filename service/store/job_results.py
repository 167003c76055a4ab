"""The results of jobs. Each is kept once under the job's key, in the table of the answers to requests.

A result is not an event, because nobody at the table did anything.
"""

from __future__ import annotations

from sqlalchemy import Connection, Select, insert, select

from service.db import Database
from service.errors import KeyReused
from service.store.names import BROKEN_RULES
from service.store.rows import REQUEST

# The club id of results about the whole book.
OF_THE_BOOK = ""


def record_result(database: Database, *, club: str, key: str, digest: str, stream: str, outcome: str) -> str:
    """Records the outcome and returns the recorded one: the first, if the job was done twice.

    `digest` is the SHA-256 of the request. Another digest under the same key is refused (KeyReused).
    """
    row = {"club": club, "key": key, "digest": digest, "stream": stream, "answer": outcome}
    try:
        with database.writing() as connection:
            first = _recorded(connection, club, key, digest)
            if first is None:
                # It made no event, so it has no first and last event.
                connection.execute(insert(REQUEST), row | {"first_version": 0, "last_version": 0})
    except BROKEN_RULES:
        # Another worker recorded it first.
        with database.reading() as connection:
            first = _recorded(connection, club, key, digest)
        if first is None:
            raise
    return outcome if first is None else first


def result_of(database: Database, club: str, key: str) -> str | None:
    """The recorded outcome of the job with this key; None before the job is done."""
    with database.reading() as connection:
        row = connection.execute(_query(club, key)).one_or_none()
    return str(row.answer) if row else None


def _recorded(connection: Connection, club: str, key: str, digest: str) -> str | None:
    row = connection.execute(_query(club, key)).one_or_none()
    if row is None:
        return None
    if row.digest != digest:
        raise KeyReused(club, key)
    return str(row.answer)


def _query(club: str, key: str) -> Select[tuple[str, str]]:
    return select(REQUEST.c.digest, REQUEST.c.answer).where(REQUEST.c.club == club, REQUEST.c.key == key)
