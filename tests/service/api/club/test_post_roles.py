"""POST /clubs/{club}/players/{player}/roles: what a person may do in the club is granted and taken."""

from tests.service.api.conftest import TOKEN
from tests.service.api.evening import Banker, an_evening


def change(table, name, role, *, held=True, **more):
    path = f"/clubs/{table.club}/players/{table.ids[name]}/roles"
    return table.banker.post(path, {"role": role, "held": held}, **more)


def roles(table):
    players = table.banker.get(f"/clubs/{table.club}/players").json["players"]
    return {player["name"]: player["roles"] for player in players}


def test_a_role_is_granted_and_taken_on_both_databases(app_on_both):
    table = an_evening(Banker(app_on_both.test_client(), TOKEN))
    answer = change(table, "Anna", "co_banker")
    anna = {"id": table.ids["Anna"], "club": table.club, "name": "Anna", "roles": ["co_banker", "player"]}
    anna |= {"also": [], "into": None}
    assert (answer.status_code, answer.json) == (201, anna)
    assert change(table, "Anna", "player", held=False).json["roles"] == ["co_banker"]
    assert roles(table) == {"Anna": ["co_banker"], "Bo": ["player"], "Carl": ["player"]}


def test_a_role_is_an_act_of_the_club_and_not_of_a_night(table):
    path = f"/clubs/{table.club}/players"
    before, night = table.banker.get(path).json, table.version
    change(table, "Anna", "banker")
    after = table.banker.get(path).json
    assert after["version"] == before["version"] + 1
    assert after["head"] != before["head"]
    assert table.version == night


def test_the_same_key_grants_a_role_once(table):
    first, again = (change(table, "Anna", "viewer", key="tap") for _ in range(2))
    assert (first.status_code, first.json) == (again.status_code, again.json)
    other = change(table, "Anna", "viewer", held=False, key="tap")
    assert (other.status_code, other.json["code"]) == (422, "key_reused")
    assert roles(table)["Anna"] == ["player", "viewer"]


def test_a_role_that_cannot_change_is_refused_with_the_name(table):
    change(table, "Bo", "banker")
    answer = change(table, "Bo", "banker", held=False)
    assert (answer.status_code, answer.json["code"], answer.json["waivable"]) == (409, "club_needs_a_banker", False)
    assert answer.json["detail"] == "Bo is the only banker of the club; make another member banker first."


def test_what_is_no_role_is_refused_with_those_there_are(table):
    answer = change(table, "Anna", "king")
    assert (answer.status_code, answer.json["code"]) == (422, "wrong_body")
    assert answer.json["detail"].endswith("role must be “banker”, “co_banker”, “player” or “viewer”; “king” is not.")


def test_nobody_elsewhere_gets_a_role_here(table, banker):
    other = banker.post("/clubs", {"name": "Other"}).json["id"]
    body = {"role": "banker", "held": True}
    for club, code in ((other, "player_missing"), ("nowhere", "club_missing")):
        answer = banker.post(f"/clubs/{club}/players/{table.ids['Anna']}/roles", body)
        assert (answer.status_code, answer.json["code"]) == (404, code)
