"""Copying of state, derived from the slots of each part, so that no list of attributes has to be kept in step."""

from collections.abc import Callable
from functools import cache
from typing import Any, Final, Self, TypeVar

from engine.ids import PlayerId

Kind = TypeVar("Kind")
SomePart = TypeVar("SomePart", bound="Part")

# A set that is most often empty is not changed but replaced, so that a hand begins without making any.
NOBODY: Final[frozenset[PlayerId]] = frozenset()

# The twin of each card copied, by the card's identity, because one card may be in several lists.
Copies = dict[int, Any]


class Part:
    """State that `evolve` changes in place. Its slots are all it holds, and `copy()` follows them.

    A copy has its own containers, cards and parts. Numbers, texts, tuples and frozen records cannot change and are
    shared.
    """

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        COPIED[cls] = _part

    def copy(self) -> Self:
        """A copy that can change without touching this one."""
        twin: Self = _part(self, {})
        return twin


def begun(part: SomePart | None) -> SomePart:
    """The part of a step that has begun. Asking before is a mistake in the program, or the book is wrong."""
    if part is None:
        raise AssertionError("This step has not begun.")
    return part


def changeable(kind: type[Kind], copied: Callable[[Kind, Copies], Kind]) -> None:
    """Registers how values of this kind are copied, because they can change."""
    COPIED[kind] = copied


@cache
def names_in(kind: Any) -> tuple[str, ...]:
    """The names of all that a part of this kind holds."""
    results: tuple[str, ...] = kind.__slots__
    return results


def _part(part: Any, copies: Copies) -> Any:
    kind: Any = type(part)
    twin = kind.__new__(kind)
    for name in names_in(kind):
        value = getattr(part, name)
        copied = COPIED.get(type(value))
        setattr(twin, name, value if copied is None else copied(value, copies))
    return twin


def _items(values: Any, copies: Copies) -> list[Any]:
    """The values of a container, copied if they can change; a container holds one kind of value."""
    for value in values:
        copied = COPIED.get(type(value))
        return list(values) if copied is None else [copied(value, copies) for value in values]
    return []


def _mapping(values: dict[Any, Any], copies: Copies) -> dict[Any, Any]:
    return dict(zip(values, _items(values.values(), copies), strict=True)) if values else {}


# How values that can change are copied, by type; types not listed cannot change.
COPIED: Final[dict[type[Any], Callable[[Any, Copies], Any]]] = {
    list: _items,
    dict: _mapping,
    set: lambda values, _: values.copy(),
}
