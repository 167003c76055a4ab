"""The sentences of all validation messages, and what a declaration expects, in words."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from msgspec import inspect

from engine.game.switches import CARD_PATTERN

# Patterns of the declarations in words, by what stands between ^ and $; {} is the number.
PATTERNS = {
    "[A-Za-z0-9_-]": "{} letters, digits, _ or -",
    "[A-Za-z0-9]": "{} letters or digits",
    "[a-z_]": "{} small letters or _",
    "[A-Z]": "{} capital letters",
}
_REPEATED = re.compile(r"\^(?P<signs>\[[^\]]+\])\{(?P<least>\d+)(?:,(?P<most>\d+))?\}\$")
CARDS = f"^{CARD_PATTERN}( {CARD_PATTERN})*$"
# At most this many words are listed; of more, only the nearest.
WORDS_MOST = 8
NEAREST = 3
TOLD_MOST = 60
# The bounds of every whole number of the book, declared or not: 53 bits (RFC 8785).
INTEGER_MAX = 2**53 - 1
# From here on a bound only says what the book can hold, and is mentioned only to a sender who exceeds it.
LARGE = 10**9


class _Unsaid:
    """Stands for a value that was not sent."""


UNSAID = _Unsaid()


def wrong_value(name: str, accepts: str, value: Any = UNSAID) -> str:
    """The sentence for a value that the field does not take."""
    return f"{name} must be {accepts}." if value is UNSAID else f"{name} must be {accepts}; {received(value)} is not."


def missing_field(name: str, accepts: str) -> str:
    """The sentence for a required field that is missing."""
    return f"{name} is missing; it must be {accepts}."


def unknown_field(name: str, fields: Sequence[str], *, what: str = "field") -> str:
    """The sentence for an unknown field; names the fields it may be meant for."""
    near = get_close_matches(name, fields, n=NEAREST)
    if near:
        known = f"nearest to it {'is' if len(near) == 1 else 'are'} {_listed(near, 'and')}"
    else:
        known = f"there {'is' if len(fields) == 1 else 'are'} {_listed(fields, 'and')}" if fields else "none is taken"
    return f"There is no {what} {name[:TOLD_MOST]} here; {known}."


def received(value: Any) -> str:
    """The received value as its sender knows it; a long one by its length."""
    match value:
        case str():
            return f"“{value}”" if len(value) <= TOLD_MOST else f"a text of {len(value)} characters"
        case Mapping():
            return f"an object with {len(value)} {'entry' if len(value) == 1 else 'entries'}"
        case list() | tuple():
            return f"a list of {len(value)}"
        case _:
            text = json.dumps(value, default=str)
            return text if len(text) <= TOLD_MOST else f"a number of {len(text)} digits"


def expected(kind: inspect.Type | None, value: Any = UNSAID) -> str:
    """What a place takes, in words; of many allowed words, those nearest to the received value."""
    match kind:
        case inspect.IntType():
            return _whole_number(kind, value)
        case inspect.StrType():
            return _text(kind)
        case inspect.BoolType():
            return "true or false"
        case inspect.NoneType():
            return "null"
        case inspect.LiteralType():
            return _one_of([str(one) for one in kind.values], value)
        case inspect.VarTupleType() | inspect.ListType():
            return "a list" + _many(kind.min_length, kind.max_length, "", of=" of")
        case inspect.TupleType():
            return f"a list of {len(kind.item_types)}"
        case inspect.DictType():
            return "an object" + _many(kind.min_length, kind.max_length, " entries", of=" with")
        case inspect.StructType():
            return _object(kind)
        case inspect.Metadata():
            return expected(_as_declared(kind), value)
        case inspect.UnionType():
            return _listed(list(dict.fromkeys(_each_of(kind, value))), "or")
        case _:
            return "something else"


def _each_of(union: inspect.UnionType, value: Any) -> list[str]:
    """What each part of a union takes; all tagged objects together count as one."""
    return [
        "an object with a type" if isinstance(one, inspect.StructType) and one.tag is not None else expected(one, value)
        for one in union.types
    ]


def _whole_number(kind: inspect.IntType, value: Any) -> str:
    least = -INTEGER_MAX if kind.ge is None else kind.ge
    most = INTEGER_MAX if kind.le is None else kind.le
    beyond = isinstance(value, int) and not isinstance(value, bool) and not -LARGE <= value <= LARGE
    if beyond or (most < LARGE and least > -LARGE):
        return f"a whole number from {least} to {most}"
    bounds = [f", at least {least}"] * (least > -LARGE) + [f", at most {most}"] * (most < LARGE)
    return "a whole number" + "".join(bounds)


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
        return PATTERNS[repeated["signs"]].format(f"{least} to {most}" if most else least)
    if kind.pattern == CARDS:
        return "one card or more, as “Js Jh Kd”"
    return "a text" + _many(kind.min_length, kind.max_length, " characters", of=" of")


def _many(least: int | None, most: int | None, things: str, *, of: str) -> str:
    if not least and most is None:
        return ""
    if most is None:
        return f"{of} at least {least}{things}"
    return f"{of} {least} to {most}{things}" if least else f"{of} at most {most}{things}"


def _one_of(words: Sequence[str], value: Any) -> str:
    if len(words) <= WORDS_MOST:
        return _listed([f"“{word}”" for word in words], "or")
    near = get_close_matches(value, words, n=NEAREST) if isinstance(value, str) else []
    if not near:
        return f"one of {len(words)} words, such as “{words[0]}”"
    nearest = _listed([f"“{word}”" for word in near], "and")
    return f"one of {len(words)} words, of which {nearest} {'is' if len(near) == 1 else 'are'} nearest"


def _object(kind: inspect.StructType) -> str:
    needed = [field.encode_name for field in kind.fields if field.required]
    if kind.tag is not None:
        needed = [str(kind.tag_field), *needed]
    return f"an object with {_listed(needed, 'and')}" if needed else "an object"


def _listed(words: Sequence[str], last: str) -> str:
    *most, end = words
    return f"{', '.join(most)} {last} {end}" if most else end
