"""The sentences of all validation messages, and what a declaration expects, in words."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Literal, NamedTuple

from msgspec import inspect

from engine.game.switches import CARD_PATTERN
from engine.grammar import listed
from engine.ids import LINE, LINES
from engine.speech import say, say_number, to_say

# Patterns of the declarations in words, by what stands between ^ and $.
PATTERNS = {
    "[A-Za-z0-9_-]": to_say("{number} letters, digits, _ or -"),
    "[A-Za-z0-9]": to_say("{number} letters or digits"),
    "[a-z_]": to_say("{number} small letters or _"),
    "[A-Z]": to_say("{number} capital letters"),
}
_REPEATED = re.compile(r"\^(?P<signs>\[[^\]]+\])\{(?P<least>\d+)(?:,(?P<most>\d+))?\}\$")
CARDS = f"^{CARD_PATTERN}( {CARD_PATTERN})*$"
NAMED = {"field": to_say("field"), "parameter": to_say("parameter")}
# At most this many words are listed; of more, only the nearest.
WORDS_MOST = 8
NEAREST = 3
TOLD_MOST = 60
# The bounds of every whole number of the book, declared or not: 53 bits (RFC 8785).
INTEGER_MAX = 2**53 - 1
# From here on a bound only says what the book can hold, and is mentioned only to a sender who exceeds it.
LARGE = 10**9


class Counted(NamedTuple):
    """How to say what a place takes, by whether it says how many."""

    any: str
    at_least: str
    at_most: str
    between: str


LISTS = Counted(
    to_say("a list"),
    to_say("a list of at least {least}"),
    to_say("a list of at most {most}"),
    to_say("a list of {least} to {most}"),
)
OBJECTS = Counted(
    to_say("an object"),
    to_say("an object with at least {least} entries"),
    to_say("an object with at most {most} entries"),
    to_say("an object with {least} to {most} entries"),
)
TEXTS = Counted(
    to_say("a text"),
    to_say("a text of at least {least} characters"),
    to_say("a text of at most {most} characters"),
    to_say("a text of {least} to {most} characters"),
)


class _Unsaid:
    """Stands for a value that was not sent."""


UNSAID = _Unsaid()


def wrong_value(name: str, accepts: str, value: Any = UNSAID) -> str:
    """The sentence for a value that the field does not take."""
    if value is UNSAID:
        return say("{name} must be {accepts}.", name=name, accepts=accepts)
    return say("{name} must be {accepts}; {value} is not.", name=name, accepts=accepts, value=received(value))


def missing_field(name: str, accepts: str) -> str:
    """The sentence for a required field that is missing."""
    return say("{name} is missing; it must be {accepts}.", name=name, accepts=accepts)


def unknown_field(name: str, fields: Sequence[str], *, what: Literal["field", "parameter"] = "field") -> str:
    """The sentence for an unknown field; names the fields it may be meant for."""
    near = get_close_matches(name, fields, n=NEAREST)
    told = {"name": name[:TOLD_MOST], "what": say(NAMED[what]), "fields": listed(near or fields)}
    if near:
        return say_number(
            "There is no {what} {name} here; nearest to it is {fields}.",
            "There is no {what} {name} here; nearest to it are {fields}.",
            len(near),
            **told,
        )
    if not fields:
        return say("There is no {what} {name} here; none is taken.", **told)
    return say_number(
        "There is no {what} {name} here; there is {fields}.",
        "There is no {what} {name} here; there are {fields}.",
        len(fields),
        **told,
    )


def received(value: Any) -> str:
    """The received value as its sender knows it; a long one by its length."""
    match value:
        case str():
            return f"“{value}”" if len(value) <= TOLD_MOST else say("a text of {number} characters", number=len(value))
        case Mapping():
            return say_number("an object with {number} entry", "an object with {number} entries", len(value))
        case list() | tuple():
            return say("a list of {number}", number=len(value))
        case _:
            text = json.dumps(value, default=str)
            return text if len(text) <= TOLD_MOST else say("a number of {number} digits", number=len(text))


def expected(kind: inspect.Type | None, value: Any = UNSAID) -> str:
    """What a place takes, in words; of many allowed words, those nearest to the received value."""
    match kind:
        case inspect.IntType():
            return _whole_number(kind, value)
        case inspect.StrType():
            return _text(kind)
        case inspect.BoolType():
            return say("true or false")
        case inspect.NoneType():
            return "null"
        case inspect.LiteralType():
            return _one_of([str(one) for one in kind.values], value)
        case inspect.VarTupleType() | inspect.ListType():
            return _many(LISTS, kind.min_length, kind.max_length)
        case inspect.TupleType():
            return say("a list of {number}", number=len(kind.item_types))
        case inspect.DictType():
            return _many(OBJECTS, kind.min_length, kind.max_length)
        case inspect.StructType():
            return _object(kind)
        case inspect.Metadata():
            return expected(_as_declared(kind), value)
        case inspect.UnionType():
            return listed(list(dict.fromkeys(_each_of(kind, value))), "or")
        case _:
            return say("something else")


def _each_of(union: inspect.UnionType, value: Any) -> list[str]:
    """What each part of a union takes; all tagged objects together count as one."""
    return [
        say("an object with a type")
        if isinstance(one, inspect.StructType) and one.tag is not None
        else expected(one, value)
        for one in union.types
    ]


def _whole_number(kind: inspect.IntType, value: Any) -> str:
    least = -INTEGER_MAX if kind.ge is None else kind.ge
    most = INTEGER_MAX if kind.le is None else kind.le
    beyond = isinstance(value, int) and not isinstance(value, bool) and not -LARGE <= value <= LARGE
    if beyond or (most < LARGE and least > -LARGE):
        return say("a whole number from {least} to {most}", least=least, most=most)
    if least > -LARGE:
        return say("a whole number, at least {least}", least=least)
    return say("a whole number, at most {most}", most=most) if most < LARGE else say("a whole number")


def _as_declared(kind: inspect.Metadata) -> inspect.Type:
    """The type with the pattern that stands only in the JSON schema, because checking it while reading would be slow."""
    pattern = (kind.extra_json_schema or {}).get("pattern")
    if isinstance(kind.type, inspect.StrType) and isinstance(pattern, str):
        return inspect.StrType(pattern=pattern)
    return kind.type


def _text(kind: inspect.StrType) -> str:
    repeated = _REPEATED.fullmatch(kind.pattern or "")
    if repeated and repeated["signs"] in PATTERNS:
        least, most = repeated["least"], repeated["most"]
        number = say("{least} to {most}", least=least, most=most) if most else least
        return say(PATTERNS[repeated["signs"]], number=number)
    if kind.pattern == CARDS:
        return say("one card or more, as “Js Jh Kd”")
    told = _many(TEXTS, kind.min_length, kind.max_length)
    return say("{text} without control characters", text=told) if kind.pattern in (LINE, LINES) else told


def _many(told: Counted, least: int | None, most: int | None) -> str:
    """What a place takes, with how many it takes of it."""
    if not least and most is None:
        return say(told.any)
    if most is None:
        return say(told.at_least, least=least)
    return say(told.between, least=least, most=most) if least else say(told.at_most, most=most)


def _one_of(words: Sequence[str], value: Any) -> str:
    if len(words) <= WORDS_MOST:
        return listed([f"“{word}”" for word in words], "or")
    near = get_close_matches(value, words, n=NEAREST) if isinstance(value, str) else []
    if not near:
        return say("one of {number} words, such as “{word}”", number=len(words), word=words[0])
    return say_number(
        "one of {words} words, of which {nearest} is nearest",
        "one of {words} words, of which {nearest} are nearest",
        len(near),
        words=len(words),
        nearest=listed([f"“{word}”" for word in near]),
    )


def _object(kind: inspect.StructType) -> str:
    needed = [field.encode_name for field in kind.fields if field.required]
    if kind.tag is not None:
        needed = [str(kind.tag_field), *needed]
    return say("an object with {fields}", fields=listed(needed)) if needed else say("an object")
