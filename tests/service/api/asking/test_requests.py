"""What players ask for and say at routes of their own, and how the banker answers it."""

import re

from tests.service.api.evening import settled


def asked(table, name="Carl", **more):
    answer = table.banker.post(f"{table.path}/requests", {"player": table.ids[name], "chips": 70} | more)
    assert answer.status_code == 201, answer.json
    return answer.json["events"][0]


def does(table, noun, body):
    """The type of the event, or the code of the refusal."""
    answer = table.banker.post(f"{table.path}/{noun}", body).json
    return answer["events"][0]["type"] if "events" in answer else answer["code"]


def test_asking_is_recorded_with_its_number_and_moves_no_chip(table, banker):
    before = banker.get(table.path).json["players"]
    event = asked(table)
    assert (event["type"], event["data"]["number"], event["sentence"]) == (
        "chips_asked_for",
        1,
        "Carl asks for 70 chips on credit (request 1).",
    )
    assert banker.get(table.path).json["players"] == before


def test_every_answer_to_a_request_has_its_noun_and_the_list_tells_how_each_ended(table):
    carl = table.ids["Carl"]
    chips = {"player": carl, "chips": 70}
    for noun, body, happens in (
        ("requests", chips, "chips_asked_for"),
        ("approvals", {"request": 1, "chips": 71}, "more_than_was_asked"),
        ("approvals", {"request": 1, "chips": 30}, "loan_given"),
        ("approvals", {"request": 1}, "request_is_over"),
        ("requests", {**chips, "paid": True}, "chips_asked_for"),
        ("approvals", {"request": 2}, "chips_bought"),
        ("requests", {**chips, "chips": 71}, "chips_asked_for"),
        ("declines", {"request": 3, "reason": "after this hand"}, "request_declined"),
        ("requests", {**chips, "chips": 72}, "chips_asked_for"),
        ("request-withdrawals", {"request": 4, "player": table.ids["Anna"]}, "request_is_of_another"),
        ("request-withdrawals", {"request": 4}, "request_withdrawn"),
        ("said-counts", {"player": carl, "chips": 150}, "count_said"),
    ):
        assert does(table, noun, body) == happens, (noun, body)
    told = table.banker.get(f"{table.path}/requests").json
    assert [re.sub("[0-9]+", "N", one["end"]) for one in told["requests"]] == [
        "Approved in event N, N chips.",
        "Approved in event N.",
        "Declined in event N: after this hand.",
        "Withdrawn in event N.",
        "Still open.",
    ]
    assert told["open"] == 1


def test_a_payment_counts_once_its_payee_or_the_banker_confirms_what_its_payer_says(table, banker):
    table.play({"type": "transfer_chips", "payer": table.ids["Bo"], "payee": table.ids["Anna"], "chips": 10})
    settled(table)

    def transfer():
        (one,) = banker.get(table.path).json["transfers"]
        return one

    payer, payee, cents = (transfer()[name] for name in ("payer", "payee", "cents"))
    for noun, body, happens, paid in (
        ("said-payments", {"transfer": 1, "player": payee}, "not_the_payer", 0),
        ("said-payments", {"transfer": 1, "player": payer, "cents": 100}, "payment_said", 0),
        ("approvals", {"request": 1}, "payment_recorded", 100),
        ("said-payments", {"transfer": 1, "player": payer}, "payment_said", 100),
        ("payment-confirmations", {"transfer": 1, "player": payer}, "not_the_payee", 100),
        ("payment-confirmations", {"transfer": 1}, "payment_confirmed", 100),
        ("payment-confirmations", {"transfer": 1}, "payment_recorded", cents),
    ):
        assert (does(table, noun, body), transfer()["paid_cents"]) == (happens, paid), (noun, body)


def test_the_night_says_what_waits_and_why_it_cannot_be_approved_now(table, banker):
    asked(table)
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
    asked(table, waived=[{"rule": "looks_like_a_repeat", "reason": "twice"}])
    assert does(table, "approvals", {"request": 1}) == "looks_like_a_repeat"


def test_a_request_does_not_stop_the_tap_of_the_banker(table, banker):
    table.play({"type": "announce_hand", "game": "Straight Poker", "dealer": table.ids["Bo"]})
    seen = table.version
    asked(table)
    (turn, *_) = banker.get(table.path).json["hand"]["turn"]
    answer = table.say({"type": "fold", "player": turn}, version=seen)
    assert answer.status_code == 201, answer.json
    assert table.say({"type": "fold", "player": turn}, version=seen).status_code == 412
