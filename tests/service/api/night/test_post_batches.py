"""POST /nights/{night}/batches: several commands, all of them or none."""

import json

import pytest

from service.api.nights import BATCH_MAX
from service.errors import BookLocked
from tests.service.api.http.test_bodies import quickest


def batch(*acts: dict[str, object]) -> dict[str, object]:
    return {"commands": [{"command": act} for act in acts]}


def loan(player: str, chips: int) -> dict[str, object]:
    return {"type": "give_loan", "player": player, "chips": chips}


def test_all_are_recorded_in_their_order(table, banker):
    anna, _, carl = table.ids.values()
    answer = banker.post(f"{table.path}/batches", batch(loan(anna, 10), loan(carl, 20), loan(anna, 10)))
    assert answer.status_code == 201
    assert [event["data"]["chips"] for event in answer.json["events"]] == [10, 20, 10]


def test_none_is_recorded_when_one_is_refused(table, banker):
    before = banker.get(table.path).json
    anna = table.ids["Anna"]
    answer = banker.post(f"{table.path}/batches", batch(loan(anna, 10), {"type": "sit_back", "player": anna}))
    assert (answer.status_code, answer.json["code"]) == (409, "already_seated")
    assert banker.get(table.path).json == before


def test_a_batch_that_is_too_long_is_counted_before_any_of_it_is_read(table, banker):
    wrong = {"type": "rob_the_bank"}
    answer = banker.post(f"{table.path}/batches", batch(*[wrong] * (BATCH_MAX + 1)))
    assert (answer.status_code, answer.json["code"]) == (422, "wrong_body")
    (told,) = answer.json["details"]["errors"]
    assert told["at"] == "commands"
    assert str(BATCH_MAX) in told["sentence"]
    # Reading each of them took some twenty times as long as sending and parsing the text.
    text = json.dumps(batch(*[wrong] * 20_000))
    sent = quickest(lambda: banker.post(f"{table.path}/batches", json.loads(text)))
    assert sent < 10 * quickest(lambda: json.dumps(json.loads(text)))


@pytest.mark.parametrize(
    ("third", "status", "code"),
    [
        ({"type": "give_loan", "player": "a", "chips": "five"}, 422, "wrong_body"),
        ("fold", 422, "wrong_body"),
        ({"type": "announce_hand", "game": "Straight Poker"}, 428, "version_missing"),
        ({"type": "seat_player", "player": "nobody"}, 404, "player_missing"),
        ({"type": "open_night", "night": "other", "club": "c", "banker": "b"}, 409, "another_night"),
        ({"type": "sit_back", "player": "ANNA"}, 409, "already_seated"),
        ({"type": "cash_out", "player": "ANNA", "chips": 1}, 409, "looks_like_a_repeat"),
        ({**loan("ANNA", 7), "waived": [{"rule": "looks_like_a_repeat", "reason": "x"}]}, 409, "nothing_to_waive"),
    ],
)
def test_a_batch_that_is_refused_says_which_of_its_commands_it_was(table, banker, third, status, code):
    anna, _, carl = table.ids.values()
    if code == "looks_like_a_repeat":
        table.play({"type": "cash_out", "player": anna, "chips": 1})
    if isinstance(third, dict) and third.get("player") == "ANNA":
        third = {**third, "player": anna}
    answer = banker.post(f"{table.path}/batches", batch(loan(anna, 10), loan(carl, 20), third, loan(anna, 30)))
    assert (answer.status_code, answer.json["code"], answer.json.get("index")) == (status, code, 2), answer.json


def test_where_several_commands_of_a_batch_have_no_form_the_first_is_told(table, banker):
    acts = batch(loan(table.ids["Anna"], 1), loan("a", 0), {"type": "fold"})
    answer = banker.post(f"{table.path}/batches", {**acts, "more": 1})
    assert [error["at"] for error in answer.json["details"]["errors"]] == [
        "commands[1].command.chips",
        "commands[2].command.player",
        "more",
    ]
    assert answer.json["index"] == 1


