"""Idempotent creation of clubs, players and own games: a repeated request with the same key gets the first answer.

These are not events. The request is recorded with them in one transaction, in the table that appends use too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict

from sqlalchemy import Connection, insert, select

from service.db import Database
from service.errors import ClubMissing, KeyReused
from service.payload_limits import check_name
from service.store.names import BROKEN_RULES, Club, Player, write_players
from service.store.rows import CLUB, PLAYER, REQUEST

# A club has no id when it is requested, so its keys belong to the book as a whole.
OF_THE_BOOK = "(all clubs)"


def make_club(database: Database, club: Club, *, key: str, digest: str) -> Club:
    """A new club, or the one that this request made before."""
    check_name(club.name)
    made = once(database, OF_THE_BOOK, key, digest, lambda connection: _write_club(connection, club))
    with database.reading() as connection:
        row = connection.execute(select(CLUB.c.id, CLUB.c.created_at).where(CLUB.c.id == made)).one()
    return Club(row.id, club.name, row.created_at)


def make_player(database: Database, player: Player, *, key: str, digest: str) -> Player:
    """A new player, or the one that this request made before."""
    check_name(player.name)
    made = once(database, player.club, key, digest, lambda connection: _write_player(connection, player))
    with database.reading() as connection:
        row = connection.execute(select(PLAYER.c.id, PLAYER.c.created_at).where(PLAYER.c.id == made)).one()
    return Player(row.id, player.club, player.name, row.created_at)


def _write_club(connection: Connection, club: Club) -> str:
    connection.execute(insert(CLUB), asdict(club))
    return club.id


def _write_player(connection: Connection, player: Player) -> str:
    if connection.scalar(select(CLUB.c.id).where(CLUB.c.id == player.club)) is None:
        raise ClubMissing(player.club)
    write_players(connection, [player])
    return player.id


def once(database: Database, club: str, key: str, digest: str, write: Callable[[Connection], str]) -> str:
    """The answer of `write`, or the recorded answer if the key was used before.

    If two requests race, the loser looks again. Without a key, every request is new.
    """
    try:
        return _write(database, club, key, digest, write)
    except BROKEN_RULES:
        return _write(database, club, key, digest, write)


def _write(database: Database, club: str, key: str, digest: str, write: Callable[[Connection], str]) -> str:
    with database.writing() as connection:
        asked = select(REQUEST.c.digest, REQUEST.c.answer).where(REQUEST.c.club == club, REQUEST.c.key == key)
        before = connection.execute(asked).one_or_none()
        if before is not None:
            if before.digest != digest:
                raise KeyReused(club, key)
            return str(before.answer)
        made = write(connection)
        if not key:
            return made
        row = {
            "club": club,
            "key": key,
            "digest": digest,
            "stream": f"club:{made if club == OF_THE_BOOK else club}",
            "answer": made,
        }
        connection.execute(insert(REQUEST), row | {"first_version": 0, "last_version": 0})
        return made
