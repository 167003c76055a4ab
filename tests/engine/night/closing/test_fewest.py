"""The search for the most groups of sum zero agrees with slower ways to count them, and looks at few collections."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.night.closing.fewest import EXACT_PEOPLE_MAX, most_groups, most_groups_thinkable


def most_groups_by_walking_all_subsets(amounts: tuple[int, ...]) -> int:
    """Add people one by one in every order; count how often the sum passes zero on the best way."""
    sums = [0] * (1 << len(amounts))
    most = [0] * (1 << len(amounts))
    for subset in range(1, 1 << len(amounts)):
        inside = [place for place in range(len(amounts)) if subset >> place & 1]
        sums[subset] = sums[subset ^ 1 << inside[0]] + amounts[inside[0]]
        most[subset] = max(most[subset ^ 1 << place] for place in inside) + (sums[subset] == 0)
    return most[-1]


def closed(amounts: list[int]) -> tuple[int, ...]:
    """The amounts and one more that brings the sum to zero, without anyone who has nothing to settle."""
    return tuple(amount for amount in (*amounts, -sum(amounts)) if amount)


def without_pairs(people: int, most: int, seed: int) -> tuple[int, ...]:
    """Amounts of sum zero of which no two cancel out."""
    source = random.Random(seed)
    while True:
        amounts = closed([source.randint(-most, most) for _ in range(people - 1)])
        if len(amounts) == people and not set(amounts) & {-amount for amount in amounts}:
            return amounts


@given(st.integers(1, 40).flatmap(lambda most: st.lists(st.integers(-most, most), max_size=9)))
def test_the_search_finds_as_many_groups_as_a_walk_over_all_subsets(amounts) -> None:
    grouping = most_groups(closed(amounts))
    expected = most_groups_by_walking_all_subsets(closed(amounts)) if any(amounts) else 0
    assert len(grouping.groups) == expected == grouping.groups_at_most


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("most", [12, 25, 60])
def test_the_search_is_right_where_no_two_amounts_cancel_out(most, seed) -> None:
    amounts = without_pairs(people=12, most=most, seed=seed)
    assert len(most_groups(amounts).groups) == most_groups_by_walking_all_subsets(amounts)


@given(st.lists(st.integers(-50, 50), max_size=45))
def test_groups_sum_to_zero_and_use_every_amount_once(amounts) -> None:
    grouping = most_groups(closed(amounts))
    assert all(sum(group) == 0 and group for group in grouping.groups)
    assert Counter(amount for group in grouping.groups for amount in group) == Counter(closed(amounts))
    assert len(grouping.groups) <= grouping.groups_at_most <= most_groups_thinkable(closed(amounts))


def test_more_than_twenty_are_searched_exactly_once_pairs_and_triples_are_taken_out() -> None:
    pairs = tuple(amount for size in range(1000, 1010) for amount in (size, -size))
    amounts = (*pairs, 1, 2, 4, 8, -15)
    grouping = most_groups(amounts)
    assert len(amounts) > EXACT_PEOPLE_MAX
    assert len(grouping.groups) == grouping.groups_at_most == 11


def test_beyond_twenty_without_pairs_or_triples_the_rest_is_one_group_and_not_called_proven() -> None:
    amounts = closed([5**power for power in range(10)] + [-3 * 5**power for power in range(12)])
    grouping = most_groups(amounts)
    assert grouping.groups == (tuple(sorted(amounts, key=amounts.index)),)
    assert grouping.groups_at_most == len(amounts) // 3


def test_a_search_after_triples_were_taken_out_is_not_called_proven() -> None:
    amounts = (1, 2, -3, *closed([7 * 5**power for power in range(8)] + [-21 * 5**power for power in range(10)]))
    grouping = most_groups(amounts)
    assert len(amounts) == 22
    assert set(grouping.groups[0]) == {1, 2, -3}
    assert len(grouping.groups) < grouping.groups_at_most == 7


# Found by climbing towards longer and longer searches.
LONGEST_KNOWN = (
    (71, 77, -9, -6, 2, -15, -17, -5, -8, -10, -14, -7, -19, -12, 1, -11, 3, -13, -4, -4),
    (1, 73, 72, -12, -4, -6, -7, -16, -15, 3, -5, -18, -2, -14, -10, -8, -11, -9, -13, 1),
    (18, 39, 2, 7, 22, 34, 21, 1, 17, -3, -12, -10, -29, -5, -13, -15, -26, -16, -8, -24),
    (1, 2, 3, -4, 5, -6, 7, -8, 9, -10, 11, -12, -13, -14, 15, 16, 17, -18, 19, -20),
)


@pytest.mark.parametrize(
    ("amounts", "groups"),
    [
        *zip(LONGEST_KNOWN, (3, 3, 6, 6), strict=True),
        ((1, -1) * 10, 10),
        ((2,) * 12 + (-3,) * 8, 4),
        ((3,) * 5 + (-1,) * 15, 5),
        ((*range(-19, 0), 190), 1),
    ],
)
def test_the_longest_searches_known_find_every_group(amounts, groups) -> None:
    grouping = most_groups(amounts)
    assert len(grouping.groups) == groups == grouping.groups_at_most
    assert len(amounts) == EXACT_PEOPLE_MAX
