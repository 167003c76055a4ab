"""Players ask at a route of their own, and what the banker does with it is the act of the bank."""

from __future__ import annotations


def asked(table, banker, name="Carl", **more):
    answer = banker.post(f"{table.path}/requests", {"player": table.ids[name], "chips": 70} | more)
    assert answer.status_code == 201, answer.json
    return answer.json["events"][0]


def test_asking_is_recorded_with_its_number_and_moves_no_chip(table, banker):
    before = banker.get(table.path).json["players"]
    event = asked(table, banker)
    assert (event["type"], event["data"]["number"], event["sentence"]) == (
        "chips_asked_for",
        1,
        "Carl asks for 70 chips on credit (request 1).",
    )
    assert banker.get(table.path).json["players"] == before


def test_the_night_says_what_waits_and_why_it_cannot_be_approved_now(table, banker):
    asked(table, banker)
    table.play({"type": "announce_hand", "game": "Straight Poker", "dealer": table.ids["Bo"]})
    (waiting,) = banker.get(table.path).json["open_requests"]
    assert (waiting["number"], waiting["told"]) == (1, "Carl asks for 70 chips on credit")
    assert (waiting["refused_as"], waiting["waivable"]) == ("banker_is_playing", True)
    assert "buys when the hand is over" in waiting["refused"]
    kinds = [choice["command"] for choice in banker.get(f"{table.path}/choices").json["choices"]]
    assert {"decline_request", "withdraw_request"} < set(kinds)
    assert "approve_request" not in kinds


def test_asking_again_for_what_was_just_lent_is_asked_back_about(table, banker):
    """The doubts about a loan are told when it is asked for, and hold when it is approved."""
    carl = table.ids["Carl"]
    banker.post(f"{table.path}/loans", {"player": carl, "chips": 70})
    answer = banker.post(f"{table.path}/requests", {"player": carl, "chips": 70})
    assert (answer.status_code, answer.json["code"], answer.json["waivable"]) == (409, "looks_like_a_repeat", True)
    asked(table, banker, waived=[{"rule": "looks_like_a_repeat", "reason": "twice"}])
    assert banker.post(f"{table.path}/approvals", {"request": 1}).json["code"] == "looks_like_a_repeat"


def test_a_request_does_not_stop_the_tap_of_the_banker(table, banker):
    table.play({"type": "announce_hand", "game": "Straight Poker", "dealer": table.ids["Bo"]})
    seen = table.version
    asked(table, banker)
    (turn, *_) = banker.get(table.path).json["hand"]["turn"]
    answer = table.say({"type": "fold", "player": turn}, version=seen)
    assert answer.status_code == 201, answer.json
    assert table.say({"type": "fold", "player": turn}, version=seen).status_code == 412


def test_what_cannot_be_asked_for_is_refused_in_a_sentence(table, banker):
    carl = table.ids["Carl"]
    answer = banker.post(f"{table.path}/requests", {"player": "nobody", "chips": 5})
    assert (answer.status_code, answer.json["code"]) == (409, "player_is_not_seated"), answer.json
    for body in (
        {"player": carl},
        {"player": carl, "chips": 0},
        {"player": carl, "chips": 5, "paid": 1},
        {"player": carl, "chips": 5, "number": 9},
    ):
        assert banker.post(f"{table.path}/requests", body).status_code == 422
    assert banker.get(f"{table.path}/requests").json["requests"] == []
