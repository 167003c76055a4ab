"""Nets, settlement, payments, report and adjudication of a night, and what a strike would change."""

import pytest

from service.book.store.chain import stream_of_night
from tests.service.book.proof.forging import reseal


@pytest.fixture
def played(table):
    """Anna has won 30 of Carl's chips, by the word of the table."""
    anna, _, carl = table.ids.values()
    table.play({"type": "transfer_chips", "payer": carl, "payee": anna, "chips": 30})
    return table


def counted(table, **missing):
    for player in table.banker.get(table.path).json["players"]:
        chips = player["stack"] - missing.get(player["name"], 0)
        table.play({"type": "count_chips", "player": player["id"], "chips": chips})
    table.play({"type": "close_night"})


def test_nets_are_what_everyone_would_get_now(played, onlooker):
    nets = onlooker.get(f"{played.path}/nets").json
    assert {net["name"]: net["result_cents"] for net in nets["nets"]} == {"Anna": 750, "Bo": 0, "Carl": -750}
    assert nets["open_cents"] == 0


def test_before_it_is_frozen_either_plan_can_be_looked_at(played, onlooker):
    as_the_house_does = onlooker.get(f"{played.path}/settlement").json
    assert (as_the_house_does["kind"], as_the_house_does["frozen"]) == ("direct", None)
    bank = onlooker.get(f"{played.path}/settlement", kind="bank").json
    assert (bank["kind"], bank["frozen"], len(bank["transfers"])) == ("bank", None, 2)
    direct = onlooker.get(f"{played.path}/settlement", kind="direct").json
    assert [(one["payer"], one["payee"], one["cents"]) for one in direct["transfers"]] == [
        (played.ids["Carl"], played.ids["Anna"], 750)
    ]
    assert direct["proven_minimal"] is True
    assert onlooker.get(f"{played.path}/settlement", kind="best").status_code == 422


def test_payments_are_made_in_parts(played, banker):
    counted(played)
    banker.post(f"{played.path}/settlement", {"kind": "direct"})
    banker.post(f"{played.path}/payments", {"transfer": 1, "cents": 250})
    payments = banker.get(f"{played.path}/payments").json
    assert [(one["transfer"], one["cents"]) for one in payments["payments"]] == [(1, 250)]
    assert payments["open_cents"] == 500
    too_much = banker.post(f"{played.path}/payments", {"transfer": 1, "cents": 501})
    assert (too_much.status_code, too_much.json["code"]) == (409, "pays_too_much")
    assert banker.get(f"{played.path}/settlement").json["transfers"][0]["open_cents"] == 500


def test_what_a_strike_would_change_is_shown_and_not_recorded(played, banker):
    before = banker.get(played.path).json
    body = {"versions": [played.version], "reason": "?"}
    answer = banker.post(f"{played.path}/strikes/what-if", body)
    assert answer.status_code == 200
    assert {one["name"]: one["stack_after"] for one in answer.json["players"]} == {"Anna": 150, "Carl": 150}
    assert [event["version"] for event in answer.json["void"]] == [played.version]
    assert banker.get(played.path).json == before


def test_what_if_needs_no_key_and_says_what_stands_against_it(played, banker):
    path = f"/api/v1{played.path}/strikes/what-if"
    answer = banker.http.post(path, json={"versions": [1], "reason": "?"}, headers=banker.headers)
    assert (answer.status_code, answer.json["code"]) == (409, "cannot_be_struck")
    assert banker.http.post(path, json={"versions": [], "reason": "?"}, headers=banker.headers).status_code == 422


def test_a_night_is_verified_and_what_no_check_can_show_is_said(played, onlooker):
    head = onlooker.get(f"{played.path}").json["head"]
    found = onlooker.get(f"{played.path}/verification").json
    assert (found["holds"], found["head"], found["events"]) == (True, head, played.version)
    assert {check["name"] for check in found["checks"]} >= {
        "chain",
        "events",
        "postings",
        "rules",
        "answers",
        "protection",
    }
    assert any("Who an id stands for" in limit for limit in found["not_vouched"])
    assert onlooker.get(f"{played.path}/verification", head=head).json["holds"]
    assert not onlooker.get(f"{played.path}/verification", head="0" * 63 + "1").json["holds"]
    assert onlooker.get(f"{played.path}/verification", head="abc").status_code == 422
    assert onlooker.get("/nights/sunday/verification").json["code"] == "night_missing"


def test_a_forged_time_is_told_by_every_question_that_rests_on_it(played, onlooker, sqlite_database):
    """A chain that was sealed anew holds; what the events say is asked all the same."""
    reseal(
        sqlite_database,
        stream_of_night(played.club, played.night),
        3,
        lambda body: body.update(occurred_at="not a time"),
    )
    found = onlooker.get(f"{played.path}/verification").json
    assert [one["version"] for check in found["checks"] for one in check["findings"]] == [3]
    for route in ("/report", "/settlement"):
        answer = onlooker.get(played.path + route)
        assert (answer.status_code, answer.json["code"]) == (500, "night_is_damaged")
        assert "at event 3: Event 3 says that it happened at “not a time”" in answer.json["detail"]
