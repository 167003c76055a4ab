"""Chance for the simulation: the engine has none of its own, so the caller brings a source of numbers."""

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

Thing = TypeVar("Thing")


class Chance(Protocol):
    """A source of numbers; a seeded one gives the same night again."""

    def below(self, limit: int, /) -> int:
        """A number from 0 to `limit` - 1, each equally likely."""


def one_in(chance: Chance, times: int) -> bool:
    """True once in `times` calls, on average."""
    return chance.below(times) == 0


def pick(chance: Chance, things: Sequence[Thing]) -> Thing:
    """One of the things."""
    return things[chance.below(len(things))]


def shuffled(chance: Chance, things: Iterable[Thing]) -> list[Thing]:
    """The things in a random order, each order equally likely (Fisher and Yates)."""
    mixed = list(things)
    for last in range(len(mixed) - 1, 0, -1):
        other = chance.below(last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


def weighed(chance: Chance, things: Sequence[Thing], weights: Sequence[int]) -> Thing:
    """One of the things, with a probability in proportion to its weight; all alike if all weights are 0."""
    total = sum(weights)
    if not total:
        return pick(chance, things)
    drawn = chance.below(total)
    for thing, weight in zip(things, weights, strict=True):
        drawn -= weight
        if drawn < 0:
            return thing
    raise AssertionError("What is drawn is below the sum of the weights.")
