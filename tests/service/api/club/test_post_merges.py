"""POST /clubs/{club}/players/{player}/merges: a player turns out to be another one, and that is taken back."""

from dataclasses import replace

import pytest

from tests.service.api.evening import an_evening
from tests.service.api.signed_in import ORIGIN, signed_in


def merge(table, name, into, **more):
    path = f"/clubs/{table.club}/players/{table.ids[name]}/merges"
    return table.banker.post(path, {"into": table.ids[into] if into else None}, **more)


def joined(table, name):
    table.ids[name] = table.banker.post(f"/clubs/{table.club}/players", {"name": name}).json["id"]


def players(table):
    return [player["name"] for player in table.banker.get(f"/clubs/{table.club}/players").json["players"]]


def test_a_player_is_another_one_until_they_are_taken_apart(table):
    joined(table, "Annie")
    answer = merge(table, "Annie", "Anna", key="tap")
    assert (answer.status_code, answer.json["also"]) == (201, [{"id": table.ids["Annie"], "name": "Annie"}])
    assert merge(table, "Annie", "Anna", key="tap").json == answer.json
    assert players(table) == ["Anna", "Bo", "Carl"]
    gone = table.banker.get(f"/clubs/{table.club}/players/{table.ids['Annie']}").json
    assert (gone["into"], gone["roles"]) == (table.ids["Anna"], [])
    seat = table.banker.post(f"/nights/{table.night}/seats", {"player": table.ids["Annie"]})
    assert (seat.status_code, seat.json["code"]) == (409, "member_is_another")
    assert merge(table, "Annie", None).status_code == 201
    assert players(table) == ["Anna", "Annie", "Bo", "Carl"]


def test_players_of_a_night_that_is_not_settled_stay_two(table):
    answer = merge(table, "Carl", "Bo")
    assert (answer.status_code, answer.json["code"]) == (409, "still_plays")


def test_a_banker_who_does_not_play_takes_part_in_a_night_that_is_not_settled(banker):
    table = an_evening(banker, seated=False)
    table.play({"type": "seat_player", "player": table.ids["Anna"]})
    joined(table, "Dora")
    assert merge(table, "Dora", "Anna").status_code == 201
    refused = [merge(table, *names) for names in (("Bo", "Carl"), ("Carl", "Bo"))]
    assert [(answer.status_code, answer.json.get("code")) for answer in refused] == [(409, "still_plays"), (201, None)]


def test_nobody_signs_in_any_more_as_who_turned_out_to_be_another(app, table):
    joined(table, "Annie")
    annie = signed_in(app, table, "Annie")
    assert annie.get("/api/v1/me").json["name"] == "Annie"
    merge(table, "Annie", "Anna")
    assert annie.get("/api/v1/me").json["who"] == "stranger"
    merge(table, "Annie", None)
    assert annie.get("/api/v1/me").json["name"] == "Annie"


@pytest.fixture
def owing(app, table):
    """The night with its plan, by which Carl pays Anna through the bank, after Carl turned out to be Carla; her browser."""
    joined(table, "Carla")
    chips = {"Anna": 170, "Bo": 150, "Carl": 130}
    table.play(*({"type": "count_chips", "player": table.ids[name], "chips": left} for name, left in chips.items()))
    table.play({"type": "close_night"}, {"type": "freeze_plan", "kind": "direct"})
    assert merge(table, "Carl", "Carla").status_code == 201
    return signed_in(app, table, "Carla")


def says(browser, table, **command):
    headers = ORIGIN | {"Idempotency-Key": f"said-at-{table.version}"}
    return browser.post(f"/api/v1{table.path}/commands", json={"command": command}, headers=headers)


@pytest.mark.parametrize("named", [None, "Carl", "Carla"])
def test_a_person_says_and_takes_back_a_payment_of_the_id_that_they_have_in_the_plan(owing, table, named):
    whose = {"player": table.ids[named]} if named else {}
    said = says(owing, table, type="say_payment", transfer=1, **whose)
    assert said.status_code == 201, said.json
    assert said.json["events"][0]["data"]["player"] == table.ids["Carl"]
    assert says(owing, table, type="withdraw_request", request=1, **whose).status_code == 201


def test_a_person_confirms_and_denies_a_payment_to_the_id_that_they_have_in_the_plan(app, owing, table):
    joined(table, "Annie")
    assert merge(table, "Anna", "Annie").status_code == 201
    annie = signed_in(app, table, "Annie")
    says(owing, table, type="say_payment", transfer=1)
    assert says(annie, table, type="decline_request", request=1, reason="Not yet.").status_code == 201
    says(owing, table, type="say_payment", transfer=1, cents=10)
    confirmed = says(annie, table, type="confirm_payment", transfer=1)
    assert confirmed.status_code == 201, confirmed.json
    refused = says(annie, table, type="say_payment", transfer=1)
    assert (refused.status_code, refused.json["code"]) == (409, "not_the_payer")


