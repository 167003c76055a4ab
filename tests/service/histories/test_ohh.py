"""Open Hand History: what is written is as the specification says, and is read to the same stacks."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from engine.events import Recorded
from service.histories.ohh_reading import read_ohh
from service.histories.ohh_writing import why_not, write_ohh
from service.histories.phh_writing import Setting
from service.histories.playing import play_told
from service.histories.telling import tell_hands
from service.histories.told import ToldHand
from service.imports.report import ImportReport
from tests.service.histories.open_hand_history import assert_sound
from tests.service.histories.pokerkit_hands import STAKES, dealt_and_played, in_memory, played_here
from tests.soak import rounds

SETTING = Setting("2026-11-20", "Friday", "UTC", "EUR", 2, 2)
HANDS = rounds(2, 500)
CARRIED = ("FT", "NT", "PO", "FO/8")

# All-in for four different amounts: a main pot and side pots. The antes are uneven, and the straddle is short.
SIDE_POTS = """
variant = "NT"
antes = [0, 2, 0, 1]
blinds_or_straddles = [1, 2, 4, 0]
min_bet = 2
starting_stacks = [40, 100, 3, 20]
actions = ["d dh p1 KsKd", "d dh p2 QsQd", "d dh p3 AsAd", "d dh p4 JcJd", "p4 cbr 19", "p1 cbr 40", "p2 cbr 60",
  "d db 2s3s4d", "d db 9c", "d db 9d", "p1 sm KsKd", "p2 sm QsQd", "p3 sm AsAd", "p4 sm JcJd"]
"""
ANTES_ALONE = """
variant = "NT"
antes = [1, 1, 1]
blinds_or_straddles = [0, 0, 0]
min_bet = 2
starting_stacks = [50, 50, 50]
actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p1 cc", "p2 cbr 4", "p3 f", "p1 cc", "d db 2s3s4d", "p1 cc",
  "p2 cbr 6", "p1 f"]
