"""The games of all rulebooks and the club's own: a list, and the rules of one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

from engine.game.definition import Game
from engine.game.rules_text import NO_WILD_CARDS
from engine.judge import Case, Judgement, judge
from engine.judge.case import game_of as game_of_case
from engine.library import GAMES, aliases, close_to, letters, most_known, named, search
from engine.speech import say, say_as, to_say_as
from engine.wording import option_called
from service.app.refusals import AmbiguousGame, UnknownGame
from service.language.languages import ENGLISH, LANGUAGES, Language, in_language, language_spoken
from service.reports.views.games import (
    GameMissing,
    GameRules,
    Games,
    games_view,
    in_its_words,
    rules_view,
    switches_for,
)

# For translators: what people type for the same thing, first what stands in all that the rules say of it.
CALLED_ALIKE = (
    to_say_as("search", "wild / wild cards / wild card"),
    to_say_as("search", "split pairs / split pair"),
)


def games_like(words: str, own: Sequence[Game] | None = None) -> Games:
    """The games whose names or rulebook contain every one of the words, or else those of which they are said.

    All games if there are no words. The `own` games of a club come last; None if no club is meant.
    """
    wanted = _wanted(words)
    named = [game for game in (*GAMES, *(own or ())) if all(word in _words_of(game) for word in wanted)]
    # What the rules say in several words is looked for in all rules.
    of_the_rules = not named or any(" " in word for word in wanted)
    return games_view(_about(wanted) if of_the_rules else named, own)


def games_about(words: str) -> Games:
    """The games of which every one of the words is said: in a name, or in the rules as they are read here or in English."""
    return games_view(_about(_wanted(words)), None)


def _about(wanted: Sequence[str]) -> Iterable[Game]:
    here = {ENGLISH.code: ENGLISH, language_spoken().code: language_spoken()}.values()
    return (game for game in GAMES if all(_is_mentioned(word, game, here) for word in wanted))


def _wanted(words: str) -> list[str]:
    """The words, with what the rules say for what is only another one for the same thing; several such are one."""
    text = letters(words)
    for alike in CALLED_ALIKE:
        called = [letters(one) for one in say_as("search", alike).split("/")]
        text = re.sub(rf"\b(?:{'|'.join(called)})\b", called[0].replace(" ", "_"), text)
    return [word.replace("_", " ") for word in text.split()]


def _is_mentioned(word: str, game: Game, languages: Iterable[Language]) -> bool:
    return word in _words_of(game) or any(
        word in _texts_of(game.rulebook, game.name, language.code) for language in languages
    )


@cache
def _texts_of(rulebook: str, name: str, language: str) -> str:
    """What a reader of this language is told of a game of a rulebook: its rules, its wild cards, what its dealer may say."""
    with in_language(LANGUAGES[language]):
        rules_text = rules_view(game_of(rulebook, name))
        spoken = (option_called(type(option).__name__) for option in switches_for(game_of(rulebook, name)))
        # Nobody looks for a game by what it does not have.
        rules = rules_text.rules.replace(say(NO_WILD_CARDS), "")
        return letters(" ".join((rules, rules_text.summary.wild, *spoken)))


def games_meant(text: str | None, *, rulebook: str | None = None, own: Sequence[Game] | None = None) -> Games:
    """The games of one rulebook or of all; with a text, those that it may mean: a name, its beginning, a part or its initials."""
    games = search(text, rulebook or "", own or ()) if text else (*GAMES, *(own or ()))
    return games_view((game for game in games if rulebook in (None, game.rulebook)), own)


def games_to_choose(text: str, own: Sequence[Game], rulebook: str) -> Games:
    """The games that these letters may mean, as a table says them; then the others whose names contain the words.

    Of both, the games that most tables know under this rulebook come first.
    """
    meant = tuple(search(text, "", own)) if text else ()
    known = {(game.rulebook, game.name) for game in meant}
    wanted = letters(text).split()
    others = (game for game in (*GAMES, *own) if (game.rulebook, game.name) not in known)
    matches = (*meant, *(game for game in others if all(word in _words_of(game) for word in wanted)))
    usual = [(game.rulebook, game.name) for game in most_known(rulebook)]
    return games_view(sorted(matches, key=lambda game: (game.rulebook, game.name) not in usual), own)


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


def judged(case: Case, own: Sequence[Game] = ()) -> Judgement:
    """The judgement of a case, in the words of its game's rulebook. Refuses a case that does not fit its game."""
    with in_its_words(game_of_case(case, own)):
        return judge(case, own)