def test_a_person_disputes_at_a_night_of_theirs_under_their_former_id(owing, table):
    raised = says(owing, table, type="raise_dispute", by=table.ids["Carla"], words="I had 20 more.")
    assert raised.status_code == 201, raised.json
    assert (raised.json["events"][0]["data"]["by"], raised.json["events"][0]["actor"]) == (
        table.ids["Carl"],
        f"player:{table.ids['Carl']}",
    )
    assert says(owing, table, type="withdraw_dispute", dispute=1).status_code == 201


def test_the_pages_of_a_night_know_a_person_under_their_former_id(owing, table):
    assert 'value="say_payment"' in owing.get(f"/nights/{table.night}/mine").text
    assert 'value="say-paid"' in owing.get(f"/nights/{table.night}/close").text
    assert "data-sign" in owing.get(f"/nights/{table.night}/close").text
    assert "raise_dispute" in owing.get(f"/nights/{table.night}/replay/3").text


def test_what_a_person_said_of_a_night_at_the_table_is_the_word_of_the_id_that_they_have_in_it(owing, table):
    heard = {"player": table.ids["Carl"], "version": table.version, "answer": "agrees"}
    assert table.banker.post(f"{table.path}/heard-answers", heard).status_code == 204
    signed = table.banker.get(f"{table.path}/report").json["verdict"]["signed"]
    assert {one["player"]: one["answer"] for one in signed}[table.ids["Carl"]] == "agrees"


def test_a_person_has_the_receipt_of_a_night_as_the_id_that_they_have_in_it(owing, table):
    table.banker.post(f"/clubs/{table.club}/keys", {"change": "new"})
    receipts = [
        owing.get(f"/api/v1{table.path}/receipt", query_string={"player": table.ids[name]})
        for name in ("Carl", "Carla")
    ]
    assert [receipt.status_code for receipt in receipts] == [200, 200], receipts[0].json
    assert [receipt.json["holder"] for receipt in receipts] == [table.ids["Carl"]] * 2


def test_the_bank_of_a_night_stays_with_a_person_under_their_former_id(app, owing, table):
    joined(table, "Bodil")
    assert merge(table, "Bo", "Bodil").status_code == 201
    bodil = signed_in(app, table, "Bodil")
    paid = says(bodil, table, type="record_payment", transfer=1)
    assert paid.status_code == 201, paid.json
    assert paid.json["events"][0]["actor"] == f"player:{table.ids['Bo']}"
    raised = says(bodil, table, type="raise_dispute", by=table.ids["Bodil"], words="I had 20 more.")
    assert (raised.status_code, raised.json["events"][0]["data"]["by"]) == (201, table.ids["Bo"])


def test_a_person_whom_a_plan_names_twice_speaks_for_both(app, banker):
    table = an_evening(banker, seated=False)
    joined(table, "Carla")
    for night, loser in (("friday", "Carl"), ("saturday", "Carla")):
        if night != table.night:
            opening = {"night": night, "club": table.club, "banker": table.ids["Bo"], "rules": {"initial_loan": 150}}
            assert banker.post("/nights", opening).status_code == 201
        later = replace(table, night=night)
        later.play(*({"type": "seat_player", "player": table.ids[name]} for name in ("Anna", loser)))
        counts = (("Anna", 160), (loser, 140))
        later.play(*({"type": "count_chips", "player": table.ids[name], "chips": left} for name, left in counts))
        later.play({"type": "close_night"}, {"type": "freeze_plan", "kind": "direct"})
    both = banker.post(f"/clubs/{table.club}/settlement", {"kind": "direct"}).json
    assert [one["payer_name"] for one in both["transfers"]] == ["Carl", "Carla"]
    assert merge(table, "Carl", "Carla").status_code == 201
    carla, plan = signed_in(app, table, "Carla"), replace(table, night=both["night"])
    assert carla.get(f"/nights/{plan.night}/close").text.count("I have paid") == 2
    assert [says(carla, plan, type="say_payment", transfer=one).status_code for one in (1, 2)] == [201, 201]


def test_nobody_sits_down_by_a_correction_as_who_turned_out_to_be_another(app, table):
    joined(table, "Carla")
    joined(table, "Carlo")
    assert merge(table, "Carlo", "Carla").status_code == 201
    table.banker.post(f"/clubs/{table.club}/players/{table.ids['Bo']}/roles", {"role": "banker", "held": True})
    for player, code in ((table.ids["Carlo"], "member_is_another"), ("nobody", "player_missing")):
        body = {"changes": [{"version": 2, "act": {"type": "seat_player", "player": player}, "after": True}]}
        told = [table.banker.post(f"{table.path}/corrections{end}", body).json for end in ("/what-if", "")]
        assert [one["code"] for one in told] == [code] * 2
        assert told[0]["detail"] == told[1]["detail"]
    page = signed_in(app, table, "Bo").get(f"/nights/{table.night}/put-right?event=2").text
    assert table.ids["Carla"] in page
    assert table.ids["Carlo"] not in page
