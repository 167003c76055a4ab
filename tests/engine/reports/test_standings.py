"""Results stand in order, and with what belongs to nobody yet they sum to zero."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.reports.figures import standings, totals
from engine.reports.gap import gap
from tests.engine.reports.evening import random_evening, table, won_by


def test_equal_results_share_a_place() -> None:
    evening = table()
    won_by(evening, "carl")
    told = [(line.place, line.player, line.result) for line in standings(evening.records)]
    assert told == [(1, "carl", 350), (2, "eva", -175), (2, "bo", -175)]


@settings(max_examples=60)
@given(st.integers(0, 2**32))
def test_results_and_what_belongs_to_nobody_yet_sum_to_zero(seed: int) -> None:
    evening = random_evening(seed)
    counts, found = totals(evening.records), gap(evening.records)
    charged = sum(charge.cents for charge in found.ended.charges) if found.ended else 0
    nobodys = (counts.in_pot + counts.carried + counts.missing) * evening.night.unit - charged
    results = [line.result for line in standings(evening.records)]
    assert sum(results) + nobodys == 0
    assert results == sorted(results, reverse=True)
    if evening.night.phase == "planned":
        assert sum(results) == 0
