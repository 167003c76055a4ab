"""The names of the people of a club, and how they want to be paid."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from engine.spelling import compared, kept
from service.book.db import Database, KeptAsBytes
from service.book.store.streams import stream_of_club
from service.errors import IdTaken, NameTaken, PlayerMissing
from service.language.payload_limits import check_name

SALT_BYTES = 32

_COLUMNS = "SELECT club, id, name, salt FROM player"
_OF_A_CLUB = f"{_COLUMNS} WHERE club = ?"
_ONE = f"{_COLUMNS} WHERE club = ? AND id = ?"
_SAME_NAME = "SELECT name FROM player WHERE club = ? AND compared = ? AND id <> ?"
_INSERT = "INSERT INTO player (club, id, name, compared, salt) VALUES (?, ?, ?, ?, ?)"
_RENAME = "UPDATE player SET name = ?, compared = ?, salt = ? WHERE club = ? AND id = ?"
_FORGET = "DELETE FROM player WHERE club = ? AND id = ?"


class Member(NamedTuple):
    """A person of a club: their name, and the salt of its commitment, in hex."""

    club: str
    id: str
    name: str
    salt: str

    @property
    def commitment(self) -> str:
        """What the club's stream says about the name, in hex."""
        return commitment(self.salt, self.name)


class Forgotten(NamedTuple):
    """A person whose name and salt are deleted."""

    club: str
    id: str


def commitment(salt: str, name: str) -> str:
    """The SHA-256 of a salt in hex and a name, in hex."""
    return sha256(bytes.fromhex(salt) + name.encode()).hexdigest()


def vouches(committed: str, salt: str, name: str) -> bool:
    """True if the commitment is that of this name with this salt."""
    try:
        return hmac.compare_digest(committed, commitment(salt, name))
    except ValueError:
        return False


def new_member(club: str, identity: str, name: str) -> Member:
    """A person with a new salt. Refuses a text that cannot be a name (NameRefused)."""
    check_name(name)
    return Member(club, identity, kept(name), secrets.token_hex(SALT_BYTES))


