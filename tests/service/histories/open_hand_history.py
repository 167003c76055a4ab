"""What version 1.4.6 of Open Hand History says about each of its objects, as far as a cash game has them."""

from __future__ import annotations

import re
from typing import Any

NUMBER = (int, float)
CARD = re.compile("[2-9TJQKA][cdhs]")

# Each field with its type; those after the bar may be left out, or null.
HAND = {
    **dict.fromkeys(("spec_version", "site_name", "network_name", "internal_version", "game_number"), str),
    **dict.fromkeys(("start_date_utc", "table_name", "game_type", "currency"), str),
    **dict.fromkeys(("table_size", "dealer_seat"), int),
    "tournament": bool,
    "bet_limit": dict,
    "players": list,
    "rounds": list,
    "pots": list,
    "ante_amount": NUMBER,
}
HAND_MAY = {
    **dict.fromkeys(("table_handle", "table_skin"), str),
    "small_blind_amount": NUMBER,
    "big_blind_amount": NUMBER,
    "hero_player_id": int,
    "flags": list,
}
BET_LIMIT = {"bet_type": str, "bet_cap": NUMBER}
PLAYER = {"id": int, "seat": int, "name": str, "starting_stack": NUMBER}
PLAYER_MAY = {"display": str, "player_bounty": NUMBER, "is_sitting_out": bool}
ROUND, ROUND_MAY = {"id": int, "street": str, "actions": list}, {"cards": list}
ACTION, ACTION_MAY = (
    {"action_number": int, "player_id": int, "action": str},
    {
        "amount": NUMBER,
        "is_allin": bool,
        "cards": list,
    },
)
POT, POT_MAY = {"number": int, "amount": NUMBER, "player_wins": list}, {"rake": NUMBER, "jackpot": NUMBER}
WIN = {"player_id": int, "win_amount": NUMBER}
WIN_MAY = dict.fromkeys(("cashout_amount", "cashout_fee", "bonus_amount", "contributed_rake"), NUMBER)

GAMES = {"Holdem", "Omaha", "OmahaHiLo", "Stud", "StudHiLo", "Draw"}
STREETS = ["Preflop", "Flop", "Turn", "River", "Showdown"]
FLAGS = {"Run_It_Twice", "Anonymous", "Observed", "Fast", "Cap"}
POSTS = {"Post Ante", "Post SB", "Post BB", "Straddle", "Post Dead", "Post Extra Blind"}
PAYING = POSTS | {"Bet", "Raise", "Call", "Added Chips", "Add to Pot"}
ACTIONS = PAYING | {"Dealt Cards", "Mucks Cards", "Shows Cards", "Fold", "Check", "Sits Down", "Stands Up"}


def assert_sound(said: dict[str, Any]) -> None:
    """Fails where the hand is not as the specification says."""
    _has(said, HAND, HAND_MAY)
    _has(said["bet_limit"], BET_LIMIT, {})
    assert said["game_type"] in GAMES
    assert said["bet_limit"]["bet_type"] in {"NL", "PL", "FL"}
    assert set(said["flags"] or ()) <= FLAGS
    assert said.get("hero_player_id") is not None or "Observed" in said["flags"]
    for player in said["players"]:
        _has(player, PLAYER, PLAYER_MAY)
    ids = {player["id"] for player in said["players"]}
    assert len(ids) == len(said["players"])
    assert said["dealer_seat"] in {player["seat"] for player in said["players"]}
    _assert_sound_rounds(said["rounds"], ids)
    _assert_sound_pots(said, ids)


def _assert_sound_rounds(rounds: list[dict[str, Any]], ids: set[int]) -> None:
    assert [one["id"] for one in rounds] == list(range(len(rounds)))
    assert [one["street"] for one in rounds] == [
        street for street in STREETS if street in {o["street"] for o in rounds}
    ]
    for one in rounds:
        _has(one, ROUND, ROUND_MAY)
        _assert_cards(one.get("cards") or ())
        assert [action["action_number"] for action in one["actions"]] == list(range(1, len(one["actions"]) + 1))
        for action in one["actions"]:
            _has(action, ACTION, ACTION_MAY)
            _assert_cards(action.get("cards") or ())
            assert action["player_id"] in ids
            assert action["action"] in ACTIONS
            assert bool(action["amount"]) == (action["action"] in PAYING), action
            assert (action["action"] in {"Shows Cards", "Mucks Cards"}) == (one["street"] == "Showdown")
    assert "Bet" not in {action["action"] for action in rounds[0]["actions"]}


def _assert_sound_pots(said: dict[str, Any], ids: set[int]) -> None:
    """What was put in is in the pots, but for a bet that nobody called."""
    pots = said["pots"]
    assert [pot["number"] for pot in pots] == list(range(len(pots)))
    for pot in pots:
        _has(pot, POT, POT_MAY)
        for win in pot["player_wins"]:
            _has(win, WIN, WIN_MAY)
            assert win["player_id"] in ids
        assert round(sum(win["win_amount"] for win in pot["player_wins"]), 6) == pot["amount"]
    bet, antes = dict.fromkeys(ids, 0), 0
    for action in (action for one in said["rounds"] for action in one["actions"]):
        if action["action"] == "Post Ante":
            antes += action["amount"]
        else:
            bet[action["player_id"]] += action["amount"]
    second, most = sorted(bet.values())[-2:]
    in_pots = sum(pot["amount"] for pot in pots)
    assert round(in_pots, 6) == round(antes + sum(bet.values()) - (most - second), 6)


def _has(said: dict[str, Any], must: dict[str, Any], may: dict[str, Any]) -> None:
    assert set(must) <= set(said) <= set(must) | set(may)
    for name, value in said.items():
        assert isinstance(value, {**must, **may}[name]) or (name in may and value is None), name


def _assert_cards(cards: Any) -> None:
    assert all(CARD.fullmatch(card) for card in cards), cards
