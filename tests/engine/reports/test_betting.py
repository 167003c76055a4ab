"""The betting of a hand is told street by street, at the time it was played."""

from __future__ import annotations

import pytest

from engine import commands
from engine.reports.betting import betting, street_text
from engine.reports.hand_history import hand_history
from engine.wording import Voice
from tests.engine.reports.evening import opened, random_evening, table, won_by

VOICE = Voice({"eva": "Eva", "bo": "Bo", "carl": "Carl"})


def test_antes_bets_and_folds_are_one_paragraph() -> None:
    evening = table()
    evening.do(commands.AnnounceHand(game="Straight Poker", dealer="eva"))
    evening.do(commands.Check(player="bo"), commands.Check(player="carl"), commands.Bet(player="eva", chips=3))
    evening.do(commands.Raise(player="bo", by=2), commands.Fold(player="carl"), commands.Fold(player="eva"))
    ((street,),) = betting(evening.records, VOICE)
    assert street_text(street) == (
        "Antes 3 × 2. Bo and Carl check, Eva bets 3, Bo raises by 2, to 5, Carl and Eva fold."
    )


def test_every_round_has_its_street_and_the_draw_stands_before_its_round() -> None:
    evening = table()
    won_by(evening, "bo", game="Three Card Draw")
    (streets,) = betting(evening.records, VOICE)
    assert [street.round for street in streets] == [1, 2]
    assert street_text(streets[1]) == (
        "Round 2: Bo stands pat, Carl stands pat, Eva stands pat, Bo, Carl and Eva check."
    )


def test_turned_cards_are_told_and_cards_that_lie_closed_are_not() -> None:
    evening = opened("eva", "bo", "carl", rules=commands.HouseRules(auto="none", rulebook="standard", initial_loan=40))
    evening.do(commands.AnnounceHand(game="Texas Hold'em", dealer="eva"), commands.Deal())
    evening.do(commands.Call(player="eva"), commands.Call(player="bo"), commands.Check(player="carl"))
    evening.do(commands.Burn(), commands.Lay(cards=("Ks", "4d", "9c")), commands.Check(player="bo"))
    (streets,) = betting(evening.records, VOICE)
    assert streets[1].cards == ("Ks", "4d", "9c")
    assert street_text(streets[1]) == "Round 2 K♠ 4♦ 9♣: Bo checks."


def test_an_all_in_stands_behind_its_bet() -> None:
    evening = opened("eva", "bo", "carl", rules=commands.HouseRules(auto="all", rulebook="standard", initial_loan=40))
    evening.do(commands.AnnounceHand(game="Texas Hold'em", dealer="eva"), commands.GoAllIn(player="eva"))
    ((street,),) = betting(evening.records, VOICE)
    assert street_text(street).endswith("Eva raises by 38, to 40 and is all-in.")


def test_a_correction_moves_no_betting() -> None:
    """What is drawn again is told where and when its act was played."""
    evening = opened("eva", "bo", "carl", starts_at="19:00", rules=commands.HouseRules(auto="all", initial_loan=40))
    move = commands.ChipMove("chips:eva", "carry", 1)
    slip = evening.do(commands.MakeRuling(text="found", moves=(move,), agreed_by=("eva",)))
    won_by(evening, "bo")
    before = betting(evening.records, VOICE)
    evening.wait(60)
    evening.strike(slip, reason="a button")
    assert hand_history(evening.records)[0].redrawn
    assert betting(evening.records, VOICE) == before


@pytest.mark.parametrize("seed", range(6))
def test_every_hand_in_force_has_its_streets_and_no_act_is_lost(seed: int) -> None:
    evening = random_evening(seed)
    told, hands = betting(evening.records, VOICE), hand_history(evening.records)
    assert len(told) == len(hands)
    for streets, hand in zip(told, hands, strict=True):
        assert [street.round for street in streets] == sorted({street.round for street in streets})
        assert all(hand.first <= street.first <= street.last <= hand.last for street in streets)
        put_in = any(stake.put_in for stake in hand.stakes)
        assert bool(streets) or not put_in
