"""GET /nights/{night}: where it stands, now or at a version."""

import pytest

from tests.service.api.evening import an_evening, version_of


def test_the_state_is_that_of_the_ledger(table, banker):
    anna = table.ids["Anna"]
    table.play({"type": "give_loan", "player": anna, "chips": 40}, {"type": "announce_hand", "game": "Straight Poker"})
    now = banker.get(table.path).json
    (player,) = [player for player in now["players"] if player["id"] == anna]
    assert player["stack"] == 190 - player["put_in"]
    assert player["place"] == "in the hand"
    assert now["pot"] == sum(player["put_in"] for player in now["players"])
    assert now["hand"]["turn"]


def test_an_etag_spares_sending_what_is_known(table, banker):
    first = banker.get(table.path)
    assert version_of(first) == first.json["version"]
    known = {"If-None-Match": first.headers["ETag"]}
    assert banker.get(table.path, headers=known).status_code == 304
    table.play({"type": "give_loan", "player": table.ids["Anna"], "chips": 40})
    assert banker.get(table.path, headers=known).status_code == 200


def test_a_name_that_changes_is_sent_again_though_the_night_stands_still(table, banker):
    known = {"If-None-Match": banker.get(table.path).headers["ETag"]}
    banker.patch(f"/clubs/{table.club}/players/{table.ids['Anna']}", {"name": "Ann"})
    again = banker.get(table.path, headers=known)
    assert (again.status_code, "Ann" in {player["name"] for player in again.json["players"]}) == (200, True)


def test_the_night_as_it_was_at_every_version(table, banker):
    """Between two events of one act too."""
    anna, bo, carl = table.ids.values()
    table.play(
        {"type": "announce_hand", "game": "Straight Poker", "dealer": bo},
        {"type": "put_in", "player": carl, "chips": 3},
        {"type": "call", "player": anna},
        {"type": "fold", "player": bo},
        {"type": "name_winners", "rankings": [[[anna]]]},
    )
    version = table.version
    seen = [banker.get(table.path, at=at) for at in range(1, version + 1)]
    assert {answer.status_code for answer in seen} == {200}
    assert [answer.json["version"] for answer in seen] == list(range(1, version + 1))
    assert [version_of(answer) for answer in seen] == [*range(1, version + 1)]
    assert seen[-1].json == banker.get(table.path).json
    assert [(player["name"], player["place"]) for player in seen[0].json["players"]] == [("Bo", "away")]
    heads = [banker.get(table.path, at=at).json["head"] for at in (1, 2)]
    assert len({*heads, seen[-1].json["head"]}) == 3


@pytest.mark.parametrize(
    ("at", "status", "code"),
    [
        ("9999", 404, "unknown_version"),
        ("0", 422, "wrong_query"),
        ("-1", 422, "wrong_query"),
        ("1_0", 422, "wrong_query"),
        ("٣", 422, "wrong_query"),
        ("", 422, "wrong_query"),
    ],
)
def test_a_version_that_is_none(table, banker, at, status, code):
    answer = banker.get(table.path, at=at)
    assert (answer.status_code, answer.json["code"]) == (status, code)


def test_a_parameter_that_is_mistyped_is_not_left_out_without_a_word(table, banker):
    answer = banker.get(table.path, att="5")
    assert (answer.status_code, answer.json["code"]) == (422, "wrong_query")
    assert "att" in answer.json["detail"]


def test_a_night_that_is_not_in_the_book(banker, onlooker):
    for path in ("", "/choices", "/events", "/nets", "/settlement", "/payments", "/report", "/adjudication", "/stream"):
        answer = onlooker.get(f"/nights/nowhere{path}")
        assert (answer.status_code, answer.json["code"]) == (404, "night_missing")


def test_the_banker_who_plays_from_a_bottomless_box_has_no_number_for_a_stack(banker):
    table = an_evening(banker, "box", rules={"banker_stack": "box"})
    stacks = {player["name"]: player["stack"] for player in banker.get(table.path).json["players"]}
    assert stacks["Bo"] is None


def test_a_version_that_is_said_twice_is_not_one_of_the_two(table, onlooker):
    answer = onlooker.http.get(f"/api/v1{table.path}?at=1&at=2", headers=onlooker.headers)
    assert (answer.status_code, answer.json["code"]) == (422, "wrong_query")
    assert answer.json["detail"] == "The query is wrong: at: It is said more than once."
