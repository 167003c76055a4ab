"""The outcomes of jobs, each kept once under the job's key in its club. A job done again makes the same outcome."""

from __future__ import annotations

from sqlalchemy import Connection, Select, insert, select

from service.book.db import Database, broken_rules
from service.book.store.rows import OUTCOME
from service.errors import KeyReused


def record_outcome(database: Database, *, club: str, key: str, digest: str, stream: str, body: str) -> str:
    """Records the outcome and returns the recorded one: the first, if the job was done twice.

    `digest` is the SHA-256 of what was asked. Another digest under the same key is refused (KeyReused).
    """
    row = {"club": club, "key": key, "digest": digest, "stream": stream, "body": body}
    try:
        with database.writing() as connection:
            first = _recorded(connection, club, key, digest)
            if first is None:
                connection.execute(insert(OUTCOME), row)
    except broken_rules():
        # Another worker recorded it first.
        with database.reading() as connection:
            first = _recorded(connection, club, key, digest)
        if first is None:
            raise
    return body if first is None else first


def outcome_of(database: Database, club: str, key: str) -> str | None:
    """The recorded outcome of the job with this key; None before the job is done."""
    with database.reading() as connection:
        row = connection.execute(_query(club, key)).one_or_none()
    return str(row.body) if row else None


def _recorded(connection: Connection, club: str, key: str, digest: str) -> str | None:
    row = connection.execute(_query(club, key)).one_or_none()
    if row is None:
        return None
    if row.digest != digest:
        raise KeyReused(club, key)
    return str(row.body)


def _query(club: str, key: str) -> Select[tuple[str, str]]:
    return select(OUTCOME.c.digest, OUTCOME.c.body).where(OUTCOME.c.club == club, OUTCOME.c.key == key)
