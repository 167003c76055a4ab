"""The club's own games as its stream has them: every version, the newest on the shelf, and what a check found wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec.structs import replace

from engine.club.state import GameVersion
from engine.game.definition import Game
from engine.library import OWN, letters

if TYPE_CHECKING:
    # What only lists games opens no book.
    from service.book.club_handler import LoadedClub


class OwnGame(msgspec.Struct, frozen=True):
    """One version of an own game: `source` is its TOML, and `resolved` the game as its rulebook resolves it."""

    club: str
    version: int
    name: str
    source: str
    added_at: str
    resolved: Game

    @property
    def compared(self) -> str:
        """The name as it is compared."""
        return letters(self.name)

    @property
    def game(self) -> Game:
        """The game as it is explained and played: one of the club's own."""
        return as_own(self.resolved)


def as_own(game: Game) -> Game:
    """The game as one of the club's own."""
    return replace(game, rulebook=OWN)


def own_games(loaded: LoadedClub) -> tuple[OwnGame, ...]:
    """Every own game of the club in its newest version, by name, without retired ones."""
    return _declared(loaded, [versions[-1] for _, versions in sorted(loaded.club.games.items())])


def all_versions(loaded: LoadedClub, name: str) -> tuple[OwnGame, ...]:
    """Every version of the game of this name, the newest last, even of a retired game; empty if there is no such game."""
    return _declared(loaded, loaded.club.games.get(letters(name), ()))


def _declared(loaded: LoadedClub, versions: Sequence[GameVersion]) -> tuple[OwnGame, ...]:
    """These versions with their games, without those that retire one."""
    return tuple(
        OwnGame(loaded.club_id, one.version, one.name, one.source, loaded.recorded_at(one.since), one.declaration)
        for one in versions
        if one.declaration is not None
    )


def retired_since(loaded: LoadedClub, name: str) -> str | None:
    """When the game of this name was retired; None if it was not."""
    versions = loaded.club.games.get(letters(name), ())
    return loaded.recorded_at(versions[-1].since) if versions and versions[-1].declaration is None else None


def meant(name: str, own: Sequence[OwnGame]) -> OwnGame | None:
    """The own game of exactly this name, ignoring case and punctuation; None if there is none."""
    return next((one for one in own if one.compared == letters(name)), None)


class Flaw(NamedTuple):
    """A fault. `version` is that of the game, or the number of the event that announces a hand."""

    version: int
    sentence: str


class Checked(NamedTuple):
    """Every version that declares a game, and the faults."""

    sound: tuple[OwnGame, ...]
    flaws: tuple[Flaw, ...]
