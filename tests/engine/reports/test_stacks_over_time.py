"""The rows of a chart: everyone's stack before the first hand and after each."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import commands
from engine.reports.figures import stacks_over_time
from tests.engine.reports.evening import random_evening, table, won_by


def test_stacks_are_told_before_the_first_hand_and_after_each() -> None:
    evening = table()
    won_by(evening, "carl")
    evening.do(commands.BuyChips(player="bo", chips=10))
    won_by(evening, "bo")
    told = stacks_over_time(evening.records)
    assert told.players == ("eva", "bo", "carl")
    assert [(row.hand, row.stacks) for row in told.rows] == [(0, (40, 40, 40)), (1, (33, 33, 54)), (2, (26, 57, 47))]
    assert [row.won for row in told.rows] == [(0, 0, 0), (-7, -7, 14), (-14, 7, 7)]


@settings(max_examples=30)
@given(st.integers(0, 2**32))
def test_what_play_alone_has_brought_sums_to_zero_but_for_carried_pots_and_rulings(seed: int) -> None:
    evening = random_evening(seed)
    rulings = any(isinstance(record.event, commands.MakeRuling) for record in evening.records)
    demanded = any(isinstance(record.event, commands.NewDeal) for record in evening.records)
    for row in stacks_over_time(evening.records).rows:
        assert rulings or demanded or sum(row.won) == 0
