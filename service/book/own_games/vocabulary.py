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


def accepted_text(kind: inspect.Type) -> str:
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
            return phrase("an array of {items}", items=accepted_text(kind.item_type))
        case inspect.TupleType():
            return phrase(
                "an array of {number}, each {item}", number=len(kind.item_types), item=accepted_text(kind.item_types[0])
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


# What people write instead of a key, in small letters, by how to use that key.
_MEANT = {
    to_say("the least and greatest number of players is seats = [3, 7]"): "players player min_players max_players",
    to_say('an ante or other forced bet is forced = { type = "Ante", chips = 1 }'): "ante antes bring_in",
    to_say('blinds are forced = { type = "Blinds", small = 1, big = 2 }'): "blind blinds",
    to_say(
        'the game of a rulebook that it is based on is like = "Three Card Draw"'
    ): "base based_on extends from parent variant variation_of",
    to_say('the script is play = [{ type = "Deal", down = 5 }, "Bet"]'): "steps script rounds deal cards",
    to_say('wild cards are wild = "J"'): "joker jokers wilds wild_cards",
    to_say('wildcards in the pack are deck = { name = "french-52", wildcards = 2 }'): "wildcards",
    to_say('the most a bet may be is limit = { type = "HouseLimit", most = 10 }'): "betting bet max_bet limits",
    to_say('who the pot goes to is award = { type = "Best" }'): "pot split winner",
    to_say('how a hand is claimed is claims = { type = "CardsSpeak" }'): "showdown",
    to_say('how hands compare is scale = { type = "Poker" }'): "hands ranking",
    to_say('the pack is deck = { name = "french-52" }'): "pack",
    to_say('how shared cards lie is board = { spots = "a b c" }'): "layout community",
    to_say('options that are always played are options = ["HighLow"]'): "option with_options",
    to_say('its name is name = "Friday Draw"'): "title game",
    to_say('the rulebook is rulebook = "enemaerke"'): "book rules",
    to_say('how one out of chips goes on is short = "all-in"'): "all_in",
    to_say('who opens is opens = { type = "NextToDealer" }'): "opener",
    to_say('who deals next is next_dealer = "winner"'): "dealer",
    to_say('the way betting runs is direction = "left"'): "order",
}
SYNONYMS = {word: meant for meant, words in _MEANT.items() for word in words.split()}


def meant_by(key: str) -> str:
    """How to say what people call by this word; empty if the word is not known."""
    return SYNONYMS.get(key.strip().casefold().replace("-", "_").replace(" ", "_"), "")
