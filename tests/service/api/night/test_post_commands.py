"""POST /nights/{night}/commands: keys, versions, waivers, repeats; what is recorded, and what is not."""

import re
import threading

import pytest

from service.api.bodies import read_json
from service.errors.problems import NotJson
from tests.service.api.conftest import TOKEN
from tests.service.api.evening import Banker

TWICE = [{"rule": "looks_like_a_repeat", "reason": "They asked twice."}]


def loan(table, chips=50, name="Anna", **more):
    return {"type": "give_loan", "player": table.ids[name], "chips": chips, **more}


def test_a_command_is_answered_with_its_event_and_what_follows(table):
    answer = table.say({"type": "announce_hand", "game": "Straight Poker", "dealer": table.ids["Bo"]})
    assert answer.status_code == 201
    first, *following = answer.json["events"]
    assert first["type"] == "hand_announced"
    assert {event["caused_by"] for event in following} == {first["version"]}
    assert answer.headers["ETag"] == f'"{answer.json["version"]}"'
    assert answer.headers["Location"] == f"/api/v1{table.path}/events/{first['version']}"
    assert answer.json["head"] == table.banker.get(table.path).json["head"]


def test_the_time_at_the_table_may_be_another_than_now(table, banker):
    body = {"command": loan(table), "occurred_at": "2026-11-20T19:12:00Z"}
    assert banker.post(f"{table.path}/commands", body).json["events"][0]["occurred_at"] == "2026-11-20T19:12:00Z"
    now = banker.post(f"{table.path}/commands", {"command": loan(table, 51)}).json["events"][0]["occurred_at"]
    assert now == "2026-11-20T19:30:00Z"


def test_a_time_more_than_nine_months_ahead_of_the_clock_of_the_book_is_refused(table, banker):
    # The clock of the book shows 2026-11-20 19:30.
    for at in ("2027-08-17T19:30:01Z", "2028-11-20T19:30:00Z"):
        answer = banker.post(f"{table.path}/commands", {"command": loan(table), "occurred_at": at})
        assert (answer.status_code, answer.json["code"]) == (409, "time_to_come")
        assert answer.json["detail"] == f"The time {at} is in the future; give the time at which it happened."
    body = {"command": loan(table), "occurred_at": "2027-08-17T19:30:00Z"}
    assert banker.post(f"{table.path}/commands", body).status_code == 201


def test_the_same_key_and_body_gets_the_first_answer_whatever_has_happened_since(table_on_both):
    table = table_on_both
    table.play({"type": "announce_hand", "game": "Straight Poker", "dealer": table.ids["Bo"]})
    version = table.version
    fold = {"type": "fold", "player": table.ids["Carl"]}
    first = table.say(fold, key="fold", version=version)
    table.play({"type": "fold", "player": table.ids["Anna"]})
    # The version that the request was decided on has passed by now, and the fold is not possible twice.
    again = table.say(fold, key="fold", version=version)
    assert (first.status_code, first.json, first.headers["ETag"]) == (
        again.status_code,
        again.json,
        again.headers["ETag"],
    )


@pytest.mark.parametrize("other", [{"chips": 60}, {"waived": [{"rule": "looks_like_a_repeat", "reason": "yes"}]}])
def test_the_same_key_with_another_body_is_refused(table, other):
    table.say(loan(table), key="tap")
    answer = table.say(loan(table, **other), key="tap")
    assert (answer.status_code, answer.json["code"]) == (422, "key_reused")


def test_the_same_key_with_another_time_is_another_request(table, banker):
    body = {"command": loan(table), "occurred_at": "2026-11-20T19:12:00Z"}
    banker.post(f"{table.path}/commands", body, key="tap")
    answer = banker.post(f"{table.path}/commands", body | {"occurred_at": "2026-11-20T19:13:00Z"}, key="tap")
    assert (answer.status_code, answer.json["code"]) == (422, "key_reused")


def test_a_refused_command_does_not_use_up_its_key(table):
    refused = table.say(loan(table, chips=50, name="Bo", cents=7), key="tap")
    assert refused.json["code"] == "price_is_another"
    assert table.say(loan(table, name="Bo"), key="tap").status_code == 201


def test_an_act_of_a_hand_says_what_it_was_decided_on(table):
    table.play({"type": "announce_hand", "game": "Straight Poker", "dealer": table.ids["Bo"]})
    fold = {"type": "fold", "player": table.ids["Carl"]}
    answer = table.say(fold, version=None)
    assert (answer.status_code, answer.json["code"]) == (428, "version_missing")
    assert answer.json["detail"].startswith("This act depends on what the table has seen")
    assert f'"{table.version}"' in answer.json["detail"]


