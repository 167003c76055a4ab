"""Which words of the language may stand at which place of a file, taken from the declarations themselves."""

from __future__ import annotations

from collections.abc import Mapping
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from engine.game.awards import Best
from engine.game.definition import Game
from engine.game.steps import AnyStep, Step

# Keys of a file that are not fields of a declaration.
ABOUT = ("like", "options")
# Fields that the rules fill in.
NOT_SAID = ("variation_of", "with_options")


def fields_of(kind: type[Any]) -> Mapping[str, Any]:
    """The fields of a word and the type of each, without the bounds of numbers."""
    hints = get_type_hints(kind)
    return {name: hints[name] for name in kind.__struct_fields__}


def game_fields() -> Mapping[str, Any]:
    """The keys of a game and the type of each."""
    fields = {name: kind for name, kind in fields_of(Game).items() if name not in NOT_SAID}
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


def is_tagged(kind: type[Any]) -> bool:
    """True if the word must be named (`type = "Bet"`); a layout and a deck are the only ones of their kind."""
    return kind.__struct_config__.tag is not None


def of_each(kind: Any) -> Any:
    """The kind of the values in an array; None if no array may stand there."""
    arguments = get_args(kind)
    if get_origin(kind) is tuple and arguments[-1:] == (Ellipsis,):
        return arguments[0]
    return None


def said_of(kind: Any) -> str:
    """What is accepted at a place, in words."""
    if get_origin(kind) is Annotated:
        return said_of(get_args(kind)[0])
    if get_origin(kind) is Literal:
        return " or ".join(f'"{value}"' for value in get_args(kind))
    if get_origin(kind) in (Union, UnionType):
        told = [said_of(each) for each in get_args(kind) if each is not type(None)]
        return " or ".join(dict.fromkeys(told))
    if get_origin(kind) is tuple:
        each = get_args(kind)
        several = "" if Ellipsis in each else f"{len(each)}, each "
        return f"an array of {several}{said_of(each[0])}"
    if words_in(kind):
        return f"the word {kind.__name__}" if is_tagged(kind) else f"a table with {', '.join(fields_of(kind))}"
    return {int: "a whole number", str: "a text", bool: "true or false"}.get(kind, str(kind))


assert words_in(AnyStep)["Bet"].__mro__[1] is Step
assert words_in(Best) == {"Best": Best}
