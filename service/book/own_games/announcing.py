"""Replaces the announced name of an own game by its declaration, because the rules do not know own games."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from engine import commands, errors
from engine.game.definition import Game
from engine.game.options import AnyOption
from engine.library import BOOK_NAMES, OWN, close_to, game_called, without_options
from engine.play.script.rule import as_announced, as_named
from engine.state import Night
from engine.strikes import Hearing
from service.book.own_games.shelf import OwnGame, as_own, meant

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


def hearing_of(command: commands.CorrectEvents, own_games: OwnGames) -> dict[int, Hearing]:
    """How the acts of a correction are heard, by index: each in the night as it stands at its place."""
    return {
        index: _hearing(change.act, own_games) for index, change in enumerate(command.changes) if change.act is not None
    }


def _hearing(act: commands.Command, own_games: OwnGames) -> Hearing:
    return lambda night: heard(act, night, own_games)


def heard(act: commands.Command, night: Night, own_games: OwnGames) -> commands.Command:
    """An act of a correction as the rules hear it in this night: with the declaration, if it announces an own game."""
    return as_declared(act, night, own_games) if isinstance(act, NamesAGame) else act


def declared(command: commands.AnnounceHand, game: Game, night: Night) -> commands.AnnounceHand:
    """The announcement with the declaration of this game, adapted to the house like the games of the rulebook it builds on."""
    return replace(command, rulebook=OWN, declaration=as_own(as_announced(game, command, night)))


def _may_be_own(command: NamesAGame) -> bool:
    """True if the name is not that of a game in a rulebook."""
    rulebook = "" if isinstance(command, commands.NameTheGame) else command.rulebook
    if command.declaration is not None or rulebook in BOOK_NAMES:
        return False
    return rulebook == OWN or (not rulebook and not game_called(command.game)[0])
