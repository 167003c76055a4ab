"""What somebody paid for several is recorded at a route of its own, and told of in the report and the nets."""

from __future__ import annotations


def test_an_expense_is_shared_by_the_rules_and_counts_in_nobodys_result(table, banker):
    anna, bo = table.ids["Anna"], table.ids["Bo"]
    before = banker.get(f"{table.path}/nets").json["nets"]
    said = {"player": bo, "cents": 24000, "purpose": "pizza", "among": [{"player": anna, "parts": 2}, {"player": bo}]}
    answer = banker.post(f"{table.path}/expenses", said)
    assert answer.status_code == 201, answer.json
    (event,) = answer.json["events"]
    assert event["type"] == "expense_paid"
    assert event["data"]["shares"] == [{"player": anna, "cents": 16000}, {"player": bo, "cents": 8000}]
    nets = banker.get(f"{table.path}/nets").json["nets"]
    assert [one["result_cents"] for one in nets] == [one["result_cents"] for one in before]
    moved = {one["id"]: one["due_cents"] - was["due_cents"] for one, was in zip(nets, before, strict=True)}
    assert {player: cents for player, cents in moved.items() if cents} == {bo: 16000, anna: -16000}
    (line,) = banker.get(f"{table.path}/report").json["expenses"]
    assert (line["player"], line["cents"], line["purpose"]) == (bo, 24000, "pizza")


def test_shares_that_somebody_says_themselves_and_expenses_without_a_purpose_are_refused(table, banker):
    anna, bo = table.ids["Anna"], table.ids["Bo"]
    right = {"player": bo, "cents": 100, "purpose": "pizza"}
    for body in (
        right | {"shares": [{"player": anna, "cents": 100}]},
        {"player": bo, "cents": 100},
        right | {"purpose": ""},
        right | {"cents": 0},
        right | {"cents": 1.5},
        right | {"among": [{"player": anna, "parts": 0}]},
    ):
        assert banker.post(f"{table.path}/expenses", body).status_code == 422, body
    alone = banker.post(f"{table.path}/expenses", right | {"among": [{"player": bo}]})
    assert (alone.status_code, alone.json["code"]) == (409, "nobody_shares")
