"""POST /nights/{night}/corrections, and what a correction would change."""

import pytest

from tests.service.api.evening import an_evening


@pytest.fixture
def mistyped(banker):
    """Anna bets 5 instead of 4, Bo calls. The table and the number of the bet."""
    table = an_evening(banker, rules={"initial_loan": 150, "auto": "all"})
    table.play({"type": "announce_hand", "game": "Straight Poker", "dealer": table.ids["Carl"]})
    bet = table.say({"type": "put_in", "player": table.ids["Anna"], "chips": 5}).json["events"][0]["version"]
    table.play({"type": "call", "player": table.ids["Bo"]})
    return table, bet


def four(table, bet):
    return {"changes": [{"version": bet, "act": {"type": "put_in", "player": table.ids["Anna"], "chips": 4}}]}


def stacks(table, banker):
    return {one["name"]: one["stack"] for one in banker.get(table.path).json["players"]}


def test_a_correction_is_shown_hand_by_hand_and_not_recorded(mistyped, banker):
    table, bet = mistyped
    before = banker.get(f"{table.path}/events").json
    found = banker.post(f"{table.path}/corrections/what-if", four(table, bet)).json
    (hand,) = found["hands"]
    assert [(act["sentence"], act["sentence_after"]) for act in hand["acts"]] == [
        ("Anna bets 5.", "Anna bets 4."),
        ("Bo calls 5.", "Bo calls 4."),
    ]
    assert (found["first"], hand["pot_after"] - hand["pot"]) == (bet, -2)
    assert [(one["name"], one["stack_after"] - one["stack"]) for one in found["players"]] == [("Anna", 1), ("Bo", 1)]
    assert banker.get(f"{table.path}/events").json == before


@pytest.mark.parametrize("route", ["corrections", "commands"])
def test_a_correction_puts_the_acts_in_their_places(mistyped, banker, route):
    table, bet = mistyped
    before = stacks(table, banker)
    body = four(table, bet)
    body = body if route == "corrections" else {"command": {"type": "correct_events", **body}}
    answer = banker.post(f"{table.path}/{route}", body)
    assert answer.status_code == 201
    said, struck, *_ = answer.json["events"]
    assert (said["type"], said["data"]) == ("events_corrected", {"changes": [{"version": bet}]})
    assert [one["at"] for one in struck["data"]["placed"]] == [bet, bet + 1]
    assert stacks(table, banker) == {**before, "Anna": before["Anna"] + 1, "Bo": before["Bo"] + 1}
    assert banker.get(f"{table.path}/events/{bet}").json["void_since"] == said["version"]
    assert banker.get(f"{table.path}/verification").json["holds"] is True
    assert banker.get(f"{table.path}/adjudication").json["agrees"] is True


def test_what_can_no_longer_have_been_is_named_and_nothing_is_recorded(mistyped, banker):
    table, bet = mistyped
    body = {"changes": [{"version": bet, "act": {"type": "check", "player": table.ids["Anna"]}}]}
    before = banker.get(f"{table.path}/events").json
    for route in ("corrections", "corrections/what-if"):
        answer = banker.post(f"{table.path}/{route}", body)
        assert (answer.status_code, answer.json["code"]) == (409, "correction_conflicts")
        assert answer.json["details"]["version"] == bet + 1
        assert "Say also what happened instead, strike it too, or let nothing count" in answer.json["detail"]
    assert banker.get(f"{table.path}/events").json == before


@pytest.mark.parametrize(
    "change",
    [
        {"version": 3, "act": {"type": "strike_events", "versions": [2], "reason": "x"}},
        {"version": 3, "act": {"type": "correct_events", "changes": [{"version": 2}]}},
        {"version": 0},
        {"version": 3, "acts": []},
        {"after": True},
    ],
)
def test_a_change_is_an_event_and_one_act_of_the_table(mistyped, banker, change):
    table, _ = mistyped
    assert banker.post(f"{table.path}/corrections", {"changes": [change]}).status_code == 422
    assert banker.post(f"{table.path}/corrections", {"changes": []}).status_code == 422
    assert banker.post(f"{table.path}/corrections", {"changes": [{"version": 3}] * 51}).status_code == 422


