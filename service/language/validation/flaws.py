"""Finds every place at which plain data does not fit a declared type: the one check behind all validation messages.

msgspec converts what fits, and says in English what does not. That English may change with any release, so nothing here
reads it: the data and the declaration are walked side by side.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import inspect

from service.language.validation.messages import UNSAID

Path = tuple[str | int, ...]
Things = list[Any] | tuple[Any, ...]


class Wrong(msgspec.Struct, frozen=True):
    """A value that its place does not take. `beyond`: the kind is right, but a limit or form is not kept."""

    path: Path
    takes: inspect.Type
    value: Any
    beyond: bool = False


class WrongTag(msgspec.Struct, frozen=True):
    """An object whose tag is none of those that may stand here, or UNSAID; `path` is the place of the object."""

    path: Path
    tag_field: str
    tags: tuple[str, ...]
    value: Any


class WrongName(msgspec.Struct, frozen=True):
    """An entry whose name the object does not take; `path` is the place of the object."""

    path: Path
    takes: inspect.Type
    name: str


class Missing(msgspec.Struct, frozen=True):
    """A required field that is not there; `path` is the place of the object."""

    path: Path
    name: str
    takes: inspect.Type
    within: inspect.StructType


class Unknown(msgspec.Struct, frozen=True):
    """A field that the object does not have; `path` is the place of the object."""

    path: Path
    name: str
    within: inspect.StructType


Flaw = Wrong | WrongTag | WrongName | Missing | Unknown


@lru_cache(maxsize=256)
def declared(kind: Any) -> inspect.Type:
    """The declaration of a type, as msgspec understands it."""
    return inspect.type_info(kind)


def flaws(raw: Any, kind: Any, *, closed: bool = False) -> Iterator[Flaw]:
    """Every flaw of plain data that should become `kind`, in the order of the data; none if it fits.

    `closed` counts an unknown field as a flaw even in a struct that would overlook it.
    """
    return _at((), declared(kind), raw, closed)


@lru_cache(maxsize=256)
def is_closed(kind: Any) -> bool:
    """True if no struct of this type, however deep, overlooks unknown fields."""
    return all(struct.forbid_unknown_fields for struct in _structs_in(declared(kind), set()))


def kinds_of(info: inspect.Type) -> Sequence[inspect.Type]:
    """The types that may stand at a place, each by itself."""
    if isinstance(info, inspect.Metadata):
        return kinds_of(info.type)
    return [kind for one in info.types for kind in kinds_of(one)] if isinstance(info, inspect.UnionType) else [info]


def _structs_in(info: inspect.Type, seen: set[type[Any]]) -> Iterator[inspect.StructType]:
    for kind in kinds_of(info):
        match kind:
            case inspect.StructType() if kind.cls not in seen:
                seen.add(kind.cls)
                yield kind
                inner: Sequence[inspect.Type] = [field.type for field in kind.fields]
            case inspect.VarTupleType() | inspect.ListType():
                inner = [kind.item_type]
            case inspect.TupleType():
                inner = kind.item_types
            case inspect.DictType():
                inner = [kind.value_type]
            case _:
                inner = ()
        for one in inner:
            yield from _structs_in(one, seen)


def _at(path: Path, info: inspect.Type, value: Any, closed: bool) -> Iterator[Flaw]:  # noqa: FBT001
    kinds = kinds_of(info)
    if any(isinstance(kind, inspect.AnyType | inspect.RawType) for kind in kinds):
        return
    if isinstance(value, Mapping):
        yield from _of_object(path, info, value, closed)
    elif isinstance(value, list | tuple):
        yield from _of_list(path, info, value, closed)
    elif not any(_is(kind, value) and _keeps(kind, value) for kind in kinds):
        yield Wrong(path, info, value, beyond=any(_is(kind, value) for kind in kinds))


# Objects.


def _of_object(path: Path, info: inspect.Type, value: Mapping[str, Any], closed: bool) -> Iterator[Flaw]:  # noqa: FBT001
    kinds = kinds_of(info)
    structs = [kind for kind in kinds if isinstance(kind, inspect.StructType)]
    entries = next((kind for kind in kinds if isinstance(kind, inspect.DictType)), None)
    if structs:
        meant = _meant(path, structs, value)
        if isinstance(meant, WrongTag):
            yield meant
        else:
            yield from _of_fields(path, meant, value, closed)
    elif entries is None:
        yield Wrong(path, info, value)
    elif not _has_length(value, entries.min_length, entries.max_length):
        yield Wrong(path, info, value, beyond=True)
    else:
        for name, one in value.items():
            if next(_at((), entries.key_type, name, closed), None) is not None:
                yield WrongName(path, entries.key_type, name)
            yield from _at((*path, name), entries.value_type, one, closed)


def _meant(
    path: Path, structs: Sequence[inspect.StructType], value: Mapping[str, Any]
) -> inspect.StructType | WrongTag:
    """The struct that the tag names; the only one needs no tag."""
    first = structs[0]
    if first.tag_field is None or (len(structs) == 1 and first.tag_field not in value):
        return first
    tag = value.get(first.tag_field, UNSAID)
    meant = next((struct for struct in structs if struct.tag == tag), None)
    return meant or WrongTag(path, first.tag_field, tuple(str(struct.tag) for struct in structs), tag)


def _of_fields(path: Path, struct: inspect.StructType, value: Mapping[str, Any], closed: bool) -> Iterator[Flaw]:  # noqa: FBT001
    fields = {field.encode_name: field for field in struct.fields}
    for name, one in value.items():
        if name in fields:
            yield from _at((*path, name), fields[name].type, one, closed)
        elif name != struct.tag_field and (closed or struct.forbid_unknown_fields):
            yield Unknown(path, name, struct)
    for name, field in fields.items():
        if field.required and name not in value:
            yield Missing(path, name, field.type, struct)


# Lists.


def _of_list(path: Path, info: inspect.Type, value: Things, closed: bool) -> Iterator[Flaw]:  # noqa: FBT001
    for kind in kinds_of(info):
        match kind:
            case inspect.VarTupleType() | inspect.ListType():
                if not _has_length(value, kind.min_length, kind.max_length):
                    yield Wrong(path, info, value, beyond=True)
                    return
                takes: Sequence[inspect.Type] = [kind.item_type] * len(value)
            case inspect.TupleType() if len(value) == len(kind.item_types):
                takes = kind.item_types
            case _:
                continue
        for number, (inner, one) in enumerate(zip(takes, value, strict=True)):
            yield from _at((*path, number), inner, one, closed)
        return
    yield Wrong(path, info, value)


# Texts, numbers and the rest.


def _is(kind: inspect.Type, value: Any) -> bool:
    """True if the value is of this kind, whatever its limits."""
    match kind:
        case inspect.NoneType():
            return value is None
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.IntType():
            return isinstance(value, int) and not isinstance(value, bool)
        case inspect.FloatType():
            return isinstance(value, int | float) and not isinstance(value, bool)
        case inspect.StrType():
            return isinstance(value, str)
        case inspect.LiteralType():
            return any(type(one) is type(value) and one == value for one in kind.values)
        case _:
            return False


def _keeps(kind: inspect.Type, value: Any) -> bool:
    """True if a value of this kind keeps the limits of the place."""
    match kind:
        case inspect.IntType() | inspect.FloatType():
            return (
                (kind.ge is None or value >= kind.ge)
                and (kind.gt is None or value > kind.gt)
                and (kind.le is None or value <= kind.le)
                and (kind.lt is None or value < kind.lt)
                and (kind.multiple_of is None or value % kind.multiple_of == 0)
            )
        case inspect.StrType():
            fits = kind.pattern is None or re.search(kind.pattern, value) is not None
            return fits and _has_length(value, kind.min_length, kind.max_length)
        case _:
            return True


def _has_length(value: Any, least: int | None, most: int | None) -> bool:
    return (least or 0) <= len(value) and (most is None or len(value) <= most)
