"""The rules lawyer settles a whole deal of Tarok: widow, goal, melds, pagat, ultimo, and who pays whom (RULINGS C4)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine import errors
from engine.judge import Case, Judgement, judge


def settled(players: str = "A B C", *, game: str = "Tarok", cards: str = "", **deal: Any) -> Judgement:
    seen: dict[str, Any] = {player: {} for player in players.split()}
    seen[next(iter(seen))] = {"cards": cards}
    case = {"game": game, "rulebook": "tarok", "players": seen, "tarok": deal}
    return judge(msgspec.json.decode(msgspec.json.encode(case), type=Case))


def payments(judgement: Judgement) -> dict[str, int]:
    return {f"{each.payer}>{each.payee}": each.chips for each in judgement.payments}


@pytest.mark.parametrize(
    ("deal", "paid"),
    [
        ({"points": 44}, {"B>A": 68, "C>A": 68}),
        ({"points": 44, "contract": "solo"}, {"B>A": 118, "C>A": 118}),
        ({"points": 30}, {"A>B": 60, "A>C": 60}),
        ({"points": 44, "widow": 3}, {"B>A": 204, "C>A": 204}),
        ({"points": 30, "goal": "consolation", "widow": 2}, {"B>A": 120, "C>A": 120}),
        ({"points": 44, "bidder": "B"}, {"A>B": 68, "C>B": 68}),
        ({"points": 44, "pagat": "B"}, {"A>B": -18, "B>A": 18, "C>A": 68}),
        ({"points": 44, "ultimo": True, "pagat": "A"}, {"B>A": 168, "C>A": 168}),
        ({"points": 44, "ultimo": True}, {"A>B": 32, "A>C": 32}),
        ({"points": 44, "ultimo": True, "contra": "C", "captured": True}, {"A>B": 132, "A>C": 132}),
        ({"points": 40, "ultimo": True, "contra": "C", "pagat": "B"}, {"A>B": 140, "A>C": 140}),
        ({"points": 44, "melds": {"C": ["Ks Kh Kd Kc"]}}, {"B>A": 68, "B>C": 50, "C>A": 18}),
        ({"contract": "pass"}, {}),
    ],
)
def test_who_pays_whom_in_the_end(deal: dict[str, Any], paid: dict[str, int]) -> None:
    assert payments(settled(**deal)) == {pair: chips for pair, chips in paid.items() if chips > 0}


def test_the_dealer_who_sits_out_pays_as_an_opponent() -> None:
    assert payments(settled("A B C D", points=44)) == {"B>A": 68, "C>A": 68, "D>A": 68}


def test_in_tapp_tarok_all_pay_forehand_when_all_pass() -> None:
    assert payments(settled(game="Tapp-Tarok", contract="pass")) == {"B>A": 25, "C>A": 25}


def test_the_cards_of_the_bidder_are_counted_where_no_points_are_said() -> None:
    told = settled(cards="joker XXI I Ks Kh Kd Kc Qs Qh Qd II III", contract="solo")
    assert payments(told) == {"B>A": 112, "C>A": 112}
    assert "A has 41 points" in told.text


def test_every_part_says_why_and_what_it_counts() -> None:
    told = settled(points=44, widow=2, ultimo=True, melds={"B": ["Ks Kh Kd Kc"]})
    assert [(share.share, share.chips) for share in told.shares] == [("meld", 50), ("game", 136), ("ultimo", 100)]
    assert told.text.startswith(
        "Tarok · Lift Smoke / Tarok.\n\nA plays a threesome with the second cards of the widow (double) for game, and has announced ultimo."
    )
    assert "Ultimo: A pays B 100, A pays C 100; ultimo counts twice the value of the contract, 100." in told.text


@pytest.mark.parametrize(
    ("deal", "reason"),
    [
        ({}, errors.BiddersPointsAreMissing),
        ({"points": 44, "cards": "Ks Qs Cs"}, errors.BiddersPointsAreMissing),
        ({"cards": "Ks Qs"}, errors.BiddersPointsAreMissing),
        ({"cards": "Ks Qs Cs", "ultimo": True}, errors.PointsMayHaveMoved),
        ({"points": 44, "pagat": "A", "captured": True}, errors.PagatWasCaptured),
        ({"points": 44, "pagat": "Z"}, errors.PagatCannotBe),
        ({"points": 75}, errors.PointsAreImpossible),
        ({"points": 44, "contract": "grand"}, errors.UnknownContract),
        ({"points": 44, "contract": "solo", "widow": 2}, errors.NotTheNextStep),
        ({"points": 44, "contract": "solo", "goal": "consolation"}, errors.GoalNeedsTheWidow),
        ({"points": 44, "contra": "B"}, errors.NothingToAnswer),
        ({"points": 44, "melds": {"B": ["Ks Qs"]}}, errors.UnknownMeld),
        ({"players": "A B C D", "points": 44, "bidder": "D"}, errors.BidderDoesNotPlay),
        ({"game": "Lift Smoke", "players": "A B C D", "points": 44}, errors.NotScoredLikeTarok),
        ({"players": "A B", "points": 44}, errors.FewerThanTheGameIsFor),
    ],
)
def test_a_deal_that_cannot_have_been_played_so_is_refused(deal: dict[str, Any], reason: type[errors.Refusal]) -> None:
    with pytest.raises(reason):
        settled(**deal)


def test_where_all_have_passed_only_what_that_costs_is_told() -> None:
    told = settled(game="Tapp-Tarok", contract="pass")
    assert [rule.says for rule in told.rules] == ["Forehand gets 25 when all pass."]