def test_the_rules_of_a_game_are_not_put_in_by_a_correction(mistyped, banker):
    table, bet = mistyped
    hand = next(one for one in banker.get(f"{table.path}/events").json["events"] if one["type"] == "hand_announced")
    declared = {**hand["data"]["declaration"], "name": "Mine"}
    act = {"type": "announce_hand", "game": "Mine", "declaration": declared}
    answer = banker.post(f"{table.path}/corrections", {"changes": [{"version": hand["version"], "act": act}]})
    assert answer.json["code"] == "declaration_is_not_built_in"
    assert bet


def test_the_same_correction_sent_twice_is_made_once(mistyped, banker):
    table, bet = mistyped
    first = banker.post(f"{table.path}/corrections", four(table, bet), key="once")
    again = banker.post(f"{table.path}/corrections", four(table, bet), key="once")
    assert again.json == first.json
    other = {"changes": [{"version": bet, "act": {"type": "put_in", "player": table.ids["Anna"], "chips": 3}}]}
    assert banker.post(f"{table.path}/corrections", other, key="once").status_code == 422


def test_a_report_tells_a_correction_once_with_both_acts(mistyped, banker):
    table, bet = mistyped
    correction = banker.post(f"{table.path}/corrections", {**four(table, bet), "reason": "mistyped"}).json
    report = banker.get(f"{table.path}/report").json
    (told,) = report["corrections"]["corrected"]
    placed = [one["version"] for one in correction["events"][1]["data"]["placed"]]
    assert told["changed"] == [{"was": bet, "now": placed[0]}]
    assert told["followed"] == [{"was": bet + 1, "now": placed[1]}]
    said = {one["version"]: one["sentence"] for one in (*report["void"], *report["put_in"])}
    assert [said[version] for version in (bet, placed[0])] == ["Anna bets 5.", "Anna bets 4."]


def test_what_changes_for_a_banker_who_does_not_play_and_for_who_joins_by_it_is_shown_before(banker):
    table = an_evening(banker, rules={"initial_loan": 150}, seated=False)
    anna, bo, carl = table.ids.values()
    table.play({"type": "seat_player", "player": anna})
    tip = table.say({"type": "give_tip", "player": anna, "cents": 500}).json["events"][0]["version"]
    path = f"{table.path}/corrections"
    less = {"changes": [{"version": tip, "act": {"type": "give_tip", "player": anna, "cents": 300}}]}
    there = {"changes": [{"version": tip, "after": True, "act": {"type": "seat_player", "player": carl}}]}
    for asked, changed in ((less, {anna: (150, -300), bo: (0, 300)}), (there, {carl: (150, 0)})):
        found = banker.post(f"{path}/what-if", asked).json["players"]
        assert {one["id"]: (one["stack_after"], one["due_cents_after"]) for one in found} == changed


@pytest.mark.parametrize(
    "more", [{"purpose": "  "}, {"purpose": "pizza", "waived": [{"rule": "bet_over_limit", "reason": "\u3164"}]}]
)
def test_what_has_to_be_said_of_an_act_that_is_put_in_is_not_said_by_blanks(mistyped, banker, more):
    table, _ = mistyped
    act = {"type": "pay_expense", "player": table.ids["Anna"], "cents": 900, **more}
    body = {"changes": [{"version": 2, "act": act, "after": True}]}
    answers = [banker.post(f"{table.path}/corrections{end}", body) for end in ("/what-if", "")]
    assert [(answer.status_code, answer.json["code"]) for answer in answers] == [(422, "out_of_bounds")] * 2
    assert answers[0].json["detail"] == answers[1].json["detail"]
