"""Splits nets that sum to zero into as many groups as possible, each of which sums to zero by itself.

A group of k people settles with k - 1 transfers, so most groups means fewest transfers. The problem is NP-hard.
What keeps it cheap here: pairs that cancel out are taken first, equal amounts are counted and not told apart, only
collections that sum to zero are ever looked at, and those are found by meeting in the middle. Twenty people have at
most a million collections; of those, some fifteen thousand sum to zero when the amounts are as small and dense as
they can be (plus or minus 1 to 20), and a handful when they are ordinary.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

EXACT_PEOPLE_MAX = 20


@dataclass(frozen=True)
class Grouping:
    """Amounts in groups of sum zero, and an upper bound on the number of such groups."""

    groups: tuple[tuple[int, ...], ...]
    groups_at_most: int


def most_groups(amounts: Sequence[int]) -> Grouping:
    """The most groups of sum zero: exact while at most twenty amounts have no opposite, otherwise by a heuristic.

    The heuristic takes triples of sum zero, in the given order, until the exact search can do the rest; when there
    are not enough triples, all that is left is one group.
    """
    pairs, rest = _take_pairs(amounts)
    at_most = len(pairs) + _most_without_pairs(rest)
    triples, rest = _take_triples(rest)
    if len(rest) > EXACT_PEOPLE_MAX:
        return Grouping(pairs + triples + (tuple(rest),), at_most)
    groups = pairs + triples + (_Search(rest).groups() if rest else ())
    return Grouping(groups, at_most if triples else len(groups))


def most_groups_thinkable(amounts: Sequence[int]) -> int:
    """A number of groups that no split can exceed, found without a search."""
    pairs, rest = _take_pairs(amounts)
    return len(pairs) + _most_without_pairs(rest)


def _most_without_pairs(amounts: Sequence[int]) -> int:
    """Every group needs someone who gets, someone who owes and a third, because no two cancel out."""
    getting = sum(1 for amount in amounts if amount > 0)
    return min(getting, len(amounts) - getting, len(amounts) // 3)


def _take_pairs(amounts: Sequence[int]) -> tuple[tuple[tuple[int, ...], ...], list[int]]:
    """Takes out every two amounts that cancel out: some best split has them as a group of their own.

    Proof: take a best split and let x and -x be in it. If they share a group, what else is in that group sums to
    zero, and making it a group of its own loses none. If they are in two groups, join those two and take the pair
    out: what is left of them sums to zero and is not empty, because a group of x alone does not sum to zero. Two
    groups became two. Either way the split is still a best one, and the argument repeats on the rest.
    """
    unmatched: Counter[int] = Counter()
    pairs: list[tuple[int, ...]] = []
    for amount in amounts:
        if unmatched[-amount]:
            unmatched[-amount] -= 1
            pairs.append((-amount, amount))
        else:
            unmatched[amount] += 1
    return tuple(pairs), list(unmatched.elements())


def _take_triples(amounts: Sequence[int]) -> tuple[tuple[tuple[int, ...], ...], list[int]]:
    """Takes out triples of sum zero while too many amounts are left for the exact search."""
    left, people = Counter(amounts), len(amounts)
    triples: list[tuple[int, ...]] = []
    for place, first in enumerate(amounts):
        if not left[first]:
            continue
        for second in amounts[place + 1 :]:
            if people <= EXACT_PEOPLE_MAX:
                return tuple(triples), list(left.elements())
            third = -first - second
            triple = (first, second, third)
            if left[third] and Counter(triple) <= left:
                left -= Counter(triple)
                people -= 3
                triples.append(triple)
    return tuple(triples), list(left.elements())


@dataclass(frozen=True)
class _Field:
    """The bits that say how often one amount is taken: the number, and above it a guard bit that stays clear."""

    amount: int
    people: int
    shift: int

    @property
    def end(self) -> int:
        return self.shift + self.people.bit_length() + 1

    def times(self, packed: int) -> int:
        return packed >> self.shift & (1 << self.people.bit_length()) - 1


class _Part(NamedTuple):
    """A collection of amounts; `rarer` of its people are on the side, getting or owing, that has fewer people."""

    total: int
    people: int
    rarer: int
    packed: int


class _Search:
    """The exact search among amounts of which no two cancel out.

    A collection is one integer, a field for each different amount. Taking a group out of it is a subtraction, and a
    guard bit in the difference says that the group was not all there.
    """

    def __init__(self, amounts: Sequence[int]) -> None:
        self._fields = _fields(amounts)
        self._guards = sum(1 << field.end - 1 for field in self._fields)
        self._field_at_bit = [field for field in self._fields for _ in range(field.shift, field.end)]
        empty, *parts = sorted(_parts_of_sum_zero(self._fields, _rarer_sign(amounts)))
        self._whole = parts[-1].packed
        self._fewest_people = parts[0].people
        self._people = {part.packed: part.people for part in (empty, *parts)}
        self._at_most = {
            part.packed: min(part.rarer, part.people - part.rarer, part.people // self._fewest_people)
            for part in (empty, *parts)
        }
        self._parts_from: defaultdict[_Field, list[_Part]] = defaultdict(list)
        for part in parts:
            self._parts_from[self._first_field(part.packed)].append(part)
        self._best = {empty.packed: (0, empty.packed)}

    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The groups of a best split."""
        self._most(self._whole)
        groups, left = [], self._whole
        while left:
            group = self._best[left][1]
            groups.append(tuple(field.amount for field in self._fields for _ in range(field.times(group))))
            left -= group
        return tuple(groups)

    def _first_field(self, packed: int) -> _Field:
        return self._field_at_bit[(packed & -packed).bit_length() - 1]

    def _most(self, whole: int) -> int:
        """The most groups a collection of sum zero can be split into; remembers the group to take out first.

        Some group holds the first amount of the collection. Each one that could is tried, smallest first, until
        what the rest could give at most is no better than what was found.
        """
        if whole in self._best:
            return self._best[whole][0]
        result, first_group = 1, whole
        people, at_most = self._people[whole], self._at_most[whole]
        for part in self._parts_from[self._first_field(whole)]:
            if result >= at_most or result >= 1 + (people - part.people) // self._fewest_people:
                break
            rest = whole - part.packed
            if rest & self._guards or result >= 1 + self._at_most[rest]:
                continue
            groups = 1 + self._most(rest)
            if groups > result:
                result, first_group = groups, part.packed
        self._best[whole] = (result, first_group)
        return result


