"""What is wrong with plain data that should become a declared type, in a sentence for people.

msgspec converts what fits, and says in English what does not. That English may change with any release, so nothing here
reads it: the data and the declaration are walked side by side.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from types import NoneType
from typing import Any, Literal

import msgspec
from msgspec import UNSET, inspect

from engine.acts import FILLED_IN
from engine.game.switches import CARD_PATTERN
from engine.grammar import listed, quoted
from engine.ids import LINE, LINES
from engine.speech import phrase, say, say_number, to_say

Path = tuple[str | int, ...]
# The form of a time in what is sent.
TIME = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$"


class Flaw(msgspec.Struct, frozen=True):
    """A place at which data does not fit, with what it `takes` and the `value` there, UNSET if there is none.

    `wrong`: not a value of this kind; `beyond`: of this kind, but a limit or form is not kept; `tag`: an object whose tag is
    none of those that may stand there; `key`: an entry whose name the object does not take. Of the object `within`,
    `missing`: a required field is not there; `unknown`: it has no such field; `filled`: the rules fill it in.
    """

    kind: Literal["wrong", "beyond", "tag", "key", "missing", "unknown", "filled"]
    path: Path
    takes: inspect.Type
    value: Any = UNSET
    within: inspect.StructType | None = None

    @property
    def fields(self) -> list[str]:
        """The fields that the object takes from whoever sends it."""
        assert self.within is not None
        return [field.encode_name for field in self.within.fields if not _is_filled_in(field.type)]

    @property
    def is_overlooked(self) -> bool:
        """True if msgspec takes the data all the same."""
        return self.kind == "filled" or (
            self.kind == "unknown" and self.within is not None and not self.within.forbid_unknown_fields
        )


# Where data does not fit.


@lru_cache(maxsize=256)
def _declared(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def flaws(raw: Any, kind: Any, *, closed: bool = False) -> Iterator[Flaw]:
    """Every flaw of plain data that should become `kind`, in the order of the data; none if it fits.

    `closed` counts what a person may not send as a flaw too: fields that the rules fill in, and fields that a struct would
    overlook.
    """
    return (flaw for flaw in _at((), _declared(kind), raw) if closed or not flaw.is_overlooked)


def kinds_of(info: inspect.Type) -> Sequence[inspect.Type]:
    """The types that may stand at a place, each by itself."""
    if isinstance(info, inspect.Metadata):
        return kinds_of(info.type)
    return [kind for one in info.types for kind in kinds_of(one)] if isinstance(info, inspect.UnionType) else [info]


def _is_filled_in(info: inspect.Type) -> bool:
    return isinstance(info, inspect.Metadata) and info.extra_json_schema == FILLED_IN.extra_json_schema


def _at(path: Path, info: inspect.Type, value: Any) -> Iterator[Flaw]:
    match [kind for kind in kinds_of(info) if _is(kind, value)]:
        case []:
            yield Flaw("wrong", path, info, value)
        case kinds if not any(_keeps(kind, value) for kind in kinds):
            yield Flaw("beyond", path, info, value)
        case [inspect.StructType(), *_] as kinds:
            yield from _of_struct(path, [kind for kind in kinds if isinstance(kind, inspect.StructType)], value)
        case [inspect.DictType() as entries]:
            for name, one in value.items():
                if any(_at((), entries.key_type, name)):
                    yield Flaw("key", (*path, name), entries.key_type, name)
                yield from _at((*path, name), entries.value_type, one)
        case [inspect.VarTupleType() | inspect.TupleType() as items]:
            each = items.item_types if isinstance(items, inspect.TupleType) else [items.item_type] * len(value)
            for number, (takes, one) in enumerate(zip(each, value, strict=True)):
                yield from _at((*path, number), takes, one)
        case _:
            pass


def _of_struct(path: Path, structs: Sequence[inspect.StructType], value: Mapping[str, Any]) -> Iterator[Flaw]:
    tag_field = structs[0].tag_field
    # The only one needs no tag.
    tag = value.get(tag_field, structs[0].tag if len(structs) == 1 else UNSET) if tag_field else None
    meant = next((struct for struct in structs if struct.tag == tag), None)
    if meant is None:
        tags = inspect.LiteralType(tuple(str(struct.tag) for struct in structs))
        yield Flaw("tag", (*path, str(tag_field)), tags, tag)
        return
    fields = {field.encode_name: field for field in meant.fields}
    for name, one in value.items():
        if name in fields:
            takes = fields[name].type
            if _is_filled_in(takes):
                yield Flaw("filled", (*path, name), takes, one, meant)
            yield from _at((*path, name), takes, one)
        elif name != tag_field:
            yield Flaw("unknown", (*path, name), meant, one, meant)
    for name, field in fields.items():
        if field.required and name not in value:
            yield Flaw("missing", (*path, name), field.type, within=meant)


# What a value of each kind is in plain data; of what stands not here, anything.
_PLAIN: dict[type[inspect.Type], type | tuple[type, ...]] = {
    inspect.NoneType: NoneType,
    inspect.BoolType: bool,
    inspect.IntType: int,
    inspect.StrType: str,
    inspect.StructType: Mapping,
    inspect.DictType: Mapping,
    inspect.VarTupleType: (list, tuple),
    inspect.TupleType: (list, tuple),
}


def _is(kind: inspect.Type, value: Any) -> bool:
    """True if the value is of this kind, whatever its limits."""
    is_plain = isinstance(value, _PLAIN.get(type(kind), object))
    match kind:
        case inspect.IntType():
            return is_plain and not isinstance(value, bool)
        case inspect.LiteralType():
            return any(type(one) is type(value) and one == value for one in kind.values)
        case inspect.TupleType():
            return is_plain and len(value) == len(kind.item_types)
        case _:
            return is_plain


def _keeps(kind: inspect.Type, value: Any) -> bool:
    """True if a value of this kind keeps the limits of the place."""
    match kind:
        case inspect.IntType():
            return _is_within(value, kind.ge, kind.le)
        case inspect.StrType(pattern=str() as pattern) if not re.search(pattern, value):
            return False
        case inspect.StrType() | inspect.VarTupleType() | inspect.DictType():
            return _is_within(len(value), kind.min_length, kind.max_length)
        case _:
            return True


def _is_within(number: int, least: int | None, most: int | None) -> bool:
    return (least is None or number >= least) and (most is None or number <= most)


# What is said of it.

# Patterns of the declarations in words, by what stands between ^ and $.
PATTERNS = {
    "[A-Za-z0-9_-]": to_say("{number} letters, digits, _ or -"),
    "[A-Za-z0-9]": to_say("{number} letters or digits"),
    "[A-Za-z]": to_say("{number} letters"),
    "[a-z_]": to_say("{number} small letters or _"),
    "[A-Z]": to_say("{number} capital letters"),
    "[0-9a-f]": to_say("{number} hexadecimal digits, small letters"),
}
_REPEATED = re.compile(r"\^\(?(?P<signs>\[[^\]]+\])\{(?P<least>\d+)(?:,(?P<most>\d+))?\}(?P<or_none>\)\?)?\$")
FORMS = {
    f"^{CARD_PATTERN}( {CARD_PATTERN})*$": to_say("one card or more, as “Js Jh Kd”"),
    TIME: to_say("a time in UTC with seconds, as 2026-11-20T19:30:00Z"),
    "^04[0-9a-f]{128}$": to_say("04 and 128 hexadecimal digits, small letters"),
    "^[a-z0-9][a-z0-9-]{0,31}$": to_say("1 to 32 small letters, digits or -, a letter or digit first"),
}
# At most this many words are listed; of more, only the nearest.
WORDS_MOST = 8
NEAREST = 3
TOLD_MOST = 60
# The bounds of every whole number of the book, declared or not: 53 bits (RFC 8785).
INTEGER_MAX = 2**53 - 1
# From here on a bound only says what the book can hold, and is mentioned only to a sender who exceeds it.
LARGE = 10**9
# By kind, whether there must be some, and whether there may be too many.
COUNTED = {
    (inspect.VarTupleType, False, False): to_say("a list"),
    (inspect.VarTupleType, True, False): to_say("a list of at least {least}"),
    (inspect.VarTupleType, False, True): to_say("a list of at most {most}"),
    (inspect.VarTupleType, True, True): to_say("a list of {least} to {most}"),
    (inspect.DictType, False, False): to_say("an object"),
    (inspect.DictType, False, True): to_say("an object with at most {most} entries"),
    (inspect.DictType, True, True): to_say("an object with {least} to {most} entries"),
    (inspect.StrType, False, False): to_say("a text"),
    (inspect.StrType, False, True): to_say("a text of at most {most} characters"),
    (inspect.StrType, True, True): to_say("a text of {least} to {most} characters"),
}


def validation_message(raw: Any, kind: Any, whole: str) -> str:
    """The sentence for plain data that could not be converted to `kind`; `whole` names all of it."""
    # A type whose limits the walk does not know is refused as a whole.
    return message_of(next(flaws(raw, kind), None) or Flaw("wrong", (), _declared(kind), raw), whole)


def message_of(flaw: Flaw, whole: str) -> str:
    """The sentence for one flaw."""
    at = place(flaw.path)
    match flaw.kind:
        case "missing" | "tag" if flaw.value is UNSET:
            return say("{name} is missing; it must be {accepts}.", name=at, accepts=expected(flaw.takes))
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
            if unseen := _unseen(flaw):
                return say("{name} {fault}; leave it out.", name=at or whole, fault=unseen_fault(unseen))
            return wrong_value(at or whole, expected(flaw.takes, flaw.value), flaw.value)


def unseen_fault(sign: str) -> str:
    """What is wrong with a text for a character that cannot be printed, as what follows the name of the text."""
    # Such as what joins several pictures into one.
    called = unicodedata.name(sign, "").lower() or phrase("a control character")
    return phrase("holds U+{code} ({called}), which nobody sees", code=f"{ord(sign):04X}", called=called)


def _unseen(flaw: Flaw) -> str:
    """The character for which a line or a text of lines is not taken; empty if something else is wrong with it."""
    forms = [kind.pattern for kind in kinds_of(flaw.takes) if isinstance(kind, inspect.StrType)]
    if flaw.kind != "beyond" or len(forms) != 1 or forms[0] not in (LINE, LINES):
        return ""
    return unseen_in(flaw.value, forms[0])


def unseen_in(text: str, form: str) -> str:
    """The first character that a text of this form (LINE or LINES) may not hold; empty if there is none."""
    return next((sign for sign in text if not re.search(form, sign)), "")


def place(path: Path) -> str:
    """A path as text, as `waived[0].rule`; empty for the whole."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).strip(".")


