"""The bank passes on at a route of its own, and every answer about the night names the new banker."""

from __future__ import annotations


def test_the_night_has_another_banker_from_then_on(table, banker):
    anna, bo = table.ids["Anna"], table.ids["Bo"]
    before = banker.get(table.path).json["banker"]
    to = anna if before == bo else bo
    answer = banker.post(f"{table.path}/handovers", {"to": to})
    assert answer.status_code == 201, answer.json
    assert [event["type"] for event in answer.json["events"]] == ["bank_passed", "bank_taken"]
    assert banker.get(table.path).json["banker"] == to
    seats = banker.get(f"{table.path}/table").json["table"]["seats"]
    assert [seat["id"] for seat in seats if seat["banker"]] == [to]
    report = banker.get(f"{table.path}/report").json
    assert (report["night"]["banker"], report["night"]["bankers"]) == (to, [before, to])
    assert len(report["handovers"]) == 1
    again = banker.post(f"{table.path}/handovers", {"to": to})
    assert (again.status_code, again.json["code"]) == (409, "keeps_the_bank_already")


def test_what_is_no_handover_is_refused(table, banker):
    bo = table.ids["Bo"]
    for body in ({}, {"to": bo, "till": -1}, {"to": bo, "chips": -1}):
        assert banker.post(f"{table.path}/handovers", body).status_code == 422
    assert banker.post(f"{table.path}/handovers", {"to": "nobody"}).json["code"] == "player_is_not_seated"
