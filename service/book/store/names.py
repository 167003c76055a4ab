"""The names of the people of a club, and how they want to be paid."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, exists, insert, select, update

from engine.spelling import compared, kept
from service.book.db import Database
from service.book.store.chain import stream_of_club
from service.book.store.rows import HANDLE, PLAYER, columns_of, keep
from service.errors import IdTaken, NameTaken, PlayerMissing
from service.language.names import by_name
from service.language.payload_limits import check_new_name

SALT_BYTES = 32


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
    check_new_name(name)
    return Member(club, identity, kept(name), secrets.token_hex(SALT_BYTES))


_MEMBERS = select(*columns_of(PLAYER, Member))
_OF_A_CLUB = _MEMBERS.where(PLAYER.c.club == bindparam("club"))
_ONE = _OF_A_CLUB.where(PLAYER.c.id == bindparam("id"))


class Names:
    """The members of clubs by id and by name."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def members(self, club: str) -> list[Member]:
        """The members of a club who have a name here, by name."""
        result = map(Member._make, self._database.rows(_OF_A_CLUB, {"club": club}))
        return sorted(result, key=lambda member: (by_name(member.name), member.id))

    def by_id(self, club: str) -> dict[str, str]:
        """The names of a club by id."""
        return {member.id: member.name for member in self.members(club)}

    def member(self, club: str, player: str) -> Member:
        """One member. Refuses an id that has no name in this club (PlayerMissing)."""
        for result in self._database.rows(_ONE, {"club": club, "id": player}):
            return Member._make(result)
        raise PlayerMissing(player)


def write_names(
    connection: Connection,
    members: Sequence[Member] = (),
    renamed: Sequence[Member] = (),
    forgotten: Sequence[Forgotten] = (),
) -> None:
    """Adds, changes and deletes names in a transaction that the caller holds. Refuses an id or a name that is taken."""
    refuse_taken(connection, members, renamed)
    for member in members:
        connection.execute(insert(PLAYER), {**member._asdict(), "compared": compared(member.name)})
    for one in renamed:
        new = {"name": one.name, "compared": compared(one.name), "salt": one.salt}
        connection.execute(update(PLAYER).where(PLAYER.c.club == one.club, PLAYER.c.id == one.id).values(new))
    for club, player in forgotten:
        connection.execute(delete(PLAYER).where(PLAYER.c.club == club, PLAYER.c.id == player))


def refuse_taken(connection: Connection, members: Sequence[Member], renamed: Sequence[Member] = ()) -> None:
    """Refuses new members that break a rule, in this order: the id is taken, the name is taken."""
    ids: set[str] = set()
    names: dict[str, str] = {}
    for member in members:
        if member.id in ids or connection.execute(_ONE, {"club": member.club, "id": member.id}).first() is not None:
            raise IdTaken("player", member.id)
        ids.add(member.id)
    for one in (*members, *renamed):
        form = compared(one.name)
        same = select(PLAYER.c.name).where(PLAYER.c.club == one.club, PLAYER.c.compared == form, PLAYER.c.id != one.id)
        if taken := names.get(form) or connection.scalar(same):
            raise NameTaken(one.club, taken)
        names[form] = one.name


_OF_POKERNOW = "pokernow:"


class Handle(NamedTuple):
    """One way to pay a player, or one id of theirs elsewhere."""

    club: str
    player: str
    kind: str
    handle: str


_HANDLES = select(*columns_of(HANDLE, Handle)).order_by(HANDLE.c.player, HANDLE.c.kind)
HANDLES_OF_A_CLUB = _HANDLES.where(HANDLE.c.club == bindparam("club"))


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


def keep_pokernow_ids(connection: Connection, club: str, ids: Sequence[PokerNowId]) -> None:
    """Keeps ids with their newest nicknames, in a transaction of the caller."""
    handles = [Handle(club, one.player, _OF_POKERNOW + one.identity, one.nickname) for one in ids]
    keep(connection, HANDLE, [one._asdict() for one in handles], instead=("handle",))


def _kept(database: Database, club: str) -> list[Handle]:
    return list(map(Handle._make, database.rows(HANDLES_OF_A_CLUB, {"club": club})))


def keep_handle(database: Database, handle: Handle) -> None:
    """Keeps a handle in place of an earlier one of its kind. Refuses a player without a name in this club (PlayerMissing)."""
    with database.writing(stream_of_club(handle.club).lock) as connection:
        if connection.execute(_ONE, {"club": handle.club, "id": handle.player}).first() is None:
            raise PlayerMissing(handle.player)
        keep(connection, HANDLE, [handle._asdict()], instead=("handle",))


def drop_handle(database: Database, club: str, player: str, kind: str) -> bool:
    """Deletes a handle; False if there was none."""
    mine = (HANDLE.c.club == club, HANDLE.c.player == player, HANDLE.c.kind == kind)
    with database.writing(stream_of_club(club).lock) as connection:
        return connection.execute(delete(HANDLE).where(*mine)).rowcount > 0


def bring_handles(connection: Connection, handles: Sequence[Handle]) -> None:
    """Keeps handles from another book where this one has none of their kind, in a transaction of the caller."""
    keep(connection, HANDLE, [one._asdict() for one in handles])


def drop_nameless(connection: Connection, club: str) -> None:
    """Deletes the handles of people who have no name any more, in a transaction of the caller."""
    has_a_name = exists().where(PLAYER.c.club == HANDLE.c.club, PLAYER.c.id == HANDLE.c.player)
    connection.execute(delete(HANDLE).where(HANDLE.c.club == club, ~has_a_name))
