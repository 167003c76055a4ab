"""What people and programs of a club prove themselves by, each row under the SHA-256 of its secret.

No secret is kept, so whoever reads the table, or a backup of it, can sign in as nobody. A look-up names the club, which
every secret begins with, so it touches one part of the book. What is ended is deleted; what has expired goes with the next
credential that the club gets.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from sqlalchemy import ColumnElement, Connection, bindparam, delete, exists, func, insert, or_, select, update

from service.book.db import Database
from service.book.store.chain import stream_of_club
from service.book.store.rows import CREDENTIAL, EVENT, PLAYER, columns_of
from service.errors import TooManyCredentials

Kind = Literal["token", "session", "link", "passkey", "challenge"]
# What a token or a session may be used for. `read`: only to look; `play`: what a player may ask for and say; `bank`: everything
# that the roles allow.
Scope = Literal["read", "play", "bank"]


class Credential(NamedTuple):
    """One way to prove who one is. Times are those of the book; `expires_at` is None for one that never expires."""

    club: str
    digest: str
    id: str
    kind: str
    player: str = ""
    said: str = ""
    label: str = ""
    scope: str = ""
    night: str = ""
    key_id: str = ""
    public_key: str = ""
    sign_count: int = 0
    uses_left: int = 0
    created_at: str = ""
    expires_at: str | None = None
    used_at: str | None = None

    def is_good(self, now: str) -> bool:
        """True if it has not expired, and a link is not used up."""
        return (self.expires_at is None or self.expires_at > now) and (self.kind != "link" or self.uses_left > 0)


class KnownCredential(NamedTuple):
    """A credential, and the version of its club's stream at the same moment; 0 if the club has none."""

    credential: Credential
    club_version: int


_COLUMNS = columns_of(CREDENTIAL, Credential)
_ROW = CREDENTIAL.c
_MINE = (_ROW.club == bindparam("club"), _ROW.digest == bindparam("digest"))
_NEWEST_OF_CLUB = (
    select(EVENT.c.version)
    .where(EVENT.c.club == bindparam("club"), EVENT.c.stream == bindparam("stream"))
    .order_by(EVENT.c.version.desc())
    .limit(1)
    .scalar_subquery()
)
# Runs for every request of a member, and brings the version of the club along, by which its roles are cached.
_FIND = select(*_COLUMNS, _NEWEST_OF_CLUB.label("club_version")).where(*_MINE).limit(1)
_LATEST_USE = select(func.max(_ROW.created_at), func.max(_ROW.used_at))


def _is_good(now: str) -> ColumnElement[bool]:
    return or_(_ROW.expires_at.is_(None), _ROW.expires_at > now)


def _is(club: str, digest: str) -> tuple[ColumnElement[bool], ...]:
    return _ROW.club == club, _ROW.digest == digest


def find_credential(database: Database, club: str, digest: str) -> KnownCredential | None:
    """The credential with this digest, good or not; None if there is none."""
    values = {"club": club, "digest": digest, "stream": stream_of_club(club).name}
    for row in database.rows(_FIND, values):
        return KnownCredential(Credential._make(row[:-1]), row.club_version or 0)
    return None


def credentials_of(database: Database, club: str, kind: Kind, now: str, *, player: str = "") -> list[Credential]:
    """Every credential of a kind that is still good, the oldest first; of one player, if one is named."""
    query = select(*_COLUMNS).where(_ROW.club == club, _ROW.kind == kind, _is_good(now))
    result = map(Credential._make, database.rows(query.order_by(_ROW.created_at, _ROW.id)))
    return [one for one in result if player in ("", one.player) and one.is_good(now)]


def latest_use(database: Database) -> str:
    """When a credential of the book was made or used last, by the clock of that time; empty if there is none."""
    (times,) = database.rows(_LATEST_USE)
    return max(filter(None, times), default="")


def add_credential(database: Database, made: Credential, *, most: int) -> None:
    """Keeps a new credential.

    Refuses one more than `most` of its kind for its player, or for the club if it has none (TooManyCredentials).
    """
    with database.writing(_lock(made.club)) as connection:
        _insert(connection, made, most)


