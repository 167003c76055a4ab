"""What people and programs of a club prove themselves by, each row under the SHA-256 of its secret.

No secret is kept, so whoever reads the table, or a backup of it, can sign in as nobody. A look-up names the club, which
every secret begins with, so it touches one part of the book. What is ended is deleted; what has expired goes with the next
credential that the club gets.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from service.book.db import Database
from service.book.store.streams import PLANNED_ONCE, stream_of_club
from service.errors import TooManyCredentials

Kind = Literal["token", "session", "link", "passkey", "challenge"]
# What a token or a session may be used for. `read`: only to look; `play`: what a player may ask for and say; `bank`: everything
# that the roles allow.
Scope = Literal["read", "play", "bank"]

_COLUMNS = (
    "club, digest, id, kind, player, said, label, scope, night, key_id, public_key, sign_count, uses_left, "
    "created_at, expires_at, used_at"
)
_MARKS = ", ".join("?" for _ in _COLUMNS.split(","))
_IS_GOOD = "(expires_at IS NULL OR expires_at > ?)"
_NEWEST_OF_CLUB = "SELECT version FROM event WHERE club = ? AND stream = ? ORDER BY version DESC LIMIT 1"
# Runs for every request of a member, and brings the version of the club along, by which its roles are cached.
_FIND = f"SELECT {_COLUMNS}, ({_NEWEST_OF_CLUB}) FROM credential WHERE club = ? AND digest = ? {PLANNED_ONCE}"
# For a backup, in the order of the fields.
EVERY_CREDENTIAL = f"SELECT {_COLUMNS} FROM credential ORDER BY club, digest"
_GOOD_OF_CLUB = f"SELECT {_COLUMNS} FROM credential WHERE club = ? AND kind = ? AND {_IS_GOOD} ORDER BY created_at, id"
_INSERT = f"INSERT INTO credential ({_COLUMNS}) VALUES ({_MARKS})"
_COUNT = f"SELECT count(*) FROM credential WHERE club = ? AND kind = ? AND player = ? AND {_IS_GOOD}"
_TOUCH = (
    "UPDATE credential SET used_at = ?, expires_at = ? "
    "WHERE club = ? AND digest = ? AND (used_at IS NULL OR used_at < ?)"
)
_END = "DELETE FROM credential WHERE club = ? AND kind = ? AND id = ?"
_END_BY_DIGEST = "DELETE FROM credential WHERE club = ? AND digest = ?"
_USE_ONCE = (
    "UPDATE credential SET uses_left = uses_left - 1, used_at = ? "
    f"WHERE club = ? AND digest = ? AND kind = ? AND uses_left > 0 AND {_IS_GOOD}"
)
_SIGNED = "UPDATE credential SET sign_count = ?, used_at = ? WHERE club = ? AND digest = ? AND sign_count = ?"
_CONFIRM = (
    "UPDATE credential SET player = ?, said = '' "
    f"WHERE club = ? AND id = ? AND kind = 'session' AND player = '' AND said <> '' AND {_IS_GOOD}"
)
_DROP_ENDED = (
    "DELETE FROM credential WHERE club = ? AND (expires_at <= ? OR (kind IN ('link', 'challenge') AND uses_left = 0))"
)
_LATEST_USE = "SELECT max(created_at), max(used_at) FROM credential"
_DROP_NAMELESS = (
    "DELETE FROM credential WHERE club = ? AND player <> '' "
    "AND NOT EXISTS (SELECT 1 FROM player WHERE player.club = credential.club AND player.id = credential.player)"
)


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


class Found(NamedTuple):
    """A credential, and the version of its club's stream at the same moment; 0 if the club has none."""

    credential: Credential
    club_version: int


def find_credential(database: Database, club: str, digest: str) -> Found | None:
    """The credential with this digest, good or not; None if there is none."""
    stream = stream_of_club(club)
    (row,) = database.rows(database.statement(_FIND), (*stream, club, digest)) or [None]
    return Found(Credential._make(row[:-1]), row[-1] or 0) if row else None


