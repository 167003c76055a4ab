"""One command approves a request, and one declines it."""

from __future__ import annotations


def ask(table, banker, chips=70, **more):
    answer = banker.post(f"{table.path}/requests", {"player": table.ids["Carl"], "chips": chips} | more)
    assert answer.status_code == 201, answer.json


def test_an_approved_request_is_a_loan_or_a_buy_in(table, banker):
    for number, paid in ((1, False), (2, True)):
        ask(table, banker, paid=paid)
        answer = banker.post(f"{table.path}/approvals", {"request": number})
        assert answer.status_code == 201, answer.json
        (event,) = answer.json["events"]
        assert event["type"] == ("chips_bought" if paid else "loan_given")
        assert (event["data"]["chips"], event["data"]["request"]) == (70, number)
    assert [one["end"] for one in banker.get(f"{table.path}/requests").json["requests"]] == [
        f"Approved in event {version}." for version in (table.version - 2, table.version)
    ]


def test_fewer_chips_may_be_given_than_were_asked_for(table, banker):
    ask(table, banker)
    assert banker.post(f"{table.path}/approvals", {"request": 1, "chips": 71}).json["code"] == "more_than_was_asked"
    assert banker.post(f"{table.path}/approvals", {"request": 1, "chips": 30}).status_code == 201
    (one,) = banker.get(f"{table.path}/requests").json["requests"]
    assert (one["given"], one["end"]) == (30, f"Approved in event {table.version}, 30 chips.")


def test_the_same_approval_under_its_key_gives_the_first_answer_and_another_is_refused(table, banker):
    ask(table, banker)
    first = banker.post(f"{table.path}/approvals", {"request": 1}, key="tap")
    again = banker.post(f"{table.path}/approvals", {"request": 1}, key="tap")
    assert first.json["events"] == again.json["events"]
    other = banker.post(f"{table.path}/approvals", {"request": 1}, key="other")
    assert (other.status_code, other.json["code"]) == (409, "request_is_over")


def test_a_declined_request_says_why(table, banker):
    ask(table, banker)
    assert banker.post(f"{table.path}/declines", {"request": 1, "reason": "after this hand"}).status_code == 201
    told = banker.get(f"{table.path}/requests").json
    assert told["open"] == 0
    assert told["requests"][0]["end"] == f"Declined in event {table.version}: after this hand."
    assert banker.post(f"{table.path}/declines", {"request": 1}).json["code"] == "request_is_over"
    assert banker.post(f"{table.path}/approvals", {"request": 8}).json["code"] == "unknown_request"
