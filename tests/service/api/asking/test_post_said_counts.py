"""A player says at a route of their own what they counted, and the banker accepts it with one act."""

from __future__ import annotations


def test_a_count_that_a_player_says_waits_for_the_banker_and_then_counts(table, banker):
    carl = table.ids["Carl"]
    answer = banker.post(f"{table.path}/said-counts", {"player": carl, "chips": 150})
    assert answer.status_code == 201, answer.json
    (event,) = answer.json["events"]
    assert (event["type"], event["data"]["number"]) == ("count_said", 1)
    (waiting,) = banker.get(table.path).json["open_requests"]
    assert waiting["number"] == 1
    assert banker.post(f"{table.path}/approvals", {"request": 1}).status_code == 201
    assert banker.get(table.path).json["open_requests"] == []


def test_a_count_without_a_player_or_of_more_than_there_can_be_is_refused(table, banker):
    assert banker.post(f"{table.path}/said-counts", {"chips": 5}).status_code == 422
    assert banker.post(f"{table.path}/said-counts", {"player": table.ids["Carl"], "chips": -1}).status_code == 422
    nobody = banker.post(f"{table.path}/said-counts", {"player": "nobody", "chips": 5})
    assert (nobody.status_code, nobody.json["code"]) == (409, "player_is_not_seated")
