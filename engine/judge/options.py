"""Finds the game of a case by name, with the options and wild cards announced."""

from collections.abc import Sequence

from engine import errors, words
from engine.game.definition import Game
from engine.game.options import AnyOption
from engine.game.said import option_said, wild_said
from engine.judge.case import Case
from engine.library import BOOK_NAMES, close_to, letters, named, search, without_options
from engine.play.script.rule import judged_by, with_options


def game_of(case: Case, own: Sequence[Game] = ()) -> Game:
    """The game the case is judged by; `own` are games in addition to those of the rulebooks."""
    game, named_before = _found(case.game, case.rulebook, own)
    options = [*named_before]
    options += [option_said(said, game) if isinstance(said, str) else said for said in case.options]
    if case.wild:
        options.append(wild_said(case.wild, game))
    dictionary = words.called(case.dictionary) if case.dictionary else ""
    return with_options(judged_by(game, dictionary), options)


def _found(name: str, rulebook: str, own: Sequence[Game]) -> tuple[Game, tuple[AnyOption, ...]]:
    """The game, and the options said before its name: "hot longhorn stud"."""
    books = list(dict.fromkeys((*BOOK_NAMES, *(game.rulebook for game in own))))
    if rulebook and rulebook not in books:
        raise errors.UnknownRulebook(rulebook=rulebook, known=books)
    meant = named(name, rulebook, own) or search(name, rulebook, own)
    options: tuple[AnyOption, ...] = ()
    if not meant:
        options, rest = without_options(name)
        meant = named(rest, rulebook, own) or search(rest, rulebook, own) if options else ()
    found = [game for game in meant if rulebook in ("", game.rulebook)]
    if not found:
        raise errors.UnknownGame(game=name, close=list(close_to(name, own)))
    if len({letters(game.name) for game in found}) > 1:
        raise errors.GameIsAmbiguous(game=name, games=[game.name for game in found[:8]])
    return found[0], options
