"""Where do two versions of a night part? The first event whose bodies differ, field by field."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec

from engine.speech import say
from service.book.store.chain import StoredEvent, check_chain
from service.book.store.streams import Stream

Relation = Literal["same", "ours goes on", "theirs goes on", "differ"]
# A longer value is cut: two announcements hold whole games.
VALUE_MOST = 300
MISSING = object()


class FieldDifference(msgspec.Struct, frozen=True, kw_only=True):
    """One field of an event in both versions as JSON, None where there is none; `data.chips` is the field of a field."""

    field: str
    ours: str | None
    theirs: str | None


class DifferenceView(msgspec.Struct, frozen=True, kw_only=True):
    """Where two versions of a night part.

    `first` is the number of the first event that differs, or that only one version has; None if they are the same.
    `their_chain` says what is wrong with the other version's chain, empty if it holds.
    """

    night: str
    other: str
    version: int
    head: str
    their_version: int
    their_head: str
    relation: Relation
    first: int | None
    fields: tuple[FieldDifference, ...]
    their_chain: str


def difference_view(ours: Sequence[StoredEvent], theirs: Sequence[StoredEvent]) -> DifferenceView:
    """The difference between two versions of a night; each has at least one event."""
    first = _first(ours, theirs)
    return DifferenceView(
        night=Stream(ours[0].club, ours[0].stream).night,
        other=Stream(theirs[0].club, theirs[0].stream).night,
        version=len(ours),
        head=ours[-1].hash,
        their_version=len(theirs),
        their_head=theirs[-1].hash,
        relation=_relation(ours, theirs, first),
        first=first,
        fields=tuple(_fields(ours[first - 1], theirs[first - 1])) if _both(ours, theirs, first) and first else (),
        their_chain=next(
            (
                say("Event {number}: {what}", number=defect.version, what=defect.sentence)
                for defect in check_chain(theirs)
            ),
            "",
        ),
    )


def _first(ours: Sequence[StoredEvent], theirs: Sequence[StoredEvent]) -> int | None:
    for number, (mine, other) in enumerate(zip(ours, theirs, strict=False), start=1):
        if mine.body != other.body or mine.hash != other.hash:
            return number
    shorter = min(len(ours), len(theirs))
    return None if len(ours) == len(theirs) else shorter + 1


def _both(ours: Sequence[StoredEvent], theirs: Sequence[StoredEvent], first: int | None) -> bool:
    return first is not None and first <= min(len(ours), len(theirs))


def _relation(ours: Sequence[StoredEvent], theirs: Sequence[StoredEvent], first: int | None) -> Relation:
    if first is None:
        return "same"
    if _both(ours, theirs, first):
        return "differ"
    return "ours goes on" if len(ours) > len(theirs) else "theirs goes on"


def _fields(ours: StoredEvent, theirs: StoredEvent) -> Iterator[FieldDifference]:
    if ours.body == theirs.body:
        yield FieldDifference(field="hash", ours=ours.hash, theirs=theirs.hash)
        return
    mine, other = _read(ours.body), _read(theirs.body)
    result = False
    for field, one, two in _differing("", mine, other):
        result = True
        yield FieldDifference(field=field, ours=_shown(one), theirs=_shown(two))
    if not result:
        # The same values written otherwise, for example with a space between them.
        yield FieldDifference(field="body", ours=_cut(ours.body), theirs=_cut(theirs.body))


def _read(body: str) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return body


def _differing(field: str, one: Any, two: Any) -> Iterator[tuple[str, Any, Any]]:
    """Every field that is not the same in both, in the order of ours; those that only theirs has come last."""
    if isinstance(one, dict) and isinstance(two, dict):
        for key in dict.fromkeys((*one, *two)):
            below = f"{field}.{key}" if field else str(key)
            yield from _differing(below, one.get(key, MISSING), two.get(key, MISSING))
    elif isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        for place, (mine, other) in enumerate(zip(one, two, strict=True)):
            yield from _differing(f"{field}.{place}", mine, other)
    elif one is MISSING or two is MISSING or json.dumps(one) != json.dumps(two):
        yield field or "body", one, two


def _shown(value: Any) -> str | None:
    return None if value is MISSING else _cut(json.dumps(value, ensure_ascii=False))


def _cut(text: str) -> str:
    return (
        text
        if len(text) <= VALUE_MOST
        else say("{beginning}… ({number} characters)", beginning=text[:VALUE_MOST], number=len(text))
    )