"""
# As a site writes it: a fee of 0.01, cards of the hero alone, and the texts that its examples have in place of lists.
OF_A_SITE = """{"ohh": {"spec_version": "1.2.2", "network_name": "Inn", "site_name": "Inn", "internal_version": "1",
"game_type": "Holdem", "table_name": "Oslo", "table_size": "6", "game_number": "7", "currency": "EUR", "flags": "",
"start_date_utc": "2026-04-07T14:32:50", "ante_amount": 0.00, "small_blind_amount": 0.01, "big_blind_amount": 0.02,
"bet_limit": {"bet_cap": 0.00, "bet_type": "NL"}, "hero_player_id": 3, "dealer_seat": 8, "players": [
{"name": "A", "id": 0, "player_bounty": 0, "starting_stack": 0.80, "seat": 1},
{"name": "Me", "id": 3, "player_bounty": 0, "starting_stack": 2.00, "seat": 6},
{"name": "Away", "id": 9, "starting_stack": 2.00, "seat": 7, "is_sitting_out": true},
{"name": "D", "id": 4, "player_bounty": 0, "starting_stack": 2.86, "seat": 8}],
"rounds": [{"id": 0, "cards": "", "street": "Preflop", "actions": [
{"action_number": 1, "player_id": 0, "action": "Post SB", "amount": 0.01, "is_allin": false},
{"action_number": 2, "player_id": 3, "action": "Post BB", "amount": 0.02, "is_allin": false},
{"action_number": 3, "player_id": 3, "cards": ["As", "Tc"], "action": "Dealt Cards", "amount": 0.00},
{"action_number": 4, "player_id": 4, "action": "Raise", "amount": 0.06},
{"action_number": 5, "player_id": 0, "action": "Fold", "amount": 0.00},
{"action_number": 6, "player_id": 3, "action": "Call", "amount": 0.04}]},
{"id": 1, "cards": ["5c", "7d", "Js"], "street": "Flop", "actions": [
{"action_number": 1, "player_id": 3, "action": "Check", "amount": 0.00},
{"action_number": 2, "player_id": 4, "action": "Bet", "amount": 0.06},
{"action_number": 3, "player_id": 3, "action": "Raise", "amount": 0.18},
{"action_number": 4, "player_id": 4, "action": "Fold", "amount": 0.00}]}],
"pots": [{"number": 0, "amount": 0.25, "rake": 0.01, "player_wins": [
{"player_id": 3, "win_amount": 0.24, "contributed_rake": 0.01}]}]}}"""


def told(text: str) -> ToldHand:
    """The only hand of a PHH file, as the book has it."""
    _, records = played_here(text)
    (hand,), _ = tell_hands(records)
    return hand


def said(hand: ToldHand) -> dict[str, Any]:
    """The hand as it is written."""
    written: dict[str, Any] = json.loads(write_ohh([hand], SETTING))["ohh"]
    return written


def played(text: str) -> tuple[ImportReport, list[Recorded]]:
    """The night of an Open Hand History file, played in memory."""
    read = read_ohh("a.ohh", text)
    options, submit, work = in_memory(read)
    report = play_told("a.ohh", read, options=options, unit=1, submit=submit)
    return report, list(work.loaded.records)


def assert_it_comes_back(hand: ToldHand) -> None:
    """What is written is sound, and is played to the same stacks and pots."""
    assert_sound(said(hand))
    text = write_ohh([hand], SETTING)
    report, records = played(text)
    assert report.holds
    (again,), _ = tell_hands(records)
    worth = 10 ** read_ohh("a.ohh", text).places
    for before, after in ((hand.finishing, again.finishing), (hand.blinds, again.blinds), (hand.antes, again.antes)):
        assert [chips * SETTING.unit * worth for chips in before] == [chips * 100 for chips in after]
    assert [len(pot.wins) for pot in again.pots] == [len(pot.wins) for pot in hand.pots]


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("code", CARRIED)
def test_what_is_written_is_as_specified_and_is_read_to_the_same_stacks(code: str) -> None:
    chance = random.Random(f"ohh {code}")
    for _ in range(HANDS):
        text, _ = dealt_and_played(code, chance)
        assert_it_comes_back(told(text))


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("code", sorted(set(STAKES) - set(CARRIED)))
def test_a_game_without_a_street_or_a_name_in_the_format_is_not_written(code: str) -> None:
    text, _ = dealt_and_played(code, random.Random(f"ohh {code}"))
    lacks = "no name for the game" if code == "NS" else "only the streets of a game with a board"
    assert lacks in why_not(told(text))


def test_each_pot_is_written_with_its_winners_and_a_bet_that_nobody_called_is_in_none() -> None:
    hand = told(SIDE_POTS)
    assert_it_comes_back(hand)
    pots = [(pot["amount"], pot["player_wins"]) for pot in said(hand)["pots"]]
    # Two cents a chip: 3 chips of four players, 17 more of three, 20 more of two, and an ante that only its player can win.
    assert pots == [
        (0.24, [{"player_id": 2, "win_amount": 0.24}]),
        (1.02, [{"player_id": 0, "win_amount": 1.02}]),
        (0.8, [{"player_id": 0, "win_amount": 0.8}]),
        (0.04, [{"player_id": 1, "win_amount": 0.04}]),
    ]


def test_straddles_and_short_blinds_are_posted_by_their_names() -> None:
    posts = [
        (action["player_id"], action["action"], action["amount"], action["is_allin"])
        for action in said(told(SIDE_POTS))["rounds"][0]["actions"]
        if "Post" in action["action"] or action["action"] == "Straddle"
    ]
    assert posts == [
        (1, "Post Ante", 0.04, False),
        (3, "Post Ante", 0.02, False),
        (0, "Post SB", 0.02, False),
        (1, "Post BB", 0.04, False),
        (2, "Straddle", 0.06, True),
    ]


def test_before_the_flop_nobody_bets_even_if_there_are_only_antes() -> None:
    hand = told(ANTES_ALONE)
    assert_it_comes_back(hand)
    betting = [
        [action["action"] for action in one["actions"] if action["action"] != "Post Ante"]
        for one in said(hand)["rounds"]
    ]
    assert betting == [["Check", "Raise", "Fold", "Call"], ["Check", "Bet", "Fold"]]


def test_unknown_cards_are_not_written() -> None:
    assert "Dealt Cards" not in write_ohh([told(ANTES_ALONE)], SETTING)


def test_bets_that_no_field_carries_keep_a_hand_out() -> None:
    text, _ = dealt_and_played("FT", random.Random(1))
    hand = told(text.replace("big_bet = 3360", "big_bet = 5040"))
    assert "bets that are not one and two big blinds" in why_not(hand)


def test_a_hand_of_a_site_is_played_and_what_the_site_kept_is_reported() -> None:
    report, records = played(OF_A_SITE)
    (hand,), _ = tell_hands(records)
    assert dict(zip(hand.players, hand.finishing, strict=True)) == {"id-A": 79, "id-Me": 213, "id-D": 274}
    assert [wrong.finding for wrong in report.award_mismatches] == ["the book pays 25, the log 24"]
    assert (report.award_checks, report.holds) == (1, False)
