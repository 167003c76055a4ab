"""Messages for what msgspec finds wrong with a value.

msgspec reports errors in its own words (“Expected `int`, got `str` - at `$.chips`”). This module reads the place and the
kind of error from them, and looks up in the declaration what is accepted there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import inspect

from service.validation.messages import UNSAID, expected, missing_field, unknown_field, wrong_value

# A path has no backtick in it, so a place that somebody has written into a name is skipped.
_PLACE = re.compile(r" - at (?P<key>`key` in )?`\$(?P<path>[^`]*)`\Z")
_STEP = re.compile(r"\.(?P<field>\w+)|\[(?P<number>\d+|\.\.\.)\]")
_MISSING = re.compile(r"Object missing required field `(.*)`", re.DOTALL)
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)


class ValidationMessage(NamedTuple):
    """The place, as `waived[0].rule` (empty for the whole), and what is wrong there."""

    at: str
    sentence: str


def validation_message(problem: msgspec.ValidationError, raw: Any, kind: Any, whole: str) -> ValidationMessage:
    """The message for plain data that msgspec could not convert to `kind`; `whole` names all of it in the sentence."""
    text = str(problem)
    place = _PLACE.search(text)
    told = text[: place.start()] if place else text
    steps = [_step(found) for found in _STEP.finditer(place["path"])] if place else []
    at, info, value = _found_at(steps, _declared(kind), raw)
    if missing := _MISSING.fullmatch(told):
        return ValidationMessage(at, missing_field(_within(at, missing[1]), expected(_inner(info, value, missing[1]))))
    if unknown := _UNKNOWN.fullmatch(told):
        return ValidationMessage(at, unknown_field(unknown[1], _fields(info, value)))
    if place and place["key"]:
        key = next((one.key_type for one in _kinds(info) if isinstance(one, inspect.DictType)), None)
        return ValidationMessage(at, wrong_value(f"A name in {at or whole}", expected(key)))
    return ValidationMessage(at, wrong_value(at or whole, expected(info, value), value))


# The place.


@lru_cache(maxsize=256)
def _declared(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def _step(found: re.Match[str]) -> str | int | None:
    """A field, a place in a list, or None if msgspec does not say which entry of an object."""
    if found["field"]:
        return found["field"]
    return None if found["number"] == "..." else int(found["number"])


def _found_at(
    steps: Sequence[str | int | None], info: inspect.Type | None, value: Any
) -> tuple[str, inspect.Type | None, Any]:
    """The place as text, its declared type, and its value."""
    at = ""
    for step in steps:
        part = _entry_at_fault(info, value) if step is None else step
        inner = _inner(info, value, part)
        at = _within(at, "..." if part is None else part, in_brackets=part is None)
        value = _part(value, part)
        info = inner
    return at, info, value


def _within(at: str, part: str | int, *, in_brackets: bool = False) -> str:
    return f"{at}[{part}]" if in_brackets or isinstance(part, int) else f"{at}.{part}".strip(".")


def _part(value: Any, part: str | int | None) -> Any:
    if isinstance(value, Mapping):
        return value.get(part, UNSAID)
    if isinstance(value, list | tuple) and isinstance(part, int) and part < len(value):
        return value[part]
    return UNSAID


def _kinds(info: inspect.Type | None) -> Sequence[inspect.Type]:
    if isinstance(info, inspect.Metadata):
        return _kinds(info.type)
    if isinstance(info, inspect.UnionType):
        return info.types
    return () if info is None else (info,)


def _structs(info: inspect.Type | None, value: Any) -> list[inspect.StructType]:
    """The structs that may stand here: the one named by its tag, else all of them."""
    structs = [kind for kind in _kinds(info) if isinstance(kind, inspect.StructType)]
    meant = [kind for kind in structs if kind.tag is not None and _part(value, kind.tag_field) == kind.tag]
    return meant or structs


def _fields(info: inspect.Type | None, value: Any) -> list[str]:
    return list(dict.fromkeys(field.encode_name for kind in _structs(info, value) for field in kind.fields))


def _inner(info: inspect.Type | None, value: Any, part: str | int | None) -> inspect.Type | None:
    """The declared type of a part of the place; None if it is not known."""
    for kind in _kinds(info):
        match kind:
            case inspect.DictType() if not isinstance(part, int):
                return kind.value_type
            case inspect.VarTupleType() | inspect.ListType() if isinstance(part, int):
                return kind.item_type
            case inspect.TupleType() if isinstance(part, int):
                return kind.item_types[part]
            case _:
                pass
    structs = _structs(info, value)
    fields = [field.type for kind in structs for field in kind.fields if field.encode_name == part]
    if fields:
        return fields[0]
    tags = tuple(kind.tag for kind in structs if kind.tag_field == part and isinstance(kind.tag, str))
    return inspect.LiteralType(tags) if tags else None


def _entry_at_fault(info: inspect.Type | None, value: Any) -> str | None:
    """The name of the first entry that does not fit; None if all fit."""
    inner = _inner(info, value, None)
    match inner:
        case inspect.StructType():
            kind: Any = inner.cls
        case inspect.StrType():
            kind = Annotated[str, msgspec.Meta(min_length=inner.min_length, max_length=inner.max_length)]
        case _:
            return None
    return next((name for name, one in value.items() if not _is(one, kind)), None)


def _is(value: Any, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True