class Names:
    """The members of clubs by id and by name."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._of_a_club, self._one = database.statement(_OF_A_CLUB), database.statement(_ONE)

    def members(self, club: str) -> list[Member]:
        """The members of a club who have a name here, by name."""
        rows = self._database.rows(self._of_a_club, (club,), read=member_of)
        return sorted(rows, key=lambda member: (member.name, member.id))

    def by_id(self, club: str) -> dict[str, str]:
        """The names of a club by id."""
        return {member.id: member.name for member in self.members(club)}

    def member(self, club: str, player: str) -> Member:
        """One member. Refuses an id that has no name in this club (PlayerMissing)."""
        found: list[Member] = self._database.rows(self._one, (club, player), read=member_of)
        if not found:
            raise PlayerMissing(player)
        return found[0]


def write_names(
    database: Database,
    cursor: Any,
    members: Sequence[Member],
    renamed: Sequence[Member],
    forgotten: Sequence[Forgotten],
) -> None:
    """Adds, changes and deletes names in a transaction that the caller holds. Refuses an id or a name that is taken."""
    refuse_taken(database, cursor, members, renamed)
    for member in members:
        row = (member.club, member.id, member.name, compared(member.name), member.salt)
        cursor.execute(database.statement(_INSERT), row)
    for one in renamed:
        cursor.execute(database.statement(_RENAME), (one.name, compared(one.name), one.salt, one.club, one.id))
    for one_less in forgotten:
        cursor.execute(database.statement(_FORGET), one_less)


def refuse_taken(database: Database, cursor: Any, members: Sequence[Member], renamed: Sequence[Member] = ()) -> None:
    """Refuses new members that break a rule, in this order: the id is taken, the name is taken."""
    ids: set[str] = set()
    names: dict[str, str] = {}
    for member in members:
        cursor.execute(database.statement(_ONE), (member.club, member.id))
        if member.id in ids or cursor.fetchone() is not None:
            raise IdTaken("player", member.id)
        ids.add(member.id)
    for one in (*members, *renamed):
        form = compared(one.name)
        cursor.execute(database.statement(_SAME_NAME), (one.club, form, one.id))
        row = cursor.fetchone()
        if taken := names.get(form) or (row and row[0]):
            raise NameTaken(one.club, taken)
        names[form] = one.name


def member_of(row: Sequence[Any]) -> Member:
    """The member in a row. Refuses one in which anything is not text (KeptAsBytes): SQLite keeps any bytes it is given."""
    if {*map(type, row)} != {str}:
        raise KeptAsBytes
    return Member._make(row)


_HANDLES_OF_A_CLUB = "SELECT club, player, kind, handle FROM handle WHERE club = ? ORDER BY player, kind"
_HAS_A_NAME = "SELECT 1 FROM player WHERE club = ? AND id = ?"
_KEEP = (
    "INSERT INTO handle (club, player, kind, handle) VALUES (?, ?, ?, ?) "
    "ON CONFLICT (club, player, kind) DO UPDATE SET handle = excluded.handle"
)
_BRING = (
    "INSERT INTO handle (club, player, kind, handle) VALUES (?, ?, ?, ?) ON CONFLICT (club, player, kind) DO NOTHING"
)
_OF_POKERNOW = "pokernow:"
_DROP = "DELETE FROM handle WHERE club = ? AND player = ? AND kind = ?"
_DROP_NAMELESS = (
    "DELETE FROM handle WHERE club = ? "
    "AND NOT EXISTS (SELECT 1 FROM player WHERE player.club = handle.club AND player.id = handle.player)"
)


class Handle(NamedTuple):
    """One way to pay a player, or one id of theirs elsewhere."""

    club: str
    player: str
    kind: str
    handle: str


def handles_of(database: Database, club: str) -> list[Handle]:
    """Every way to pay somebody of a club, by player and kind."""
    return [one for one in _kept(database, club) if not one.kind.startswith(_OF_POKERNOW)]


class PokerNowId(NamedTuple):
    """An id of PokerNow, the player who came under it, and the nickname they had then."""

    identity: str
    player: str
    nickname: str


def pokernow_ids_of(database: Database, club: str) -> list[PokerNowId]:
    """The ids of PokerNow that a club remembers, by player and id."""
    return [
        PokerNowId(one.kind.removeprefix(_OF_POKERNOW), one.player, one.handle)
        for one in _kept(database, club)
        if one.kind.startswith(_OF_POKERNOW)
    ]


def keep_pokernow_ids(database: Database, cursor: Any, club: str, ids: Sequence[PokerNowId]) -> None:
    """Keeps ids with their newest nicknames, in a transaction of the caller."""
    rows = [(club, one.player, _OF_POKERNOW + one.identity, one.nickname) for one in ids]
    cursor.executemany(database.statement(_KEEP), rows)


def _kept(database: Database, club: str) -> list[Handle]:
    return database.rows(database.statement(_HANDLES_OF_A_CLUB), (club,), read=Handle._make)


def keep_handle(database: Database, handle: Handle) -> None:
    """Keeps a handle in place of an earlier one of its kind. Refuses a player without a name in this club (PlayerMissing)."""
    with database.writing_directly(stream_of_club(handle.club).lock) as cursor:
        cursor.execute(database.statement(_HAS_A_NAME), (handle.club, handle.player))
        if cursor.fetchone() is None:
            raise PlayerMissing(handle.player)
        cursor.execute(database.statement(_KEEP), handle)


def drop_handle(database: Database, club: str, player: str, kind: str) -> bool:
    """Deletes a handle; False if there was none."""
    with database.writing_directly(stream_of_club(club).lock) as cursor:
        cursor.execute(database.statement(_DROP), (club, player, kind))
        return int(cursor.rowcount) > 0


def bring_handles(database: Database, cursor: Any, handles: list[Handle]) -> None:
    """Keeps handles from another book where this one has none of their kind, in a transaction of the caller."""
    if handles:
        cursor.executemany(database.statement(_BRING), handles)


def drop_nameless(database: Database, cursor: Any, club: str) -> None:
    """Deletes the handles of people who have no name any more, in a transaction of the caller."""
    cursor.execute(database.statement(_DROP_NAMELESS), (club,))
