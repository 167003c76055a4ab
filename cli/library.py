"""The games of all rulebooks and the club's own: a list, and the rules of one."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cli.errors import CliError
from engine.game.definition import Game
from engine.game.english import Summary, explain, summary
from engine.library import GAMES, aliases, close_to, letters, search


class GameText(msgspec.Struct, frozen=True, kw_only=True):
    """One game and its rules to read aloud."""

    name: str
    rulebook: str
    rules: str


def games_like(words: str, own: Sequence[Game] = ()) -> list[Summary]:
    """The games whose names or rulebook contain every one of the words, own games last; all games if there are no words."""
    wanted = letters(words).split()
    return [summary(game) for game in (*GAMES, *own) if all(word in _words_of(game) for word in wanted)]


def _words_of(game: Game) -> str:
    return letters(" ".join((game.name, game.rulebook, *aliases(game))))


def rules_of(name: str, own: Sequence[Game] = ()) -> list[GameText]:
    """The rules of the game of this name; of several games only if each has exactly this name."""
    found = games_called(name, own=own)
    return [GameText(name=game.name, rulebook=game.rulebook, rules=explain(game)) for game in found]


def games_called(name: str, rulebook: str = "", own: Sequence[Game] = ()) -> tuple[Game, ...]:
    """The game of this name, that of the given rulebook first; several only if each has exactly this name."""
    found = search(name, rulebook, own)
    if not found:
        close = " or ".join(close_to(name, own))
        hint = f"did you mean {close}?" if close else "`chipbook games` lists them."
        raise CliError("unknown_game", f"There is no game called “{name}”; {hint}", details={"game": name})
    if len({letters(game.name) for game in found}) > 1:
        listed = ", ".join(game.name for game in found[:8])
        details = {"game": name, "games": [game.name for game in found]}
        raise CliError("ambiguous_game", f"“{name}” may mean {listed}; type more of the name.", details=details)
    return found
