"""The club's own games as its stream has them: every version, the newest on the shelf, and as a hand of one is announced.

The rules do not know own games, so the name in an announcement is replaced by the declaration.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec.structs import replace

from engine import commands, errors
from engine.club.state import GameVersion
from engine.game.definition import Game
from engine.game.options import AnyOption
from engine.library import BOOK_NAMES, OWN, close_to, game_called, letters, without_options
from engine.play.script.rule import as_announced, as_named
from engine.state import Night

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


# A function that returns the own games of the club with that id.
OwnGames = Callable[[str], Sequence[OwnGame]]
NamesAGame = commands.AnnounceHand | commands.NameTheGame


def as_declared(command: NamesAGame, night: Night, own_games: OwnGames) -> NamesAGame:
    """The announcement of an own game with its declaration; that of another game unchanged.

    A command that the rules refuse before they look at the game (play has ended, a hand is being played) is unchanged too.
    """
    if not _may_be_own(command):
        return command
    names = isinstance(command, commands.NameTheGame)
    if night.opened is None or night.phase != "open" or (night.hand is not None) != names:
        return command
    own = own_games(night.opened.club)
    options: tuple[AnyOption, ...] = ()
    result = meant(command.game, own)
    if result is None:
        options, rest = without_options(command.game)
        result = meant(rest, own)
    if result is None:
        raise errors.UnknownGame(game=command.game, close=list(close_to(command.game, [one.game for one in own])))
    command = replace(command, game=result.game.name, options=(*options, *command.options))
    if isinstance(command, commands.NameTheGame):
        return replace(command, declaration=as_own(as_named(result.resolved, command, night)))
    return declared(command, result.resolved, night)


def declared(command: commands.AnnounceHand, game: Game, night: Night) -> commands.AnnounceHand:
    """The announcement with the declaration of this game, adapted to the house like the games of the rulebook it builds on."""
    return replace(command, rulebook=OWN, declaration=as_own(as_announced(game, command, night)))


def _may_be_own(command: NamesAGame) -> bool:
    """True if the name is not that of a game in a rulebook."""
    rulebook = "" if isinstance(command, commands.NameTheGame) else command.rulebook
    if command.declaration is not None or rulebook in BOOK_NAMES:
        return False
    return rulebook == OWN or (not rulebook and not game_called(command.game)[0])
