"""The games of all rulebooks and the club's own: a list, and the rules of one."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game.definition import Game
from engine.library import GAMES, aliases, close_to, letters, named, search
from service.app.refusals import AmbiguousGame, UnknownGame
from service.reports.views.games import GameMissing, GameRules, Games, games_view, rules_view


def games_like(words: str, own: Sequence[Game] | None = None) -> Games:
    """The games whose names or rulebook contain every one of the words; all games if there are no words.

    The `own` games of a club come last; None if no club is meant.
    """
    wanted = letters(words).split()
    return games_view((game for game in (*GAMES, *(own or ())) if all(word in _words_of(game) for word in wanted)), own)


def games_about(words: str) -> Games:
    """The games whose names contain every one of the words, or whose rules do in the language that is spoken."""
    wanted, stated = letters(words).split(), words.casefold().split()
    return games_view(
        (
            game
            for game in GAMES
            if (wanted and all(word in _words_of(game) for word in wanted)) or _rules_say(game, stated)
        ),
        None,
    )


def _rules_say(game: Game, words: Sequence[str]) -> bool:
    if not words:
        return True
    rules = rules_view(game).rules.casefold()
    return all(word in rules for word in words)


def games_meant(text: str | None, *, rulebook: str | None = None, own: Sequence[Game] | None = None) -> Games:
    """The games of one rulebook or of all; with a text, those that it may mean: a name, its beginning, a part or its initials."""
    games = search(text, rulebook or "", own or ()) if text else (*GAMES, *(own or ()))
    return games_view((game for game in games if rulebook in (None, game.rulebook)), own)


def games_to_choose(text: str, own: Sequence[Game]) -> Games:
    """The games that these letters may mean, as a table says them; then the others whose names contain the words."""
    meant = tuple(search(text, "", own)) if text else ()
    known = {(game.rulebook, game.name) for game in meant}
    wanted = letters(text).split()
    others = (game for game in (*GAMES, *own) if (game.rulebook, game.name) not in known)
    return games_view((*meant, *(game for game in others if all(word in _words_of(game) for word in wanted))), own)


def one_game(rulebook: str, name: str) -> GameRules:
    """The rules of the game with that name in that rulebook. Refuses one that is not there (GameMissing)."""
    return rules_view(game_of(rulebook, name))


def game_of(rulebook: str, name: str, own: Sequence[Game] = ()) -> Game:
    """The game with that name in that rulebook. Refuses one that is not there (GameMissing)."""
    result = next((game for game in named(name, rulebook, own) if game.rulebook == rulebook), None)
    if result is None:
        raise GameMissing(game=name, rulebook=rulebook)
    return result


def _words_of(game: Game) -> str:
    return letters(" ".join((game.name, game.rulebook, *aliases(game))))


def rules_of(name: str, own: Sequence[Game] = ()) -> list[GameRules]:
    """The rules of the game of this name; of several games only if each has exactly this name."""
    games = games_called(name, own=own)
    return [rules_view(game) for game in games]


def games_called(name: str, rulebook: str = "", own: Sequence[Game] = ()) -> tuple[Game, ...]:
    """The game of this name, that of the given rulebook first; several only if each has exactly this name."""
    games = search(name, rulebook, own)
    if not games:
        raise UnknownGame(name, list(close_to(name, own)))
    if len({letters(game.name) for game in games}) > 1:
        raise AmbiguousGame(name, [game.name for game in games])
    return games