def _insert(connection: Connection, made: Credential, most: int) -> None:
    used_up = _ROW.kind.in_(("link", "challenge")) & (_ROW.uses_left == 0)
    ended = or_(_ROW.expires_at <= made.created_at, used_up)
    connection.execute(delete(CREDENTIAL).where(_ROW.club == made.club, ended))
    others = select(func.count()).where(
        _ROW.club == made.club, _ROW.kind == made.kind, _ROW.player == made.player, _is_good(made.created_at)
    )
    if connection.execute(others).scalar_one() >= most:
        raise TooManyCredentials(made.kind, most)
    connection.execute(insert(CREDENTIAL), made._asdict())


def touch_credential(
    database: Database, used: Credential, now: str, *, unless_since: str, expires_at: str | None
) -> None:
    """Notes that a credential was used now, unless that was noted after `unless_since`."""
    long_ago = or_(_ROW.used_at.is_(None), _ROW.used_at < unless_since)
    touch = update(CREDENTIAL).where(*_is(used.club, used.digest), long_ago).values(used_at=now, expires_at=expires_at)
    with database.writing(f"credential/{used.club}/{used.id}") as connection:
        connection.execute(touch)


def end_credential(database: Database, club: str, kind: Kind, credential_id: str) -> bool:
    """Deletes a credential; False if there is none of this kind and id."""
    end = delete(CREDENTIAL).where(_ROW.club == club, _ROW.kind == kind, _ROW.id == credential_id)
    with database.writing(_lock(club)) as connection:
        return connection.execute(end).rowcount > 0


def open_session(
    database: Database,
    session: Credential,
    *,
    most: int,
    with_link: str = "",
    instead_of: tuple[str, str] | None = None,
) -> bool:
    """Keeps a new browser session, all or nothing; False if the link was used up, expired or ended meanwhile.

    `with_link` is the digest of the link that is used once by it, `instead_of` the club and digest of a session that ends.
    """
    with database.writing(_lock(session.club)) as connection:
        if with_link and not _used_once(connection, session.club, with_link, "link", session.created_at):
            return False
        if instead_of:
            connection.execute(delete(CREDENTIAL).where(*_is(*instead_of)))
        _insert(connection, session, most)
        return True


def use_once(database: Database, club: str, digest: str, kind: Literal["challenge", "link"], now: str) -> bool:
    """Uses a challenge or a link once; False if it is unknown, too old, or used up."""
    with database.writing(f"credential/{club}/{digest}") as connection:
        return _used_once(connection, club, digest, kind, now)


def _used_once(connection: Connection, club: str, digest: str, kind: str, now: str) -> bool:
    good = update(CREDENTIAL).where(*_is(club, digest), _ROW.kind == kind, _ROW.uses_left > 0, _is_good(now))
    return connection.execute(good.values(uses_left=_ROW.uses_left - 1, used_at=now)).rowcount > 0


def note_signature(database: Database, passkey: Credential, sign_count: int, now: str) -> bool:
    """Notes a use of a passkey and its new count; False if it was ended, or another request was faster."""
    same = update(CREDENTIAL).where(*_is(passkey.club, passkey.digest), _ROW.sign_count == passkey.sign_count)
    with database.writing(f"credential/{passkey.club}/{passkey.id}") as connection:
        return connection.execute(same.values(sign_count=sign_count, used_at=now)).rowcount > 0


def confirm_session(database: Database, club: str, session: str, player: str, now: str) -> bool:
    """Makes the session of a guest that of a player; False if no guest waits with this id."""
    is_a_guest = (_ROW.kind == "session", _ROW.player == "", _ROW.said != "", _is_good(now))
    waiting = update(CREDENTIAL).where(_ROW.club == club, _ROW.id == session, *is_a_guest)
    with database.writing(_lock(club)) as connection:
        return connection.execute(waiting.values(player=player, said="")).rowcount > 0


def drop_credentials_of_nameless(connection: Connection, club: str) -> None:
    """Deletes the credentials of people who have no name any more, in a transaction of the caller."""
    has_a_name = exists().where(PLAYER.c.club == _ROW.club, PLAYER.c.id == _ROW.player)
    connection.execute(delete(CREDENTIAL).where(_ROW.club == club, _ROW.player != "", ~has_a_name))


def _lock(club: str) -> str:
    return f"credentials/{club}"
