"""DELETE /clubs/{club}/players/{player}: a name is deleted for good, and every chain holds."""

from tests.service.api.conftest import TOKEN
from tests.service.api.evening import Banker, an_evening, settled
from tests.service.api.verified import verified


def test_whoever_is_forgotten_is_an_id_from_then_on_and_the_club_holds_on_both_databases(app_on_both):
    table = settled(an_evening(Banker(app_on_both.test_client(), TOKEN)))
    banker, anna = table.banker, table.ids["Anna"]
    before = banker.get(table.path).json
    answer = banker.delete(f"/clubs/{table.club}/players/{anna}")
    assert (answer.status_code, answer.data) == (204, b"")
    players = banker.get(f"/clubs/{table.club}/players").json["players"]
    assert [player["name"] for player in players] == ["Bo", "Carl"]
    after = banker.get(table.path).json
    assert after["head"] == before["head"]
    assert {player["id"]: player["name"] for player in after["players"]}[anna] == anna
    assert "Anna" not in banker.get(f"{table.path}/events").text
    assert verified(app_on_both, table)["holds"]


def test_whoever_is_forgotten_is_found_no_more_and_takes_no_name_again(table, banker):
    path = f"/clubs/{table.club}/players/{settled(table).ids['Anna']}"
    assert banker.delete(path).status_code == 204
    for answer in (
        banker.delete(path),
        banker.get(path),
        banker.patch(path, {"name": "Anna"}),
        banker.post(f"{path}/roles", {"role": "banker", "held": True}),
    ):
        assert (answer.status_code, answer.json["code"]) == (404, "player_missing")


def test_whoever_has_another_name_since_is_not_forgotten_by_who_saw_the_old_one(table, banker):
    path = f"/clubs/{table.club}/players/{settled(table).ids['Anna']}"
    seen = {"If-Match": banker.get(path).headers["ETag"]}
    banker.patch(path, {"name": "Annika"})
    late = banker.delete(path, headers=seen)
    assert (late.status_code, late.json["code"]) == (412, "changed_since")
    assert banker.delete(path, headers={"If-Match": banker.get(path).headers["ETag"]}).status_code == 204


def test_the_name_is_free_for_somebody_else(table, banker):
    banker.delete(f"/clubs/{table.club}/players/{settled(table).ids['Anna']}")
    answer = banker.post(f"/clubs/{table.club}/players", {"name": "Anna"})
    assert answer.status_code == 201
    assert answer.json["id"] != table.ids["Anna"]


def test_who_must_still_be_counted_is_not_forgotten(table, banker):
    path = f"/clubs/{table.club}/players/{table.ids['Anna']}"
    answer = banker.delete(path)
    assert (answer.status_code, answer.json["code"]) == (409, "still_plays")
    assert answer.json["detail"] == "Anna takes part in the night friday, which is open: count and settle it first."
    assert banker.get(path).json["name"] == "Anna"


def test_the_only_banker_is_not_forgotten(table, banker):
    path = f"/clubs/{table.club}/players/{settled(table).ids['Bo']}"
    banker.post(f"{path}/roles", {"role": "banker", "held": True})
    answer = banker.delete(path)
    assert (answer.status_code, answer.json["code"]) == (409, "club_needs_a_banker")
    assert banker.get(path).json["name"] == "Bo"
