"""The names of a club's members. No event holds a name, so names are the only thing in the book that may change.

What the club's stream holds is a commitment: the SHA-256 of a name and of a salt that nobody can guess. Whoever has name and
salt can prove that they belong to an id; whoever has neither learns nothing, so a person can be forgotten.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from engine.spelling import compared, kept
from service.book.db import Database, KeptAsBytes
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
