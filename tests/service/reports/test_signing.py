"""Whose word at the table the bank may note."""

from __future__ import annotations

from engine.club.acts import SignNight
from engine.folding import fold
from service.reports.signing import answered_decisions, to_hear
from service.reports.views.visible_night import VisibleNight
from tests.service.reports.small_night import HEAD, NAMES, small_night


def test_whoever_has_answered_by_phone_speaks_by_phone_of_every_decision() -> None:
    records = small_night().records
    view = VisibleNight("night", HEAD, fold(records), records, NAMES, sees_cards=True)
    waiting = {(one.id, one.event) for one in to_hear(view, answered_decisions(view))}
    assert {player for player, event in waiting if not event} == {*NAMES}
    player = next(player for player, event in waiting if event)
    refusal = SignNight(
        night="night",
        player=player,
        key="k" * 64,
        version=view.version,
        head=HEAD,
        answer="refuses",
        reason="No.",
        signature="s" * 128,
    )
    told = VisibleNight("night", HEAD, fold(records), records, NAMES, sees_cards=True, answers=(refusal,))
    assert {(one.id, one.event) for one in to_hear(told, answered_decisions(told))} == {
        (one, event) for one, event in waiting if one != player
    }
