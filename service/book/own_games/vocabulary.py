"""Which words may stand at which place of a file, by the declarations; and what people write instead of a key."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, reduce
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect

from engine.game.awards import Best
from engine.game.definition import Game
from engine.game.steps import AnyStep, Step
from engine.speech import phrase, to_say
from service.language.validation import kinds_of

# Keys of a file that are not fields of a declaration.
ABOUT = ("like", "options")
# Fields that the rules fill in.
NOT_SAID = ("variation_of", "with_options")


@cache
def game_fields() -> Mapping[str, Any]:
    """The keys of a game and the type of each."""
    hints = get_type_hints(Game, include_extras=True)
    fields = {name: hints[name] for name in Game.__struct_fields__ if name not in NOT_SAID}
    return fields | {"play": tuple[AnyStep, ...]}


def words_in(kind: Any) -> dict[str, type[Any]]:
    """The words that may stand for this kind of value, by name."""
    if get_origin(kind) is Annotated:
        return words_in(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        return {name: word for each in get_args(kind) for name, word in words_in(each).items()}
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return {kind.__name__: kind}
    return {}


def can_be_stated(kind: inspect.Type) -> list[inspect.Type]:
    """The types that a file can hold at a place: all but null, which is said by leaving the key out."""
    return [each for each in kinds_of(kind) if not isinstance(each, inspect.NoneType)]


def said_of(kind: inspect.Type) -> str:
    """What is accepted at a place, in words."""
    return _or([*dict.fromkeys(map(_kind_text, can_be_stated(kind)))])


def _or(parts: list[str]) -> str:
    """One of these, each said in the language that is spoken when the whole is."""
    return reduce(lambda text, part: phrase("{one} or {other}", one=text, other=part), parts)


def _kind_text(kind: inspect.Type) -> str:
    match kind:
        case inspect.LiteralType():
            return _or([f'"{value}"' for value in kind.values])
        case inspect.VarTupleType():
            return phrase("an array of {items}", items=said_of(kind.item_type))
        case inspect.TupleType():
            return phrase(
                "an array of {number}, each {item}", number=len(kind.item_types), item=said_of(kind.item_types[0])
            )
        case inspect.StructType(tag=None):
            return phrase("a table with {fields}", fields=", ".join(field.encode_name for field in kind.fields))
        case inspect.StructType():
            return phrase("the word {word}", word=kind.cls.__name__)
        case inspect.IntType():
            return phrase("a whole number")
        case inspect.StrType():
            return phrase("a text")
        case _:
            assert isinstance(kind, inspect.BoolType), "A declaration holds nothing else."
            return phrase("true or false")


assert words_in(AnyStep)["Bet"].__mro__[1] is Step
assert words_in(Best) == {"Best": Best}


# For each word, in small letters: the key, and how to use it.
_SEATS = to_say("the least and greatest number of players is seats = [3, 7]")
_FORCED = to_say('an ante or other forced bet is forced = { type = "Ante", chips = 1 }')
_LIKE = to_say('the game of a rulebook that it is based on is like = "Three Card Draw"')
_PLAY = to_say('the script is play = [{ type = "Deal", down = 5 }, "Bet"]')
_WILD = to_say('wild cards are wild = "J"')
_LIMIT = to_say('the most a bet may be is limit = { type = "HouseLimit", most = 10 }')
_AWARD = to_say('who the pot goes to is award = { type = "Best" }')
_DECK = to_say('the pack is deck = { name = "french-52" }')
_BOARD = to_say('how shared cards lie is board = { spots = "a b c" }')
_OPTIONS = to_say('options that are always played are options = ["HighLow"]')
_NAME = to_say('its name is name = "Friday Draw"')

SYNONYMS = {
    "players": _SEATS,
    "player": _SEATS,
    "min_players": _SEATS,
    "max_players": _SEATS,
    "ante": _FORCED,
    "antes": _FORCED,
    "bring_in": _FORCED,
    "blind": to_say('blinds are forced = { type = "Blinds", small = 1, big = 2 }'),
    "blinds": to_say('blinds are forced = { type = "Blinds", small = 1, big = 2 }'),
    "base": _LIKE,
    "based_on": _LIKE,
    "extends": _LIKE,
    "from": _LIKE,
    "parent": _LIKE,
    "variant": _LIKE,
    "variation_of": _LIKE,
    "steps": _PLAY,
    "script": _PLAY,
    "rounds": _PLAY,
    "deal": _PLAY,
    "cards": _PLAY,
    "joker": _WILD,
    "jokers": _WILD,
    "wilds": _WILD,
    "wild_cards": _WILD,
    "wildcards": to_say('wildcards in the pack are deck = { name = "french-52", wildcards = 2 }'),
    "betting": _LIMIT,
    "bet": _LIMIT,
    "max_bet": _LIMIT,
    "limits": _LIMIT,
    "pot": _AWARD,
    "split": _AWARD,
    "winner": _AWARD,
    "showdown": to_say('how a hand is claimed is claims = { type = "CardsSpeak" }'),
    "hands": to_say('how hands compare is scale = { type = "Poker" }'),
    "ranking": to_say('how hands compare is scale = { type = "Poker" }'),
    "pack": _DECK,
    "layout": _BOARD,
    "community": _BOARD,
    "option": _OPTIONS,
    "with_options": _OPTIONS,
    "title": _NAME,
    "game": _NAME,
    "book": to_say('the rulebook is rulebook = "enemaerke"'),
    "rules": to_say('the rulebook is rulebook = "enemaerke"'),
    "all_in": to_say('how one out of chips goes on is short = "all-in"'),
    "opener": to_say('who opens is opens = { type = "NextToDealer" }'),
    "dealer": to_say('who deals next is next_dealer = "winner"'),
    "order": to_say('the way betting runs is direction = "left"'),
}


def meant_by(key: str) -> str:
    """How to say what people call by this word; empty if the word is not known."""
    return SYNONYMS.get(key.strip().casefold().replace("-", "_").replace(" ", "_"), "")