def test_an_act_that_was_decided_on_an_older_state_is_refused_with_both_numbers(table):
    table.play({"type": "announce_hand", "game": "Straight Poker", "dealer": table.ids["Bo"]})
    seen = table.version
    table.play({"type": "make_ruling", "text": "No phones.", "agreed_by": [table.ids["Anna"]]})
    answer = table.say({"type": "fold", "player": table.ids["Carl"]}, version=seen)
    assert (answer.status_code, answer.json["code"]) == (412, "version_conflict")
    assert answer.json["detail"].startswith("The night friday is at version ")
    assert (answer.json["details"]["expected"], answer.json["details"]["actual"]) == (seen, seen + 1)


def test_a_loan_needs_no_version_and_obeys_one_that_is_given(table):
    assert table.say(loan(table, 1), version=None).status_code == 201
    assert table.say(loan(table, 2), version=1).status_code == 412


def test_loans_from_many_threads_are_all_recorded_once(app_on_both, table_on_both):
    table = table_on_both
    outcomes: list[int] = []

    def lend(number: int) -> None:
        banker = Banker(app_on_both.test_client(), TOKEN)
        for chips in range(1, 6):
            body = {"command": loan(table, chips=100 * number + chips)}
            answer = banker.post(f"{table.path}/commands", body, key=f"{number}-{chips}")
            while answer.status_code == 409:
                answer = banker.post(f"{table.path}/commands", body, key=f"{number}-{chips}")
            outcomes.append(answer.status_code)

    threads = [threading.Thread(target=lend, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcomes == [201] * 20
    players = table.banker.get(table.path).json["players"]
    (stack,) = [player["stack"] for player in players if player["name"] == "Anna"]
    assert stack == 150 + sum(100 * number + chips for number in range(4) for chips in range(1, 6))
    assert table.banker.get(f"{table.path}/adjudication").json["agrees"]


@pytest.mark.parametrize("kind", ["give_loan", "buy_chips", "cash_out"])
def test_the_same_chips_for_the_same_player_within_a_minute_look_like_a_repeat(table, clock, kind):
    act = {"type": kind, "player": table.ids["Anna"], "chips": 20}
    table.play(act)
    clock.pass_seconds(59)
    answer = table.say(act)
    assert (answer.status_code, answer.json["code"], answer.json["waivable"]) == (409, "looks_like_a_repeat", True)
    assert "59 s ago" in answer.json["detail"]
    assert "Anna" in answer.json["detail"]
    clock.pass_seconds(1)
    assert table.say(act).status_code == 201


def test_a_confirmed_repeat_stands_in_the_event_and_is_no_waived_rule_in_the_report(table):
    table.play(loan(table))
    (event,) = table.say(loan(table, waived=TWICE)).json["events"]
    assert event["data"]["waived"] == TWICE
    assert table.banker.get(f"{table.path}/events/{event['version']}").json == event
    report = table.banker.get(f"{table.path}/report").json
    assert report["corrections"]["waivers"] == []
    assert report["verdict"]["agrees"]


def test_a_waived_repeat_outlives_a_strike_of_what_it_repeated(table):
    first = table.say(loan(table)).json["version"]
    second = table.say(loan(table, waived=TWICE)).json["events"][0]
    struck = table.say({"type": "strike_events", "versions": [first], "reason": "it was once after all"})
    assert struck.status_code == 201
    assert table.banker.get(f"{table.path}/events/{second['version']}").json == second
    assert table.banker.get(f"{table.path}/adjudication").json["agrees"]


@pytest.mark.parametrize("act", [loan, lambda table, **more: {"type": "stand_up", "player": table.ids["Anna"], **more}])
def test_where_nothing_is_repeated_there_is_no_repeat_to_waive(table, act):
    answer = table.say(act(table, waived=TWICE))
    assert (answer.status_code, answer.json["code"], answer.json["waivable"]) == (409, "nothing_to_waive", False)
    assert answer.json["details"] == {"rule": "looks_like_a_repeat"}


def test_after_a_minute_and_for_the_second_time_there_is_no_repeat_to_waive(table, clock):
    table.play(loan(table))
    assert table.say(loan(table, waived=[*TWICE, {**TWICE[0], "reason": "Really."}])).json["code"] == "nothing_to_waive"
    clock.pass_seconds(60)
    assert table.say(loan(table, waived=TWICE)).json["code"] == "nothing_to_waive"


def test_a_night_that_begins_repeats_nothing(table, banker):
    opening = {"type": "open_night", "night": "other", "club": table.club, "banker": table.ids["Bo"]}
    answer = banker.post("/nights/other/commands", {"command": opening | {"waived": TWICE}})
    assert (answer.status_code, answer.json["code"]) == (409, "nothing_to_waive")
    assert banker.get("/nights/other").status_code == 404


def test_other_chips_another_player_and_what_was_struck_are_no_repeat(table):
    version = table.say(loan(table)).json["version"]
    assert table.say(loan(table, 51)).status_code == 201
    assert table.say(loan(table, name="Carl")).status_code == 201
    table.play({"type": "strike_events", "versions": [version], "reason": "typed too early"})
    assert table.say(loan(table)).status_code == 201


def test_a_rule_of_the_house_is_waived_by_its_code_and_the_answer_says_how(table):
    table.play({"type": "announce_hand", "game": "Straight Poker", "dealer": table.ids["Bo"]})
    bet = {"type": "bet", "player": table.ids["Carl"], "chips": 20}
    refused = table.say(bet).json
    assert (refused["status"], refused["code"], refused["waivable"]) == (409, "bet_over_limit", True)
    assert '"rule": "bet_over_limit"' in refused["how"]
    assert refused["detail"].startswith("Carl bets or raises 20")
    assert refused["details"]["player"] == table.ids["Carl"]
    assert table.say(bet | {"waived": [{"rule": "bet_over_limit", "reason": "all agreed"}]}).status_code == 201


def test_a_refusal_that_quotes_another_has_names_in_both(table):
    table.play({"type": "announce_hand", "game": "Straight Poker", "dealer": table.ids["Bo"]})
    first = table.say({"type": "put_in", "player": table.ids["Carl"], "chips": 2}).json["events"][0]["version"]
    table.play({"type": "call", "player": table.ids["Anna"]})
    answer = table.say({"type": "strike_events", "versions": [first], "reason": "wrong player"}).json
    assert answer["code"] == "strike_conflicts"
    assert answer["details"]["because"]["code"]
    assert table.ids["Anna"] not in answer["detail"]


def test_a_declaration_comes_from_outside_only_if_it_is_a_built_in_one(table, banker):
    built_in = banker.get("/games/enemaerke/Straight Poker").json["declaration"]
    announce = {"type": "announce_hand", "game": "Straight Poker", "dealer": table.ids["Bo"]}
    answer = table.say(announce | {"declaration": built_in | {"name": "Crooked Poker"}})
    assert (answer.status_code, answer.json["code"]) == (409, "declaration_is_not_built_in")
    assert table.say(announce | {"declaration": built_in}).status_code == 201


def test_nobody_sits_down_whom_the_book_does_not_know(table):
    answer = table.say({"type": "seat_player", "player": "stranger"})
    assert (answer.status_code, answer.json["code"]) == (404, "player_missing")


def test_a_command_that_opens_another_night_is_refused_here(table, banker):
    opening = {"type": "open_night", "night": "other", "club": table.club, "banker": table.ids["Bo"]}
    answer = banker.post(f"{table.path}/commands", {"command": opening})
    assert (answer.status_code, answer.json["code"]) == (409, "another_night")
    answer = banker.post("/nights/other/commands", {"command": opening})
    assert (answer.status_code, banker.get("/nights/other").status_code) == (201, 200)


def test_a_whole_number_may_be_written_with_a_point(table):
    assert table.say(loan(table, chips=50.0)).json["events"][0]["data"]["chips"] == 50


@pytest.mark.parametrize(("text", "number"), [("50.000", 50), ("5e1", 50), ("500e-1", 50), ("0.5E2", 50), ("-0.0", 0)])
def test_a_number_is_whole_if_it_is_so_to_the_last_digit(text, number):
    assert read_json(text.encode()) == number


@pytest.mark.parametrize(
    ("text", "rounded"),
    [("1.9999999999999999999", 2), ("0.99999999999999999", 1), ("5E-400", 0), ("0.1e-" + "9" * 500, 0)],
)
def test_an_amount_is_never_rounded_to_a_whole_number(text, rounded):
    with pytest.raises(NotJson, match=re.escape(f"{text[:40]} would be rounded to {rounded}")):
        read_json(text.encode())


def test_a_number_of_more_digits_than_any_field_takes_is_counted_not_read():
    with pytest.raises(NotJson, match="a number has 5002 digits, and 1000 are the most"):
        read_json(b"0e" + b"9" * 5000)
