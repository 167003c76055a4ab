"""How players want to be paid, and the ids under which PokerNow knows them: beside the names and gone with them.

No event holds any of it. A payment handle is one of its kind. The kind of an id is `pokernow:` and the id itself, and its
handle is the nickname under which it played last; an id that several people have used is kept for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from service.book.db import Database
from service.book.store.streams import stream_of_club
from service.errors import PlayerMissing

_OF_A_CLUB = "SELECT club, player, kind, handle FROM handle WHERE club = ? ORDER BY player, kind"
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
    return database.rows(database.statement(_OF_A_CLUB), (club,), read=Handle._make)


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
