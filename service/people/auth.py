"""The banker's token: made at the first start, shown once, kept only as its SHA-256."""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256

from sqlalchemy import Connection, insert, select, update

from service.book.db import Database
from service.book.store.rows import TOKEN

BANKER = "banker"
BYTES = 24
# Tokens that open the whole book belong to no club.
OF_THE_BOOK = ""
_GOOD = select(TOKEN.c.digest).where(TOKEN.c.club == OF_THE_BOOK, TOKEN.c.role == BANKER, TOKEN.c.revoked_at.is_(None))


class Tokens:
    """The tokens that open the book: the one in the settings if there is one, else those that the book keeps."""

    def __init__(self, database: Database, set_token: str = "") -> None:
        self._database = database
        self._set = _digest(set_token) if set_token else None

    def first(self, now: str) -> str | None:
        """A new banker token at the first start; None if the settings or the book have one already."""
        if self._set:
            return None
        with self._database.writing() as connection:
            return None if connection.scalars(_GOOD).all() else _make(connection, now)

    def renew(self, now: str) -> str:
        """Issues a banker token and revokes all earlier ones of the book."""
        with self._database.writing() as connection:
            connection.execute(
                update(TOKEN).where(TOKEN.c.club == OF_THE_BOOK, TOKEN.c.revoked_at.is_(None)).values(revoked_at=now)
            )
            return _make(connection, now)

    def is_bankers(self, token: str) -> bool:
        """True if this is a token of the banker. The time of the comparison does not depend on the tokens."""
        given = _digest(token)
        if self._set:
            return hmac.compare_digest(given, self._set)
        known = [digest for (digest,) in self._database.rows(_GOOD)]
        # All are compared, so that the time does not tell which one came close.
        return sum([hmac.compare_digest(given, digest) for digest in known]) > 0


def _make(connection: Connection, now: str) -> str:
    token = secrets.token_urlsafe(BYTES)
    connection.execute(insert(TOKEN).values(club=OF_THE_BOOK, digest=_digest(token), role=BANKER, created_at=now))
    return token


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()