def credentials_of(database: Database, club: str, kind: Kind, now: str, *, player: str = "") -> list[Credential]:
    """Every credential of a kind that is still good, the oldest first; of one player, if one is named."""
    found = database.rows(database.statement(_GOOD_OF_CLUB), (club, kind, now), read=Credential._make)
    return [one for one in found if player in ("", one.player) and one.is_good(now)]


def latest_use(database: Database) -> str:
    """When a credential of the book was made or used last, by the clock of that time; empty if there is none."""
    (times,) = database.rows(_LATEST_USE, ())
    return max(filter(None, times), default="")


def add_credential(database: Database, made: Credential, *, most: int) -> None:
    """Keeps a new credential.

    Refuses one more than `most` of its kind for its player, or for the club if it has none (TooManyCredentials).
    """
    with database.writing_directly(_lock(made.club)) as cursor:
        _insert(database, cursor, made, most)


def _insert(database: Database, cursor: Any, made: Credential, most: int) -> None:
    cursor.execute(database.statement(_DROP_ENDED), (made.club, made.created_at))
    cursor.execute(database.statement(_COUNT), (made.club, made.kind, made.player, made.created_at))
    if cursor.fetchone()[0] >= most:
        raise TooManyCredentials(made.kind, most)
    cursor.execute(database.statement(_INSERT), made)


def touch_credential(
    database: Database, used: Credential, now: str, *, unless_since: str, expires_at: str | None
) -> None:
    """Notes that a credential was used now, unless that was noted after `unless_since`."""
    with database.writing_directly(f"credential/{used.club}/{used.id}") as cursor:
        cursor.execute(database.statement(_TOUCH), (now, expires_at, used.club, used.digest, unless_since))


def end_credential(database: Database, club: str, kind: Kind, credential_id: str) -> bool:
    """Deletes a credential; False if there is none of this kind and id."""
    with database.writing_directly(_lock(club)) as cursor:
        cursor.execute(database.statement(_END), (club, kind, credential_id))
        return int(cursor.rowcount) > 0


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
    now = session.created_at
    with database.writing_directly(_lock(session.club)) as cursor:
        if with_link:
            cursor.execute(database.statement(_USE_ONCE), (now, session.club, with_link, "link", now))
            if not cursor.rowcount:
                return False
        if instead_of:
            cursor.execute(database.statement(_END_BY_DIGEST), instead_of)
        _insert(database, cursor, session, most)
        return True


def use_once(database: Database, club: str, digest: str, kind: Literal["challenge", "link"], now: str) -> bool:
    """Uses a challenge or a link once; False if it is unknown, too old, or used up."""
    with database.writing_directly(f"credential/{club}/{digest}") as cursor:
        cursor.execute(database.statement(_USE_ONCE), (now, club, digest, kind, now))
        return int(cursor.rowcount) > 0


def note_signature(database: Database, passkey: Credential, sign_count: int, now: str) -> bool:
    """Notes a use of a passkey and its new count; False if it was ended, or another request was faster."""
    with database.writing_directly(f"credential/{passkey.club}/{passkey.id}") as cursor:
        row = (sign_count, now, passkey.club, passkey.digest, passkey.sign_count)
        cursor.execute(database.statement(_SIGNED), row)
        return int(cursor.rowcount) > 0


def confirm_session(database: Database, club: str, session: str, player: str, now: str) -> bool:
    """Makes the session of a guest that of a player; False if no guest waits with this id."""
    with database.writing_directly(_lock(club)) as cursor:
        cursor.execute(database.statement(_CONFIRM), (player, club, session, now))
        return int(cursor.rowcount) > 0


def drop_credentials_of_nameless(database: Database, cursor: Any, club: str) -> None:
    """Deletes the credentials of people who have no name any more, in a transaction of the caller."""
    cursor.execute(database.statement(_DROP_NAMELESS), (club,))


def bring_credentials(database: Database, cursor: Any, rows: Sequence[Sequence[Any]]) -> None:
    """Keeps the rows of another book in this one, which has none, in a transaction of the caller."""
    cursor.executemany(database.statement(_INSERT), rows)


def _lock(club: str) -> str:
    return f"credentials/{club}"
