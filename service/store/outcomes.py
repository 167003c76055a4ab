"""What a job has found out, kept once under the job's key: beside the answers to requests, which are never changed.

An outcome is no event, because nobody at the table did anything.
"""

from __future__ import annotations

from sqlalchemy import Connection, Select, insert, select

from service.db import Database
from service.errors import KeyReused
from service.store.names import BROKEN_RULES
from service.store.rows import REQUEST

# The club of outcomes that are about the book as a whole.
OF_THE_BOOK = ""


def record_outcome(database: Database, *, club: str, key: str, digest: str, stream: str, outcome: str) -> str:
    """Records the outcome; answers with what is recorded, which is the first one where two were found.

    `digest` is the SHA-256 of what was asked; under the same key nothing else may be asked.
    """
    row = {"club": club, "key": key, "digest": digest, "stream": stream, "answer": outcome}
    try:
        with database.writing() as connection:
            first = _recorded(connection, club, key, digest)
            if first is None:
                # It made no event, so it has no first and last one.
                connection.execute(insert(REQUEST), row | {"first_version": 0, "last_version": 0})
    except BROKEN_RULES:
        # Somebody else was quicker.
        with database.reading() as connection:
            first = _recorded(connection, club, key, digest)
        if first is None:
            raise
    return outcome if first is None else first


def outcome_of(database: Database, club: str, key: str) -> str | None:
    """What was found out under this key; nothing before the job is done."""
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
