"""Which game a case is about: found by name, with the options and wild cards that were announced."""

import re
from collections.abc import Sequence
from typing import Any, get_args

import msgspec

from engine import errors
from engine.cards.card import RANKS
from engine.game.definition import Game
from engine.game.options import INSTEAD, AnyOption, Wild
from engine.game.wilds import AnyWildRule, Cards, Spots
from engine.hand.announcing import with_options
from engine.judge.case import Case
from engine.library import BOOK_NAMES, close_to, letters, named, search


def _dashed(kind: type[Any]) -> str:
    """`HighLow` is said "high-low", `HotNSours` "hot-n-sours"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", kind.__name__).casefold()


OPTIONS: dict[str, type[Any]] = {_dashed(kind): kind for kind in get_args(AnyOption)}


def game_of(case: Case, own: Sequence[Game] = ()) -> Game:
    """The declaration the hand is judged by; `own` are games besides those of the rulebooks."""
    game = _found(case.game, case.rulebook, own)
    options = [_option(said, game) if isinstance(said, str) else said for said in case.options]
    if case.wild:
        options.append(_wild(case.wild, game))
    return with_options(game, options)


def _found(name: str, rulebook: str, own: Sequence[Game]) -> Game:
    books = list(dict.fromkeys((*BOOK_NAMES, *(game.rulebook for game in own))))
    if rulebook and rulebook not in books:
        raise errors.UnknownRulebook(rulebook=rulebook, known=books)
    meant = named(name, rulebook, own) or search(name, rulebook, own)
    found = [game for game in meant if rulebook in ("", game.rulebook)]
    if not found:
        raise errors.UnknownGame(game=name, close=list(close_to(name, own)))
    if len({letters(game.name) for game in found}) > 1:
        raise errors.GameIsAmbiguous(game=name, games=[game.name for game in found[:8]])
    return found[0]


def _option(said: str, game: Game) -> AnyOption:
    """`psychology`, `high-low`, `wild 2 Js`, `wild 7 instead`, `exchange 4`; spaces and slashes do for the dash."""
    wanted = re.sub(r"[\s/_]+", "-", said.strip().casefold())
    # Hot-n-sours is not hot: where one name begins another, the longer one is meant.
    for name, kind in sorted(OPTIONS.items(), key=lambda option: len(option[0]), reverse=True):
        if wanted == name or wanted.startswith(name + "-"):
            argument = said.strip()[len(name) :].strip()
            return _made(kind, argument, game, said)
    raise errors.UnknownOption(option=said, known=list(OPTIONS))


def _made(kind: type[Any], argument: str, game: Game, said: str) -> AnyOption:
    fields: Sequence[str] = kind.__struct_fields__
    if kind is Wild and argument:
        return _wild(argument, game)
    if len(fields) != bool(argument):
        raise errors.UnknownOption(option=said, known=list(OPTIONS))
    try:
        made: AnyOption = msgspec.convert(dict.fromkeys(fields, argument) | {"type": kind.__name__}, kind, strict=False)
    except msgspec.ValidationError:
        raise errors.UnknownOption(option=said, known=list(OPTIONS)) from None
    return made


def _wild(said: str, game: Game) -> Wild:
    """`2 Js`, or `7 instead` of what else is wild in the game."""
    *names, last = said.replace(",", " ").split() or [said]
    instead = bool(names) and last.casefold() == INSTEAD
    return Wild(_wild_rule(" ".join(names) if instead else said, game), instead=instead)


def _wild_rule(said: str, game: Game) -> AnyWildRule:
    """Ranks or cards, "2 Js", or the places of shared cards, "at spit"; places need no "at" where no card is so called."""
    words = said.replace(",", " ").split()
    places = words[1:] if words[:1] == ["at"] else words
    assert game.deck is not None
    cards = {card.casefold(): card for card in (*game.deck.cards, *RANKS)}
    if words[:1] == ["at"] or all(word in game.spots and word.casefold() not in cards for word in places):
        for place in places:
            if place not in game.spots:
                raise errors.UnknownSpot(spot=place, game=game.name, spots=list(game.spots))
        return Spots(" ".join(places))
    return Cards(" ".join(cards.get(word.casefold(), word) for word in words))
