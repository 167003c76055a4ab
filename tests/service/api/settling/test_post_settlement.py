"""POST /clubs/{club}/settlement, and old debts in the plan of a night."""

from tests.service.api.evening import settled


def owing(table):
    """Anna has lost 10 chips to Bo in a settled night of which nothing is paid."""
    table.play({"type": "transfer_chips", "payer": table.ids["Anna"], "payee": table.ids["Bo"], "chips": 10})
    return settled(table)


def test_all_that_is_open_in_a_club_is_settled_with_one_plan(table):
    owing(table)
    path = f"/clubs/{table.club}/settlement"
    answer = table.banker.post(path, {"kind": "direct"}, key="all")
    assert answer.status_code == 201, answer.json
    (transfer,) = answer.json["transfers"]
    assert (transfer["payer_name"], transfer["payee_name"], transfer["cents"]) == ("Anna", "Bo", 250)
    assert answer.headers["Location"] == f"/api/v1/nights/{answer.json['night']}"
    assert table.banker.post(path, {"kind": "direct"}, key="all").json == answer.json
    earlier = table.banker.get(f"{table.path}/settlement").json
    assert (earlier["open_cents"], earlier["netted_into"]) == (0, [answer.json["night"]])
    refused = table.say({"type": "record_payment", "transfer": 1})
    assert (refused.status_code, refused.json["code"]) == (409, "debt_was_carried_on")


def test_an_earlier_night_is_sent_again_once_a_later_one_has_taken_over_its_debts(table):
    owing(table)
    known = {"If-None-Match": table.banker.get(f"{table.path}/settlement").headers["ETag"]}
    assert table.banker.get(f"{table.path}/settlement", headers=known).status_code == 304
    table.banker.post(f"/clubs/{table.club}/settlement", {"kind": "direct"})
    again = table.banker.get(f"{table.path}/settlement", headers=known)
    assert (again.status_code, again.json["open_cents"]) == (200, 0)


def test_a_plan_with_old_debts_is_shown_before_it_is_frozen_and_refused_where_there_are_none(table):
    shown = table.banker.get(f"{table.path}/settlement?kind=direct&old_debts=true")
    assert (shown.status_code, shown.json["code"]) == (409, "no_old_debts")
    wrong = table.banker.get(f"{table.path}/settlement?old_debts=perhaps")
    assert wrong.status_code == 422
