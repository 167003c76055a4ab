"""Which words of the language may stand at which place of a file, taken from the declarations themselves."""

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
from engine.speech import phrase
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


def word_of(kind: inspect.StructType) -> str:
    """The name of a word, as a file writes it."""
    return kind.cls.__name__


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
            return phrase("the word {word}", word=word_of(kind))
        case inspect.IntType():
            return phrase("a whole number")
        case inspect.StrType():
            return phrase("a text")
        case _:
            assert isinstance(kind, inspect.BoolType), "A declaration holds nothing else."
            return phrase("true or false")


assert words_in(AnyStep)["Bet"].__mro__[1] is Step
assert words_in(Best) == {"Best": Best}
