"""POST /nights/{night}/batches: several commands, all of them or none."""

from __future__ import annotations

import pytest

from service.api.schemas.commands import BATCH_MAX


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
