"""Some fields of an answer only: `fields=night,players.name` leaves everything else out.

A name stands for everything below it. Within a list, a name is looked for in each entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec.inspect import (
    DictType,
    Field,
    ListType,
    StructType,
    Type,
    UnionType,
    VarTupleType,
    type_info,
)

from engine.speech import say
from service.problems import WrongQuery

PARAMETER = "fields"
# Longer than any list of names that somebody needs.
TEXT_MAX = 1000
# What is wanted below each name; empty stands for everything.
Wanted = dict[str, "Wanted"]


def wanted_of(text: str, struct: type[msgspec.Struct]) -> Wanted:
    """What the text asks for of an answer. Refuses a name that the answer does not have (WrongQuery)."""
    if len(text) > TEXT_MAX:
        raise WrongQuery(
            [(PARAMETER, say("It has {length} characters; {most} is the most.", length=len(text), most=TEXT_MAX))]
        )
    wanted: Wanted = {}
    whole: set[str] = set()
    for path in text.split(","):
        names = path.strip().split(".")
        _insist_on(names, struct)
        below = wanted
        for depth, name in enumerate(names, start=1):
            place = ".".join(names[:depth])
            if place in whole:
                break
            below = below.setdefault(name, {})
            if depth == len(names):
                # The whole of it is wanted, whatever was named of it before.
                below.clear()
                whole.add(place)
    return wanted


def only(answer: msgspec.Struct, wanted: Wanted) -> dict[str, Any]:
    """The answer as plain data with nothing but what is wanted."""
    picked: dict[str, Any] = _picked(msgspec.to_builtins(answer), wanted)
    return picked


def names_of(struct: type[msgspec.Struct]) -> list[str]:
    """The fields of an answer and of what stands in them, as the document lists them; deeper names may be said too."""
    found = []
    for name, kinds in _fields(struct).items():
        found.append(name)
        found += sorted({f"{name}.{below}" for kind in kinds or () for below in _fields(kind)})
    return found


def _picked(value: Any, wanted: Wanted) -> Any:
    if not wanted:
        return value
    if isinstance(value, Mapping):
        return {name: _picked(value[name], below) for name, below in wanted.items() if name in value}
    if isinstance(value, list | tuple):
        return [_picked(one, wanted) for one in value]
    return value


def _insist_on(names: Iterable[str], struct: type[msgspec.Struct]) -> None:
    """Refuses a path that leads nowhere, with the names that there are at the place where it ends."""
    here: frozenset[type] | None = frozenset({struct})
    for name in names:
        if here is None:
            # Below an object whose fields differ from one to the next, such as the data of an event.
            return
        known = {field: kinds for kind in here for field, kinds in _fields(kind).items()}
        if name not in known:
            sentence = say(
                "There is no field {name!r} here; there are: {fields}.",
                name=name[:60],
                fields=", ".join(sorted(known)) or say("no fields"),
            )
            raise WrongQuery([(PARAMETER, sentence)])
        here = known[name]


@cache
def _fields(struct: type) -> dict[str, frozenset[type] | None]:
    """The fields of a struct, each with the structs in it; None where any field may be."""
    info = type_info(struct)
    assert isinstance(info, StructType)
    return {field.encode_name: _below(field) for field in info.fields}


def _below(field: Field) -> frozenset[type] | None:
    found: set[type] = set()
    return frozenset(found) if _collect(field.type, found) else None


def _collect(kind: Type, found: set[type]) -> bool:
    """Adds the structs of a type; False if it holds objects with any fields."""
    match kind:
        case StructType():
            found.add(kind.cls)
        case ListType() | VarTupleType():
            return _collect(kind.item_type, found)
        case UnionType():
            # Every one of them, also behind one that holds objects with any fields.
            known = [_collect(one, found) for one in kind.types]
            return all(known)
        case DictType():
            return False
        case _:
            pass
    return True
