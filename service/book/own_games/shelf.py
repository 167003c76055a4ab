"""The club's own games as its stream has them: every version, the newest on the shelf, and what a check found wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from engine.club.state import GameVersion as Declared
from engine.game.definition import Game
from engine.library import OWN, letters

if TYPE_CHECKING:
    # What only lists games opens no book.
    from service.book.club_handler import LoadedClub


from typing import NamedTuple


class GameVersion(msgspec.Struct, frozen=True):
    """One version: `compared` is the name as it is compared, `source` the TOML; a version without a text retires the game."""

    club: str
    compared: str
    version: int
    name: str
    source: str
    added_at: str

    @property
    def retires(self) -> bool:
        """True if the game is not offered from this version on, until its name is added again."""
        return not self.source


class OwnGame(msgspec.Struct, frozen=True):
    """One version of an own game, and the game as its rulebook resolves it."""

    kept: GameVersion
    resolved: Game

    @property
    def game(self) -> Game:
        """The game as it is explained and played: one of the club's own."""
        return as_own(self.resolved)


def as_own(game: Game) -> Game:
    """The game as one of the club's own."""
    return replace(game, rulebook=OWN)


def own_games(loaded: LoadedClub) -> tuple[OwnGame, ...]:
    """Every own game of the club in its newest version, by name, without retired ones."""
    newest = (versions[-1] for _, versions in sorted(loaded.club.games.items()))
    return tuple(game for one in newest if (game := opened_version(loaded, one)))


def all_versions(loaded: LoadedClub, name: str) -> tuple[OwnGame, ...]:
    """Every version of the game of this name, the newest last, even of a retired game; empty if there is no such game."""
    versions = loaded.club.games.get(letters(name), ())
    return tuple(game for one in versions if (game := opened_version(loaded, one)))


def retired_since(loaded: LoadedClub, name: str) -> str | None:
    """When the game of this name was retired; None if it was not."""
    versions = loaded.club.games.get(letters(name), ())
    return loaded.recorded_at(versions[-1].since) if versions and versions[-1].declaration is None else None


def meant(name: str, own: Sequence[OwnGame]) -> OwnGame | None:
    """The own game of exactly this name, ignoring case and punctuation; None if there is none."""
    return next((one for one in own if one.kept.compared == letters(name)), None)


def opened_version(loaded: LoadedClub, version: Declared) -> OwnGame | None:
    """The version with its game; None for one that retires the game."""
    return None if version.declaration is None else OwnGame(kept_version(loaded, version), version.declaration)


def kept_version(loaded: LoadedClub, version: Declared) -> GameVersion:
    """The version as it is told: without its game."""
    return GameVersion(
        club=loaded.club_id,
        compared=letters(version.name),
        version=version.version,
        name=version.name,
        source=version.source,
        added_at=loaded.recorded_at(version.since),
    )


class Flaw(NamedTuple):
    """A fault. `version` is that of the game, or the number of the event that announces a hand."""

    version: int
    sentence: str


class Checked(NamedTuple):
    """Every version that can be read, with its game as its rulebook resolves it, and the faults of the others."""

    sound: tuple[tuple[GameVersion, Game], ...]
    flaws: tuple[Flaw, ...]
