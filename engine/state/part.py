"""Copying what is true at one moment: worked out from what a part holds, so that no list of attributes is kept in step."""

from collections import deque
from collections.abc import Callable
from typing import Any, Self, TypeVar

Kind = TypeVar("Kind")
SomePart = TypeVar("SomePart", bound="Part")

# The twin of each card that was copied, by the identity of the card: one card may lie in several lists.
Seen = dict[int, Any]


class Part:
    """State that `evolve` changes in place. Its slots are all that it holds, and `copy()` follows them.

    A twin has its own containers, its own cards and its own parts. Numbers, texts, tuples and frozen records cannot
    change, so that both hold the same ones.
    """

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        COPIED[cls] = _part

    def copy(self) -> Self:
        """A part that can be changed without touching this one."""
        twin: Self = _part(self, {})
        return twin


def begun(part: SomePart | None) -> SomePart:
    """The part, of a step that has begun. Only a mistake in the program, or a book that is wrong, asks sooner."""
    if part is None:
        raise AssertionError("This step has not begun.")
    return part


def changeable(kind: type[Kind], copied: Callable[[Kind, Seen], Kind]) -> None:
    """From now on a copy has its own ones of this kind."""
    COPIED[kind] = copied


def _part(part: Any, seen: Seen) -> Any:
    kind = type(part)
    twin = object.__new__(kind)
    for name in kind.__slots__:
        value = getattr(part, name)
        copied = COPIED.get(type(value))
        setattr(twin, name, value if copied is None else copied(value, seen))
    return twin


def _items(values: Any, seen: Seen) -> list[Any]:
    """What lies in a container, copied where it can change; a container holds one kind of thing."""
    for value in values:
        copied = COPIED.get(type(value))
        return list(values) if copied is None else [copied(value, seen) for value in values]
    return []


def _mapping(values: dict[Any, Any], seen: Seen) -> dict[Any, Any]:
    return dict(zip(values, _items(values.values(), seen), strict=True)) if values else {}


# How what can change is copied, by its type; what is not listed cannot change.
COPIED: dict[type[Any], Callable[[Any, Seen], Any]] = {
    list: _items,
    deque: lambda values, seen: deque(_items(values, seen)),
    dict: _mapping,
    set: lambda values, _: values.copy(),
}
