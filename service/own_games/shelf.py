"""The club's own games: added from TOML, each text of the same name as the next version, and retired.

A hand keeps the declaration it was played under, so a new version is for new hands only.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection

from engine.game.definition import Game
from engine.library import letters, named
from engine.simulate.trial import trial
from service.db import Database
from service.errors import BadGameFile, BookDamaged, GameExists
from service.own_games.reading import read_game
from service.store.chain import canonical
from service.store.idempotency import once
from service.store.own_games import GameVersion, newest_games, take_turn, version_of, versions_of, write_version

# The rulebook name of every own game, whatever rulebook its file builds on.
OWN = "own"
_AGAIN = "again"


@dataclass(frozen=True, slots=True)
class OwnGame:
    """One version of an own game: the row as kept, and the game as its rulebook resolves it."""

    kept: GameVersion
    resolved: Game

    @property
    def game(self) -> Game:
        """The game as it is explained and played: one of the club's own."""
        return as_own(self.resolved)


@dataclass(frozen=True, slots=True)
class Added:
    """The result of adding a text; `new` is false if the newest version already says the same."""

    game: OwnGame
    new: bool


def as_own(game: Game) -> Game:
    """The game as one of the club's own."""
    return replace(game, rulebook=OWN)


def own_games(database: Database, club: str) -> tuple[OwnGame, ...]:
    """Every own game of the club in its newest version, by name, without retired ones."""
    return tuple(_opened(database, kept) for kept in newest_games(database, club) if not kept.retires)


def all_versions(database: Database, club: str, name: str) -> tuple[OwnGame, ...]:
    """Every version of the game of this name, the newest last, even of a retired game; empty if there is no such game."""
    return tuple(_opened(database, kept) for kept in versions_of(database, club, letters(name)) if not kept.retires)


def retired_since(database: Database, club: str, name: str) -> str | None:
    """When the game of this name was retired; None if it was not."""
    versions = versions_of(database, club, letters(name))
    return versions[-1].added_at if versions and versions[-1].retires else None


def retire_game(
    database: Database, club: str, name: str, *, at: str, key: str = "", digest: str = ""
) -> GameVersion | None:
    """Takes the game off the club's shelf. Returns None if the shelf has no game of this name.

    A repeated `key` gets the first answer. The game can no longer be announced and is no longer offered. Hands played by it
    keep their rules, and its name may be added again.
    """
    compared = letters(name)
    answer = once(database, club, key, digest, lambda connection: _retire(connection, club, compared, at))
    with database.reading() as connection:
        return version_of(connection, club, compared, int(answer)) if answer else None


def _retire(connection: Connection, club: str, compared: str, at: str) -> str:
    """The number of the version that retires the game; empty if there is no game to retire."""
    take_turn(connection, club)
    newest = version_of(connection, club, compared)
    if newest is None or newest.retires:
        return ""
    number = newest.version + 1
    write_version(connection, GameVersion(club, compared, number, newest.name, "", "", at))
    return str(number)


def meant(name: str, own: Sequence[OwnGame]) -> OwnGame | None:
    """The own game of exactly this name, ignoring case and punctuation; None if there is none."""
    return next((one for one in own if one.kept.compared == letters(name)), None)


def checked(text: str) -> Game:
    """The game that the text declares, after a trial. Refuses an unsound game and the name of a rulebook's game."""
    game = read_game(text)
    for known in named(game.name):
        raise GameExists(name=game.name, game=known.name, rulebook=known.rulebook)
    for finding in trial(as_own(game)):
        raise BadGameFile(line=1, key="the game", problem=f"{finding.sentence} ({finding.code})")
    return game


def add_game(database: Database, club: str, text: str, *, at: str, key: str = "", digest: str = "") -> Added:
    """Puts the game that the text declares on the club's shelf, or refuses it. A repeated `key` gets the first answer.

    Refuses the name of a game in a rulebook, and every other name by which people call it.
    """
    game = checked(text)
    first = GameVersion(club, letters(game.name), 1, game.name, text, canonical(msgspec.to_builtins(game)), at)
    answer = once(database, club, key, digest, lambda connection: _write(connection, first))
    number, _, said = answer.partition(" ")
    with database.reading() as connection:
        kept = version_of(connection, club, first.compared, int(number))
    assert kept is not None, "What was answered is never deleted."
    return Added(_opened(database, kept), new=said != _AGAIN)


def _write(connection: Connection, wanted: GameVersion) -> str:
    """The number of the version that holds the text, followed by a word if the version was there before."""
    take_turn(connection, wanted.club)
    newest = version_of(connection, wanted.club, wanted.compared)
    if newest is not None and newest.source == wanted.source:
        return f"{newest.version} {_AGAIN}"
    number = newest.version + 1 if newest else 1
    write_version(connection, dataclasses.replace(wanted, version=number))
    return str(number)


def _opened(database: Database, kept: GameVersion) -> OwnGame:
    try:
        return OwnGame(kept, msgspec.json.decode(kept.declaration, type=Game))
    except msgspec.DecodeError as problem:
        reason = f"version {kept.version} of the game {kept.name} cannot be read: {problem}"
        raise BookDamaged(database.place, reason) from problem
