"""How players want to be paid: one handle of each kind, beside the names and gone with them. No event holds any of it."""

from __future__ import annotations

from typing import Any, NamedTuple

from service.db import Database
from service.errors import PlayerMissing
from service.store.streams import stream_of_club

_OF_A_CLUB = "SELECT club, player, kind, handle FROM handle WHERE club = ? ORDER BY player, kind"
_HAS_A_NAME = "SELECT 1 FROM player WHERE club = ? AND id = ?"
_KEEP = (
    "INSERT INTO handle (club, player, kind, handle) VALUES (?, ?, ?, ?) "
    "ON CONFLICT (club, player, kind) DO UPDATE SET handle = excluded.handle"
)
_BRING = (
    "INSERT INTO handle (club, player, kind, handle) VALUES (?, ?, ?, ?) ON CONFLICT (club, player, kind) DO NOTHING"
)
_DROP = "DELETE FROM handle WHERE club = ? AND player = ? AND kind = ?"
_DROP_NAMELESS = (
    "DELETE FROM handle WHERE club = ? "
    "AND NOT EXISTS (SELECT 1 FROM player WHERE player.club = handle.club AND player.id = handle.player)"
)


class Handle(NamedTuple):
    """One way to pay a player."""

    club: str
    player: str
    kind: str
    handle: str


def handles_of(database: Database, club: str) -> list[Handle]:
    """Every handle of a club, by player and kind."""
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