def wrong_value(name: str, accepts: str, value: Any = UNSET) -> str:
    """The sentence for a value that the field does not take."""
    if value is UNSET:
        return say("{name} must be {accepts}.", name=name, accepts=accepts)
    return say("{name} must be {accepts}; {value} is not.", name=name, accepts=accepts, value=received(value))


def unknown_field(name: str, fields: Sequence[str], *, what: str = to_say("field")) -> str:
    """The sentence for an unknown field, or `what` else it is; names those that it may be meant for."""
    near = get_close_matches(name, fields, n=NEAREST)
    texts = {"name": printable(name[:TOLD_MOST]), "what": say(what), "fields": listed(near or fields)}
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
            return (
                quoted(printable(value))
                if len(value) <= TOLD_MOST
                else say("a text of {number} characters", number=len(value))
            )
        case Mapping():
            return say_number("an object with {number} entry", "an object with {number} entries", len(value))
        case list() | tuple():
            return say("a list of {number}", number=len(value))
        case _:
            text = json.dumps(value, default=str)
            return text if len(text) <= TOLD_MOST else say("a number of {number} digits", number=len(text))


def printable(text: str) -> str:
    """The text as a sentence may repeat it: with `?` for what a terminal would obey, or what would turn the sentence around."""
    if re.search(LINES, text):
        return text
    return "".join(sign if re.search(LINES, sign) else "?" for sign in text)


