"""The routes of the usual acts: the same command as at /commands, without its type."""

import itertools

from service.api.nights import ROUTES


def test_every_usual_act_has_its_noun(table, banker):
    anna, bo, carl = table.ids.values()
    for noun, body in (
        ("loans", {"player": anna, "chips": 40}),
        ("buy-ins", {"player": carl, "chips": 40}),
        ("cash-outs", {"player": carl, "chips": 40, "paid": True}),
        ("rulings", {"text": "The card was seen by all.", "agreed_by": [anna, carl]}),
        ("expenses", {"player": bo, "cents": 24000, "purpose": "pizza", "but": [carl]}),
        ("tips", {"player": anna, "cents": 2000}),
        ("handovers", {"to": anna}),
        ("hands", {"game": "Straight Poker", "dealer": bo}),
    ):
        answer = banker.post(f"{table.path}/{noun}", body, version=table.version)
        assert answer.status_code == 201, answer.json
    assert banker.get(table.path).json["banker"] == anna
    table.play({"type": "new_deal", "reason": "a card lay open"})
    struck = {"versions": [table.version - 1], "reason": "it did not"}
    assert banker.post(f"{table.path}/strikes", struck).json["code"] == "not_a_primary_event"


def test_a_loan_under_a_key_may_be_sent_to_either_route(table, banker):
    body = {"player": table.ids["Anna"], "chips": 40}
    first = banker.post(f"{table.path}/loans", body, key="tap")
    again = banker.post(f"{table.path}/commands", {"command": {"type": "give_loan", **body}}, key="tap")
    assert again.json == first.json


def test_a_body_is_an_object_of_its_own_fields(table, banker):
    for noun, body in itertools.product(ROUTES, ([], "x", 7, {"type": "fold"}, {"colour": "red"})):
        answer = banker.post(f"{table.path}/{noun}", body, version=table.version)
        assert (answer.status_code, answer.json["code"]) == (422, "wrong_body"), (noun, body)


def test_the_act_of_a_hand_among_them_needs_the_version(table, banker):
    answer = banker.post(f"{table.path}/hands", {"game": "Straight Poker"})
    assert answer.status_code == 428
