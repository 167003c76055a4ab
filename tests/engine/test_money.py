"""Money divides without loss, and every odd cent or chip goes where the named rule sends it."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.money import Cents, Chips, apportion, share_out, shared_up_to

TOTALS = st.integers(-(10**15), 10**15)
WEIGHTS = st.lists(st.integers(0, 10**12), min_size=1, max_size=12).filter(any)


@given(TOTALS, WEIGHTS)
def test_apportioned_parts_sum_to_the_total(total, weights) -> None:
    assert sum(apportion(total, weights)) == total


@given(TOTALS, WEIGHTS)
def test_no_part_differs_from_its_exact_quota_by_one_or_more(total, weights) -> None:
    everything = sum(weights)
    for part, weight in zip(apportion(total, weights), weights, strict=True):
        assert abs(part * everything - total * weight) < everything


@given(TOTALS, WEIGHTS)
def test_who_lost_more_by_rounding_is_served_before_who_lost_less(total, weights) -> None:
    everything = sum(weights)
    parts = apportion(abs(total), weights)
    lost = [abs(total) * weight % everything for weight in weights]
    served = [part > abs(total) * weight // everything for part, weight in zip(parts, weights, strict=True)]
    in_order = sorted(range(len(weights)), key=lambda place: (-lost[place], place))
    assert [served[place] for place in in_order] == sorted(served, reverse=True)


@given(TOTALS, WEIGHTS)
def test_a_negative_total_is_divided_as_its_opposite_is(total, weights) -> None:
    assert apportion(-total, weights) == tuple(-part for part in apportion(total, weights))


@given(st.lists(st.integers(0, 10**12), min_size=1, max_size=12), st.data())
def test_parts_up_to_a_bound_are_equal_wherever_the_bounds_allow(most, data) -> None:
    total = data.draw(st.integers(0, sum(most)))
    parts = shared_up_to(total, most)
    assert sum(parts) == total
    largest = max(parts)
    for place, (part, bound) in enumerate(zip(parts, most, strict=True)):
        assert 0 <= part <= bound
        if part < bound:
            assert part >= largest - 1
            assert part == largest or all(other < largest for other in parts[place:]), "odd units go to the first"


@pytest.mark.parametrize(
    ("total", "most", "parts"),
    [(175, (125, 50), (125, 50)), (100, (125, 50), (50, 50)), (101, (125, 50), (51, 50)), (7, (9, 2, 9), (3, 2, 2))],
)
def test_what_is_too_much_for_one_goes_to_the_others(total, most, parts) -> None:
    assert shared_up_to(total, most) == parts


def test_more_than_the_bounds_hold_is_not_shared() -> None:
    for total, most in ((3, (1, 1)), (-1, (1,)), (1, ())):
        with pytest.raises(ValueError, match="cannot be shared out within"):
            shared_up_to(total, most)


@pytest.mark.parametrize(
    ("total", "weights", "parts"),
    [
        (10, (1, 1, 1), (4, 3, 3)),
        (11, (1, 1, 1), (4, 4, 3)),
        (-10, (1, 1, 1), (-4, -3, -3)),
        (10, (1, 2, 3), (2, 3, 5)),
        (100, (47, 16, 16, 12, 6, 3), (47, 16, 16, 12, 6, 3)),
        (10, (47, 16, 16, 12, 6, 3), (5, 2, 2, 1, 0, 0)),
        (10, (470, 160, 159, 120, 60, 31), (5, 2, 1, 1, 1, 0)),
        (7, (0, 5, 0), (0, 7, 0)),
        (0, (3, 4), (0, 0)),
        (0, (0, 0), (0, 0)),
        (0, (), ()),
    ],
)
def test_the_largest_remainder_is_rounded_up_and_of_equal_ones_the_earlier(total, weights, parts) -> None:
    assert apportion(total, weights) == parts


@pytest.mark.parametrize("weights", [(), (0, 0)])
def test_something_cannot_be_apportioned_among_nobody(weights) -> None:
    with pytest.raises(ValueError, match="5 cannot be divided when no part has any weight"):
        apportion(5, weights)


def test_a_weight_cannot_be_negative() -> None:
    with pytest.raises(ValueError, match="cannot be negative, and -2 is"):
        apportion(5, (1, -2))


@pytest.mark.parametrize(
    ("chips", "winners", "shares"),
    [(21, 2, (11, 10)), (11, 3, (4, 4, 3)), (10, 3, (4, 3, 3)), (12, 3, (4, 4, 4)), (1, 2, (1, 0)), (0, 2, (0, 0))],
)
def test_odd_chips_go_one_at_a_time_to_the_first_winners_in_betting_order(chips, winners, shares) -> None:
    assert share_out(chips, winners) == shares


@given(st.integers(0, 10**12), st.integers(1, 30))
def test_shares_sum_to_the_pot_and_nobody_is_more_than_one_chip_ahead(chips, winners) -> None:
    shares = share_out(chips, winners)
    assert len(shares) == winners
    assert sum(shares) == chips
    assert list(shares) == sorted(shares, reverse=True)
    assert shares[0] - shares[-1] <= 1


@pytest.mark.parametrize(("chips", "winners"), [(-1, 2), (5, 0), (5, -1)])
def test_a_pot_needs_chips_that_exist_and_a_winner(chips, winners) -> None:
    with pytest.raises(ValueError, match="cannot be shared"):
        share_out(chips, winners)


@pytest.mark.parametrize("text", ["-1", "1000000000001", "1.5", '"5"', "true"])
def test_chips_from_outside_are_whole_bounded_and_never_negative(text) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=Chips)


@pytest.mark.parametrize("text", ["-1000000000000001", "1000000000000001", "0.5", '"5"'])
def test_cents_from_outside_are_whole_and_bounded(text) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=Cents)


def test_the_bounds_themselves_are_accepted() -> None:
    assert msgspec.json.decode("[0, 1000000000000]", type=list[Chips]) == [0, 10**12]
    assert msgspec.json.decode("[-1000000000000000, 1000000000000000]", type=list[Cents]) == [-(10**15), 10**15]
