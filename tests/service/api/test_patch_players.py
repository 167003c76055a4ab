"""PATCH /clubs/{club} and /clubs/{club}/players/{player}: names may change, events may not."""

from __future__ import annotations


def test_a_new_name_stands_in_sentences_and_not_in_events(table, banker):
    before = banker.get(f"{table.path}/events").json["events"]
    answer = banker.patch(f"/clubs/{table.club}/players/{table.ids['Anna']}", {"name": "Anna K."})
    assert (answer.status_code, answer.json["name"]) == (200, "Anna K.")
    after = banker.get(f"{table.path}/events").json["events"]
    assert [event["data"] for event in after] == [event["data"] for event in before]
    assert "Anna K." in after[1]["sentence"]


def test_a_club_is_renamed(table, banker):
    assert banker.patch(f"/clubs/{table.club}", {"name": "Fredagsklubben"}).json["name"] == "Fredagsklubben"


def test_a_player_of_another_club_is_not_found_here(table, banker):
    other = banker.post("/clubs", {"name": "Other"}).json["id"]
    path = f"/clubs/{other}/players/{table.ids['Anna']}"
    assert banker.get(path).json["code"] == "player_missing"
    assert banker.patch(path, {"name": "Mallory"}).json["code"] == "player_missing"
    assert banker.patch("/clubs/nowhere", {"name": "X"}).json["code"] == "club_missing"


def test_a_name_that_is_taken_stays_with_who_has_it(table, banker):
    answer = banker.patch(f"/clubs/{table.club}/players/{table.ids['Anna']}", {"name": "Bo"})
    assert (answer.status_code, answer.json["code"]) == (409, "name_taken")