def _rarer_sign(amounts: Sequence[int]) -> int:
    getting = sum(1 for amount in amounts if amount > 0)
    return 1 if getting <= len(amounts) - getting else -1


def _fields(amounts: Sequence[int]) -> tuple[_Field, ...]:
    """Fields from the first bit on: the side with fewer people first, because it leaves the search fewer choices."""
    people = Counter(amounts)
    rarer_sign = _rarer_sign(amounts)
    fields: list[_Field] = []
    for amount in sorted(people, key=lambda amount: (amount * rarer_sign < 0, -abs(amount))):
        fields.append(_Field(amount, people[amount], fields[-1].end if fields else 0))
    return tuple(fields)


def _parts_of_sum_zero(fields: Sequence[_Field], rarer_sign: int) -> list[_Part]:
    """All collections of sum zero, the empty one included: each half of the fields alone, joined where they meet."""
    collections = math.prod(field.people + 1 for field in fields)
    cut, in_first_half = 0, 1
    while in_first_half * in_first_half < collections:
        in_first_half *= fields[cut].people + 1
        cut += 1
    meeting: defaultdict[int, list[_Part]] = defaultdict(list)
    for part in _all_parts(fields[cut:], rarer_sign):
        meeting[-part.total].append(part)
    return [
        _Part(0, part.people + other.people, part.rarer + other.rarer, part.packed | other.packed)
        for part in _all_parts(fields[:cut], rarer_sign)
        for other in meeting.get(part.total, ())
    ]


def _all_parts(fields: Sequence[_Field], rarer_sign: int) -> list[_Part]:
    parts = [_Part(0, 0, 0, 0)]
    for field in fields:
        rarer = 1 if field.amount * rarer_sign > 0 else 0
        parts = [
            _Part(
                part.total + field.amount * times,
                part.people + times,
                part.rarer + rarer * times,
                part.packed | times << field.shift,
            )
            for part in parts
            for times in range(field.people + 1)
        ]
    return parts
