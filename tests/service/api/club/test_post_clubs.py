"""POST /clubs and POST /clubs/{club}/players: a name, made once for each key."""

import re

import pytest

from tests.service.api.conftest import TOKEN
from tests.service.api.evening import Banker


def test_a_club_gets_an_id_that_says_nothing_of_its_name(banker):
    answer = banker.post("/clubs", {"name": "Torsdagsklubben"})
    assert answer.status_code == 201
    assert re.fullmatch(r"c[a-z2-7]{16}", answer.json["id"])
    assert answer.headers["Location"] == f"/api/v1/clubs/{answer.json['id']}"
    assert banker.get(f"/clubs/{answer.json['id']}").json == answer.json
    assert banker.get("/clubs").json == {"clubs": [answer.json]}


def test_the_same_key_and_name_is_the_same_player_on_both_databases(app_on_both, clock):
    banker = Banker(app_on_both.test_client(), TOKEN)
    club = banker.post("/clubs", {"name": "Klub"}, key="one").json["id"]
    assert banker.post("/clubs", {"name": "Klub"}, key="one").json["id"] == club
    first = banker.post(f"/clubs/{club}/players", {"name": "Åse"}, key="tap")
    clock.pass_seconds(5)
    banker.patch(f"/clubs/{club}/players/{first.json['id']}", {"name": "Åse J."})
    again = banker.post(f"/clubs/{club}/players", {"name": "Åse"}, key="tap")
    # Names are no part of what is recorded, so the answer has the one of now.
    assert (again.status_code, again.json) == (201, first.json | {"name": "Åse J."})
    assert [one["name"] for one in banker.get(f"/clubs/{club}/players").json["players"]] == ["Åse J."]


def test_the_same_key_for_another_name_is_refused(banker):
    club = banker.post("/clubs", {"name": "Klub"}, key="tap").json["id"]
    for path, name in (("/clubs", "Other"), (f"/clubs/{club}/players", "Bo")):
        banker.post(path, {"name": "Anna"}, key="k")
        answer = banker.post(path, {"name": name}, key="k")
        assert (answer.status_code, answer.json["code"]) == (422, "key_reused")


def test_two_players_of_a_club_have_two_names(banker):
    club = banker.post("/clubs", {"name": "Klub"}).json["id"]
    banker.post(f"/clubs/{club}/players", {"name": "Anna"})
    answer = banker.post(f"/clubs/{club}/players", {"name": "Anna"})
    assert (answer.status_code, answer.json["code"]) == (409, "name_taken")


@pytest.mark.parametrize("name", ["", " Anna", "Anna\n", "x" * 81, "\u200b"])
def test_a_name_is_something_that_can_be_read(banker, name):
    answer = banker.post("/clubs", {"name": name})
    assert answer.status_code == 422
    assert banker.get("/clubs").json == {"clubs": []}


@pytest.mark.parametrize(
    ("body", "at", "sentence"),
    [
        ({}, "name", "name is missing; it must be a text of 1 to 80 characters."),
        ({"name": "x" * 81}, "name", "name must be a text of 1 to 80 characters; a text of 81 characters is not."),
        ({"name": "Klub", "nam": 1}, "nam", "There is no field nam here; nearest to it is name."),
    ],
)
def test_what_is_wrong_with_a_body_is_said_in_a_sentence(banker, body, at, sentence):
    answer = banker.post("/clubs", body)
    assert (answer.status_code, answer.json["code"]) == (422, "wrong_body")
    assert answer.json["details"]["errors"] == [{"at": at, "sentence": sentence}]
    assert answer.json["detail"] == f"The body is wrong: {at}: {sentence}"


def test_nobody_joins_a_club_that_is_not_there(banker):
    answer = banker.post("/clubs/nowhere/players", {"name": "Anna"})
    assert (answer.status_code, answer.json["code"]) == (404, "club_missing")


def test_no_refusal_of_a_club_names_it_by_its_id(banker):
    club = banker.post("/clubs", {"name": "Klub"}).json["id"]
    banker.post(f"/clubs/{club}/players", {"name": "Anna"}, key="anna")
    for name, key in (("anna", "again"), ("Bo", "anna")):
        refused = banker.post(f"/clubs/{club}/players", {"name": name}, key=key)
        assert refused.status_code in (409, 422)
        assert club not in refused.json["detail"]


@pytest.mark.parametrize("name", ["all", "undo", "7", "+150", "-5", "As", "bank"])
def test_a_player_whom_no_line_could_name_is_taken_in_nowhere(banker, name):
    club = banker.post("/clubs", {"name": "Klub"}).json["id"]
    taken = banker.post(f"/clubs/{club}/players", {"name": name})
    assert (taken.status_code, taken.json["code"]) == (422, "name_not_sayable")
    assert f"because “{name.lower()}” means something else" in taken.json["detail"]
    anna = banker.post(f"/clubs/{club}/players", {"name": "Anna"}).json["id"]
    renamed = banker.patch(f"/clubs/{club}/players/{anna}", {"name": name})
    assert (renamed.status_code, renamed.json["code"]) == (422, "name_not_sayable")
