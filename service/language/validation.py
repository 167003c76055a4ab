"""What is wrong with plain data that should become a declared type, in a sentence for people.

msgspec converts what fits, and says in English what does not. That English may change with any release, so nothing here
reads it: the data and the declaration are walked side by side.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache, reduce
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import inspect

from engine.acts import FILLED_IN
from engine.game.switches import CARD_PATTERN
from engine.grammar import listed, quoted
from engine.ids import LINE, LINES
from engine.speech import say, say_number, to_say

Path = tuple[str | int, ...]
# The form of a time in what is sent.
TIME = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$"


class _Unsaid:
    """Stands for a value that was not sent."""


UNSAID = _Unsaid()


class Flaw(msgspec.Struct, frozen=True):
    """A place at which data does not fit, with what it `takes` and the `value` there.

    `wrong`: not a value of this kind; `beyond`: of this kind, but a limit or form is not kept; `tag`: an object whose tag,
    or UNSAID, is none of those that may stand there; `key`: an entry whose name the object does not take. Of the object
    `within`, `missing`: a required field is not there; `unknown`: it has no such field; `filled`: the rules fill it in.
    """

    kind: Literal["wrong", "beyond", "tag", "key", "missing", "unknown", "filled"]
    path: Path
    takes: inspect.Type
    value: Any = UNSAID
    within: inspect.StructType | None = None

    @property
    def fields(self) -> list[str]:
        """The fields that the object takes from whoever sends it."""
        assert self.within is not None
        return [field.encode_name for field in self.within.fields if not _is_filled_in(field.type)]


# Where data does not fit.


@lru_cache(maxsize=256)
def _declared(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def flaws(raw: Any, kind: Any, *, closed: bool = False) -> Iterator[Flaw]:
    """Every flaw of plain data that should become `kind`, in the order of the data; none if it fits.

    `closed` counts what a person may not send as a flaw too: fields that the rules fill in, and fields that a struct would
    overlook.
    """
    return _at((), _declared(kind), raw, closed)


def kinds_of(info: inspect.Type) -> Sequence[inspect.Type]:
    """The types that may stand at a place, each by itself."""
    if isinstance(info, inspect.Metadata):
        return kinds_of(info.type)
    return [kind for one in info.types for kind in kinds_of(one)] if isinstance(info, inspect.UnionType) else [info]


def _is_filled_in(info: inspect.Type) -> bool:
    return isinstance(info, inspect.Metadata) and info.extra_json_schema == FILLED_IN.extra_json_schema


def _at(path: Path, info: inspect.Type, value: Any, closed: bool) -> Iterator[Flaw]:  # noqa: FBT001
    kinds = kinds_of(info)
    if any(isinstance(kind, inspect.AnyType | inspect.RawType) for kind in kinds):
        return
    if isinstance(value, Mapping):
        yield from _of_object(path, info, value, closed)
    elif isinstance(value, list | tuple):
        yield from _of_list(path, info, value, closed)
    elif not any(_is(kind, value) and _keeps(kind, value) for kind in kinds):
        yield Flaw("beyond" if any(_is(kind, value) for kind in kinds) else "wrong", path, info, value)


def _of_object(path: Path, info: inspect.Type, value: Mapping[str, Any], closed: bool) -> Iterator[Flaw]:  # noqa: FBT001
    kinds = kinds_of(info)
    structs = [kind for kind in kinds if isinstance(kind, inspect.StructType)]
    entries = next((kind for kind in kinds if isinstance(kind, inspect.DictType)), None)
    if structs:
        tag_field = structs[0].tag_field
        tag = value.get(tag_field, UNSAID) if tag_field else None
        # The only one needs no tag.
        unsaid = tag is UNSAID and len(structs) == 1
        meant = next((struct for struct in structs if unsaid or struct.tag == tag), None)
        if meant is not None:
            yield from _of_fields(path, meant, value, closed)
        else:
            tags = inspect.LiteralType(tuple(str(struct.tag) for struct in structs))
            yield Flaw("tag", (*path, str(tag_field)), tags, tag)
    elif entries is None:
        yield Flaw("wrong", path, info, value)
    elif not _has_length(value, entries.min_length, entries.max_length):
        yield Flaw("beyond", path, info, value)
    else:
        for name, one in value.items():
            if next(_at((), entries.key_type, name, closed), None) is not None:
                yield Flaw("key", (*path, name), entries.key_type, name)
            yield from _at((*path, name), entries.value_type, one, closed)


def _of_fields(path: Path, struct: inspect.StructType, value: Mapping[str, Any], closed: bool) -> Iterator[Flaw]:  # noqa: FBT001
    fields = {field.encode_name: field for field in struct.fields}
    for name, one in value.items():
        if name in fields:
            takes = fields[name].type
            if closed and _is_filled_in(takes):
                yield Flaw("filled", (*path, name), takes, one, struct)
            yield from _at((*path, name), takes, one, closed)
        elif name != struct.tag_field and (closed or struct.forbid_unknown_fields):
            yield Flaw("unknown", (*path, name), struct, one, struct)
    for name, field in fields.items():
        if field.required and name not in value:
            yield Flaw("missing", (*path, name), field.type, within=struct)


def _of_list(path: Path, info: inspect.Type, value: Sequence[Any], closed: bool) -> Iterator[Flaw]:  # noqa: FBT001
    for kind in kinds_of(info):
        match kind:
            case inspect.VarTupleType() | inspect.ListType():
                if not _has_length(value, kind.min_length, kind.max_length):
                    yield Flaw("beyond", path, info, value)
                    return
                takes: Sequence[inspect.Type] = [kind.item_type] * len(value)
            case inspect.TupleType() if len(value) == len(kind.item_types):
                takes = kind.item_types
            case _:
                continue
        for number, (inner, one) in enumerate(zip(takes, value, strict=True)):
            yield from _at((*path, number), inner, one, closed)
        return
    yield Flaw("wrong", path, info, value)


def _is(kind: inspect.Type, value: Any) -> bool:
    """True if the value is of this kind, whatever its limits."""
    match kind:
        case inspect.NoneType():
            return value is None
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.IntType():
            return isinstance(value, int) and not isinstance(value, bool)
        case inspect.StrType():
            return isinstance(value, str)
        case inspect.LiteralType():
            return any(type(one) is type(value) and one == value for one in kind.values)
        case _:
            return False


def _keeps(kind: inspect.Type, value: Any) -> bool:
    """True if a value of this kind keeps the limits of the place."""
    match kind:
        case inspect.IntType():
            return (kind.ge is None or value >= kind.ge) and (kind.le is None or value <= kind.le)
        case inspect.StrType():
            fits = kind.pattern is None or re.search(kind.pattern, value) is not None
            return fits and _has_length(value, kind.min_length, kind.max_length)
        case _:
            return True


def _has_length(value: Any, least: int | None, most: int | None) -> bool:
    return (least or 0) <= len(value) and (most is None or len(value) <= most)


# What is said of it.

# Patterns of the declarations in words, by what stands between ^ and $.
PATTERNS = {
    "[A-Za-z0-9_-]": to_say("{number} letters, digits, _ or -"),
    "[A-Za-z0-9]": to_say("{number} letters or digits"),
    "[a-z_]": to_say("{number} small letters or _"),
    "[A-Z]": to_say("{number} capital letters"),
    "[0-9a-f]": to_say("{number} hexadecimal digits, small letters"),
}
_REPEATED = re.compile(r"\^(?P<signs>\[[^\]]+\])\{(?P<least>\d+)(?:,(?P<most>\d+))?\}\$")
FORMS = {
    f"^{CARD_PATTERN}( {CARD_PATTERN})*$": to_say("one card or more, as “Js Jh Kd”"),
    TIME: to_say("a time in UTC with seconds, as 2026-11-20T19:30:00Z"),
}
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


def validation_message(raw: Any, kind: Any, whole: str) -> str:
    """The sentence for plain data that could not be converted to `kind`; `whole` names all of it."""
    # A type whose limits the walk does not know is refused as a whole.
    return message_of(next(flaws(raw, kind), None) or Flaw("wrong", (), _declared(kind), raw), whole)


def message_of(flaw: Flaw, whole: str) -> str:
    """The sentence for one flaw."""
    at = place(flaw.path)
    match flaw.kind:
        case "missing":
            return missing_field(at, expected(flaw.takes))
        case "tag" if flaw.value is UNSAID:
            return missing_field(at, expected(flaw.takes))
        case "unknown":
            return unknown_field(str(flaw.path[-1]), flaw.fields)
        case "filled":
            return say(
                "{name} is filled in by the rules; leave it out. What may be said is {fields}.",
                name=at,
                fields=listed(flaw.fields),
            )
        case "key":
            return wrong_value(say("A name in {place}", place=place(flaw.path[:-1]) or whole), expected(flaw.takes))
        case _:
            return wrong_value(at or whole, expected(flaw.takes, flaw.value), flaw.value)


def place(path: Path) -> str:
    """A path as text, as `waived[0].rule`; empty for the whole."""
    return reduce(_within, path, "")


def _within(at: str, part: str | int) -> str:
    return f"{at}[{part}]" if isinstance(part, int) else f"{at}.{part}".strip(".")


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
    texts = {"name": name[:TOLD_MOST], "what": say(NAMED[what]), "fields": listed(near or fields)}
    if near:
        return say_number(
            "There is no {what} {name} here; nearest to it is {fields}.",
            "There is no {what} {name} here; nearest to it are {fields}.",
            len(near),
            **texts,
        )
    if not fields:
        return say("There is no {what} {name} here; none is taken.", **texts)
    return say_number(
        "There is no {what} {name} here; there is {fields}.",
        "There is no {what} {name} here; there are {fields}.",
        len(fields),
        **texts,
    )


def received(value: Any) -> str:
    """The received value as its sender knows it; a long one by its length."""
    match value:
        case str():
            return quoted(value) if len(value) <= TOLD_MOST else say("a text of {number} characters", number=len(value))
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
    if kind.pattern in FORMS:
        return say(FORMS[kind.pattern])
    text = _many(TEXTS, kind.min_length, kind.max_length)
    return say("{text} without control characters", text=text) if kind.pattern in (LINE, LINES) else text


def _many(counted: Counted, least: int | None, most: int | None) -> str:
    """What a place takes, with how many it takes of it."""
    if not least and most is None:
        return say(counted.any)
    if most is None:
        return say(counted.at_least, least=least)
    return say(counted.between, least=least, most=most) if least else say(counted.at_most, most=most)


def _one_of(words: Sequence[str], value: Any) -> str:
    if len(words) <= WORDS_MOST:
        return listed([quoted(word) for word in words], "or")
    near = _nearest(value, words) if isinstance(value, str) else []
    if not near:
        return say("one of {number} words, such as “{word}”", number=len(words), word=words[0])
    return say_number(
        "one of {words} words, of which {nearest} is nearest",
        "one of {words} words, of which {nearest} are nearest",
        len(near),
        words=len(words),
        nearest=listed([quoted(word) for word in near]),
    )


def _nearest(value: str, words: Sequence[str]) -> list[str]:
    """The words that may be meant: those written alike, else those with a part that begins alike, as `name_winners` for `win`."""
    near = get_close_matches(value, words, n=NEAREST)
    for beginning in (value, value[:3]):
        near = near or [word for word in words if beginning and f"_{beginning}" in f"_{word}"][:NEAREST]
    return near


def _object(kind: inspect.StructType) -> str:
    needed = [field.encode_name for field in kind.fields if field.required]
    if kind.tag is not None:
        needed = [str(kind.tag_field), *needed]
    return say("an object with {fields}", fields=listed(needed)) if needed else say("an object")
