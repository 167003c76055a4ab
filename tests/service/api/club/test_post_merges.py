"""POST /clubs/{club}/players/{player}/merges: a player turns out to be another one, and that is taken back."""

from tests.service.api.evening import an_evening
from tests.service.api.signed_in import signed_in


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
