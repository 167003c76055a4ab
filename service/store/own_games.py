"""The club's own games as they are kept: every version of each game. No version is ever changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from sqlalchemy import Connection, Integer, LargeBinary, Row, cast, func, insert, select

from service.db import Database
from service.errors import ClubMissing
from service.store.rows import CLUB, OWN_GAME


@dataclass(frozen=True, slots=True)
class GameVersion:
    """One version: `compared` is the name as it is compared, `source` the TOML, `declaration` its canonical JSON.

    A version without a text retires the game.
    """

    club: str
    compared: str
    version: int
    name: str
    source: str
    declaration: str
    added_at: str

    @property
    def retires(self) -> bool:
        """True if the game is not offered from this version on, until its name is added again."""
        return not self.source and not self.declaration


COLUMNS = tuple(field.name for field in fields(GameVersion))


def every_row(database: Database, club: str | None = None) -> Sequence[Row[Any]]:
    """Every version of every game of the club, or of all clubs, version by version, for checks.

    SQLite keeps any bytes it is given. Read as bytes, a value that is not text can be found and named.
    """
    raw = [
        cast(column, LargeBinary).label(column.name)
        if database.dialect == "sqlite" and not isinstance(column.type, Integer)
        else column
        for column in (OWN_GAME.c[name] for name in COLUMNS)
    ]
    query = select(*raw).order_by(OWN_GAME.c.club, OWN_GAME.c.compared, OWN_GAME.c.version)
    if club is not None:
        query = query.where(OWN_GAME.c.club == club)
    with database.reading() as connection:
        return connection.execute(query).all()


def newest_games(database: Database, club: str) -> list[GameVersion]:
    """Every own game of the club in its newest version, by name."""
    newest = (
        select(OWN_GAME.c.compared, func.max(OWN_GAME.c.version).label("version"))
        .where(OWN_GAME.c.club == club)
        .group_by(OWN_GAME.c.compared)
        .subquery()
    )
    same = (OWN_GAME.c.compared == newest.c.compared) & (OWN_GAME.c.version == newest.c.version)
    with database.reading() as connection:
        rows = connection.execute(select(OWN_GAME).join(newest, same).where(OWN_GAME.c.club == club)).all()
    return sorted((_version(row) for row in rows), key=lambda game: game.compared)


def versions_of(database: Database, club: str, compared: str) -> list[GameVersion]:
    """Every version of one game, the newest last; empty if the club has no such game."""
    query = select(OWN_GAME).where(OWN_GAME.c.club == club, OWN_GAME.c.compared == compared)
    with database.reading() as connection:
        return [_version(row) for row in connection.execute(query.order_by(OWN_GAME.c.version)).all()]


def version_of(connection: Connection, club: str, compared: str, version: int | None = None) -> GameVersion | None:
    """One version of a game, or the newest if no number is given; None if there is none. The caller holds the transaction."""
    query = select(OWN_GAME).where(OWN_GAME.c.club == club, OWN_GAME.c.compared == compared)
    if version is not None:
        query = query.where(OWN_GAME.c.version == version)
    row = connection.execute(query.order_by(OWN_GAME.c.version.desc()).limit(1)).one_or_none()
    return None if row is None else _version(row)


def take_turn(connection: Connection, club: str) -> None:
    """Waits until the writer before has added its game to the club. Refuses a club that does not exist."""
    # The key is not locked, so adding a player meanwhile need not wait. SQLite has one writer at a time anyway.
    query = select(CLUB.c.id).where(CLUB.c.id == club).with_for_update(key_share=True)
    if connection.scalar(query) is None:
        raise ClubMissing(club)


def write_version(connection: Connection, game: GameVersion) -> None:
    """Adds a version in a transaction that the caller holds."""
    connection.execute(insert(OWN_GAME), asdict(game))


def _version(row: Row[Any]) -> GameVersion:
    return GameVersion(**row._asdict())
