"""The names of clubs and players. No event holds a name, so names are the only thing in the book that may change."""

from __future__ import annotations

import sqlite3
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import psycopg
from sqlalchemy import Connection, Row, insert, select, update
from sqlalchemy.exc import IntegrityError

from engine.spelling import compared
from service.db import Database
from service.errors import ClubMissing, IdTaken, NameTaken, PlayerMissing, PlayerOfAnotherClub
from service.payload_limits import check_name
from service.store.rows import CLUB, PLAYER

# Errors of the driver, and those that SQLAlchemy makes of them.
BROKEN_RULES = (sqlite3.IntegrityError, psycopg.IntegrityError, IntegrityError)


@dataclass(frozen=True, slots=True)
class Club:
    id: str
    name: str
    created_at: str


@dataclass(frozen=True, slots=True)
class Player:
    id: str
    club: str
    name: str
    created_at: str


class Names:
    """Clubs and players by id and by name."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add_club(self, club: Club) -> None:
        check_name(club.name)
        try:
            with self._database.writing() as connection:
                connection.execute(insert(CLUB), asdict(club))
        except BROKEN_RULES as error:
            raise IdTaken("club", club.id) from error

    def rename_club(self, club: str, name: str) -> None:
        check_name(name)
        with self._database.writing() as connection:
            changed = connection.execute(update(CLUB).where(CLUB.c.id == club).values(name=name))
            if changed.rowcount == 0:
                raise ClubMissing(club)

    def club(self, club: str) -> Club:
        with self._database.reading() as connection:
            row = connection.execute(select(CLUB).where(CLUB.c.id == club)).one_or_none()
        if row is None:
            raise ClubMissing(club)
        return _club(row)

    def clubs(self) -> list[Club]:
        with self._database.reading() as connection:
            rows = connection.execute(select(CLUB)).all()
        return sorted((_club(row) for row in rows), key=lambda club: (club.name, club.id))

    def add_player(self, player: Player) -> None:
        try:
            with self._database.writing() as connection:
                write_players(connection, [player])
        except BROKEN_RULES:
            # Another process took this id or this name first.
            with self._database.reading() as connection:
                refuse_taken(connection, [player])
            raise

    def rename_player(self, player: str, name: str) -> None:
        check_name(name)
        known = self.player(player)
        club = known.club
        try:
            with self._database.writing() as connection:
                renamed = player_row(replace(known, name=name))
                connection.execute(update(PLAYER).where(PLAYER.c.id == player).values(renamed))
        except BROKEN_RULES as error:
            raise NameTaken(club, name) from error

    def player(self, player: str) -> Player:
        with self._database.reading() as connection:
            row = connection.execute(select(PLAYER).where(PLAYER.c.id == player)).one_or_none()
        if row is None:
            raise PlayerMissing(player)
        return _player(row)

    def players(self, club: str | None = None) -> list[Player]:
        """The players of one club, or of all, by name."""
        query = select(PLAYER) if club is None else select(PLAYER).where(PLAYER.c.club == club)
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        return sorted((_player(row) for row in rows), key=lambda player: (player.name, player.id))

    def refuse_strangers(self, players: Iterable[str], club: str) -> None:
        """Refuses players whose name is known here in another club; ids without a name are let pass."""
        query = select(PLAYER).where(PLAYER.c.id.in_(sorted(players)), PLAYER.c.club != club).order_by(PLAYER.c.id)
        with self._database.reading() as connection:
            stranger = connection.execute(query.limit(1)).one_or_none()
        if stranger is not None:
            raise PlayerOfAnotherClub(stranger.name, stranger.id, stranger.club, club)

    def nameless(self, players: Iterable[str]) -> list[str]:
        """The ids without a name row, for example because it was deleted by hand."""
        with self._database.reading() as connection:
            known = set(connection.scalars(select(PLAYER.c.id)))
        return sorted(set(players) - known)


def write_players(connection: Connection, players: Sequence[Player]) -> None:
    """Adds players in a transaction that the caller holds."""
    for player in players:
        check_name(player.name)
    refuse_taken(connection, players)
    if players:
        connection.execute(insert(PLAYER), [player_row(player) for player in players])


def player_row(player: Player) -> dict[str, str]:
    """The row of a player, with the name as it is compared; columns in the order of the table."""
    name = unicodedata.normalize("NFC", player.name)
    return {**asdict(player), "name": name, "compared": compared(name)}


def refuse_taken(connection: Connection, players: Iterable[Player]) -> None:
    """Refuses new players that break a rule, in this order: the club does not exist, the id is taken, the name is taken."""
    ids: set[str] = set()
    names: dict[tuple[str, str], str] = {}
    for player in players:
        if connection.scalar(select(CLUB.c.id).where(CLUB.c.id == player.club)) is None:
            raise ClubMissing(player.club)
        same_id = select(PLAYER.c.id).where(PLAYER.c.id == player.id)
        if player.id in ids or connection.scalar(same_id) is not None:
            raise IdTaken("player", player.id)
        form = compared(player.name)
        same_name = select(PLAYER.c.name).where(PLAYER.c.club == player.club, PLAYER.c.compared == form)
        taken = names.get((player.club, form)) or connection.scalar(same_name)
        if taken is not None:
            raise NameTaken(player.club, taken)
        ids.add(player.id)
        names[player.club, form] = player.name


def _club(row: Row[Any]) -> Club:
    return Club(row.id, row.name, row.created_at)


def _player(row: Row[Any]) -> Player:
    return Player(row.id, row.club, row.name, row.created_at)
