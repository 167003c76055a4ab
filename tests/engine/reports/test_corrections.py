"""Strikes, waivers and rulings are told with their reasons and events."""

from __future__ import annotations

from engine import commands
from engine.reports.corrections import Handing, RulingReport, StrikeReport, corrections
from tests.engine.reports.evening import table


def test_a_strike_is_told_with_its_reason_and_everything_it_made_void() -> None:
    evening = table()
    bought = evening.do(commands.BuyChips(player="bo", chips=10))
    own = evening.strike(bought, reason="typed twice")
    (told,) = corrections(evening.records).strikes
    assert told == StrikeReport(
        version=own,
        reason="typed twice",
        struck=(bought,),
        void=(bought,),
        redrawn=(),
        occurred_at="",
        to_move=(Handing(giver="chips:bo", taker="box", chips=10),),
    )


def test_waivers_and_rulings_are_told_until_they_are_struck() -> None:
    evening = table()
    move = commands.ChipMove(payer="chips:eva", payee="chips:bo", chips=2)
    ruling = evening.do(commands.MakeRuling(text="Bo's", moves=(move,), agreed_by=("eva", "bo")))
    waiver = commands.Waiver(rule="fewer_than_the_game_is_for", reason="Carl is late")
    evening.do(commands.StandUp(player="carl"))
    waived = evening.do(commands.AnnounceHand(game="Lift Smoke", waived=(waiver,)))
    told = corrections(evening.records)
    assert told.rulings == (
        RulingReport(version=ruling, text="Bo's", moves=(move,), agreed_by=("eva", "bo"), occurred_at=""),
    )
    assert [(line.version, line.rule, line.reason) for line in told.waivers] == [
        (waived, "fewer_than_the_game_is_for", "Carl is late")
    ]
    evening.strike(ruling, waived, reason="all wrong")
    assert corrections(evening.records).rulings == ()
    assert corrections(evening.records).waivers == ()