def test_a_batch_of_one_says_so_too_and_one_command_has_no_index(table, banker):
    act = {"type": "sit_back", "player": table.ids["Anna"]}
    assert banker.post(f"{table.path}/batches", batch(act)).json["index"] == 0
    for path, body in (("commands", {"command": act}), ("loans", {"player": "nobody", "chips": 5}), ("batches", {})):
        answer = banker.post(f"{table.path}/{path}", body)
        assert answer.status_code in (409, 422)
        assert "index" not in answer.json


def test_a_batch_that_is_refused_as_a_whole_names_no_command(table, banker, app, monkeypatch):
    acts = batch(loan(table.ids["Anna"], 10))
    stale = banker.post(f"{table.path}/batches", acts, version=1)
    assert (stale.status_code, "index" in stale.json) == (412, False)
    missing = banker.post("/nights/nowhere/batches", acts)
    assert (missing.status_code, "index" in missing.json) == (404, False)

    def locked(*_: object, **__: object) -> None:
        raise BookLocked("/somewhere/chipbook.db")

    monkeypatch.setattr("service.book.recording.unit_of_work.check_payload", locked)
    away = banker.post(f"{table.path}/batches", acts)
    assert (away.status_code, "index" in away.json) == (503, False)


def test_the_document_tells_what_the_index_is(onlooker):
    schema = onlooker.get("/openapi.json").json["components"]["schemas"]["Problem"]["properties"]["index"]
    assert (schema["type"], schema["minimum"]) == ("integer", 0)
    assert "the first is 0" in schema["description"]


def test_a_batch_with_an_act_of_a_hand_says_what_it_was_decided_on(table, banker):
    acts = batch(loan(table.ids["Anna"], 10), {"type": "announce_hand", "game": "Straight Poker"})
    assert banker.post(f"{table.path}/batches", acts).status_code == 428
    assert banker.post(f"{table.path}/batches", acts, version=table.version).status_code == 201


def test_the_same_key_gets_the_whole_batch_again(table, banker):
    acts = batch(loan(table.ids["Anna"], 10), loan(table.ids["Carl"], 10))
    first = banker.post(f"{table.path}/batches", acts, key="b")
    assert banker.post(f"{table.path}/batches", acts, key="b").json == first.json
    assert banker.post(f"{table.path}/commands", {"command": loan(table.ids["Anna"], 10)}, key="b").status_code == 422


def test_a_night_may_be_opened_and_seated_at_once(table, banker):
    opening = {"type": "open_night", "night": "next", "club": table.club, "banker": table.ids["Bo"]}
    seats = [{"type": "seat_player", "player": player} for player in table.ids.values()]
    answer = banker.post("/nights/next/batches", batch(opening, *seats), key="open")
    assert answer.status_code == 201
    assert len(banker.get("/nights/next").json["players"]) == 3
    assert banker.post("/nights/next/batches", batch(opening, *seats), key="open").json == answer.json


@pytest.mark.parametrize("body", [{"commands": []}, {}, {"commands": {}}, {"commands": [{}]}, {"commands": ["fold"]}])
def test_a_batch_holds_commands(table, banker, body):
    assert banker.post(f"{table.path}/batches", body).status_code == 422


def test_a_batch_is_bounded_in_number_and_in_size(table, banker):
    acts = [loan(table.ids["Anna"], number + 1) for number in range(BATCH_MAX + 1)]
    assert banker.post(f"{table.path}/batches", batch(*acts)).status_code == 422
    assert banker.post(f"{table.path}/batches", batch(*acts[1:])).status_code == 201
    ruling = {"type": "make_ruling", "text": "x" * 500, "agreed_by": [table.ids["Anna"]]}
    answer = banker.post(f"{table.path}/batches", batch(*[ruling] * 2000))
    assert (answer.status_code, answer.json["code"]) == (413, "body_too_large")
