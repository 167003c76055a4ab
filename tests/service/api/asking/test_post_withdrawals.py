"""What a player asked for or disputed is taken back at routes of their own, by whoever said it."""

from __future__ import annotations


def test_a_request_is_withdrawn_once_and_by_its_player(table, banker):
    carl, anna = table.ids["Carl"], table.ids["Anna"]
    banker.post(f"{table.path}/requests", {"player": carl, "chips": 70})
    other = banker.post(f"{table.path}/request-withdrawals", {"request": 1, "player": anna})
    assert (other.status_code, other.json["code"]) == (409, "request_is_of_another")
    answer = banker.post(f"{table.path}/request-withdrawals", {"request": 1})
    assert (answer.status_code, answer.json["events"][0]["type"]) == (201, "request_withdrawn")
    assert banker.get(f"{table.path}/requests").json["open"] == 0
    again = banker.post(f"{table.path}/request-withdrawals", {"request": 1})
    assert (again.status_code, again.json["code"]) == (409, "request_is_over")


def test_a_dispute_is_withdrawn_by_whoever_raised_it(table, banker):
    carl, anna = table.ids["Carl"], table.ids["Anna"]
    banker.post(f"{table.path}/disputes", {"by": carl, "words": "the pot was short"})
    other = banker.post(f"{table.path}/dispute-withdrawals", {"dispute": 1, "by": anna})
    assert other.status_code == 409, other.json
    answer = banker.post(f"{table.path}/dispute-withdrawals", {"dispute": 1, "by": carl, "words": "I counted again"})
    assert (answer.status_code, answer.json["events"][0]["type"]) == (201, "dispute_withdrawn")
    assert banker.get(f"{table.path}/disputes").json["open"] == 0