def expected(kind: inspect.Type, value: Any = UNSET) -> str:
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
        case inspect.VarTupleType() | inspect.DictType():
            return _counted(kind)
        case inspect.TupleType():
            return say("a list of {number}", number=len(kind.item_types))
        case inspect.StructType():
            return _object(kind)
        case inspect.Metadata(type=inspect.StrType(), extra_json_schema={"pattern": str(pattern)}):
            # It stands only in the JSON schema, because checking it while reading would be slow.
            return _text(inspect.StrType(pattern=pattern))
        case inspect.Metadata():
            return expected(kind.type, value)
        case inspect.UnionType():
            return listed(list(dict.fromkeys(_in_union(one, value) for one in kind.types)), "or")
        case _:
            return say("anything")


def _in_union(kind: inspect.Type, value: Any) -> str:
    """What one part of a union takes; all tagged objects together count as one."""
    is_tagged = isinstance(kind, inspect.StructType) and kind.tag is not None
    return say("an object with a type") if is_tagged else expected(kind, value)


def _whole_number(kind: inspect.IntType, value: Any) -> str:
    least = -INTEGER_MAX if kind.ge is None else kind.ge
    most = INTEGER_MAX if kind.le is None else kind.le
    beyond = isinstance(value, int) and not isinstance(value, bool) and not -LARGE <= value <= LARGE
    if beyond or (most < LARGE and least > -LARGE):
        return say("a whole number from {least} to {most}", least=least, most=most)
    return say("a whole number, at least {least}", least=least) if least > -LARGE else say("a whole number")


def _text(kind: inspect.StrType) -> str:
    repeated = _REPEATED.fullmatch(kind.pattern or "")
    if repeated and repeated["signs"] in PATTERNS:
        least, most = repeated["least"], repeated["most"]
        number = say("{least} to {most}", least=least, most=most) if most else least
        text = say(PATTERNS[repeated["signs"]], number=number)
        return listed([text, quoted("")], "or") if repeated["or_none"] else text
    if kind.pattern in FORMS:
        return say(FORMS[kind.pattern])
    text = _counted(kind)
    return say("{text} without control characters", text=text) if kind.pattern in (LINE, LINES) else text


def _counted(kind: inspect.StrType | inspect.VarTupleType | inspect.DictType) -> str:
    least, most = kind.min_length, kind.max_length
    return say(COUNTED[type(kind), bool(least), most is not None], least=least, most=most)


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
    # Its tag, if it has one, tells it from others, and here there is no other.
    needed = [field.encode_name for field in kind.fields if field.required]
    return say("an object with {fields}", fields=listed(needed)) if needed else say("an object")
