"""The gap is told player by player, in all, and with its end."""

from __future__ import annotations

from engine import commands
from engine.reports.gap import gap
from tests.engine.reports.evening import counted_and_closed, opened, table, won_by


def test_a_gap_is_told_player_by_player_and_in_all_with_its_end() -> None:
    evening = table()
    won_by(evening, "carl")
    counted_and_closed(evening, bo=-2, carl=1)
    found = gap(evening.records)
    assert [(part.player, part.book, part.counted, part.chips, part.cents) for part in found.found] == [
        ("bo", 33, 31, -2, -50),
        ("carl", 54, 55, 1, 25),
    ]
    assert (found.chips, found.cents, found.ended, found.uncounted) == (-1, -25, None, ())
    evening.do(commands.ResolveGap(by="winners", reason="as always"))
    ended = gap(evening.records).ended
    assert ended is not None
    assert (ended.by, ended.charges, ended.reason) == ("winners", (commands.Charge("carl", 25),), "as always")


def test_who_was_not_counted_is_named() -> None:
    evening = table()
    evening.do(commands.LeaveNight(player="bo"))
    evening.do(commands.CountChips(player="eva", chips=40))
    waiver = commands.Waiver(rule="count_is_missing", reason="late")
    evening.do(commands.CloseNight(waived=(waiver,)))
    assert gap(evening.records).uncounted == ("bo", "carl")


def test_no_gap_can_be_seen_in_a_box_that_nobody_declared() -> None:
    rules = commands.HouseRules(auto="all", banker_stack="box")
    chips = (commands.Denomination(name="chip", worth=1, pieces=500),)
    assert not gap(opened("eva", "bo", rules=rules).records).can_be_seen
    assert gap(opened("eva", "bo", rules=rules, inventory=chips).records).can_be_seen
