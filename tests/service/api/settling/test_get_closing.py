"""GET /nights/{night}/closing: what still stands between now and the close."""


def test_who_has_not_counted_stands_before_the_close_with_the_chips_of_the_book(table, onlooker):
    answer = onlooker.get(f"{table.path}/closing").json
    assert (answer["phase"], answer["may_close"], answer["gap"]) == ("open", False, 0)
    assert {one["state"] for one in answer["counts"]} == {"to count"}
    assert len(answer["stands"]) == len(answer["counts"])
    stacks = {one["id"]: one["stack"] for one in onlooker.get(table.path).json["players"]}
    assert {one["id"]: one["book"] for one in answer["counts"]} == stacks
    assert answer["stands"][0].endswith("chips.")


def test_the_gap_so_far_is_told_with_what_it_would_cost_each_before_anything_is_closed(table, onlooker):
    dora = table.banker.post(f"/clubs/{table.club}/players", {"name": "Dora"}).json["id"]
    table.play({"type": "seat_player", "player": dora})
    players = onlooker.get(table.path).json["players"]
    for place, one in enumerate(players):
        table.play({"type": "count_chips", "player": one["id"], "chips": one["stack"] - (3 if not place else 0)})
    answer = onlooker.get(f"{table.path}/closing").json
    assert (answer["may_close"], answer["stands"], answer["gap"]) == (True, [], -3)
    by_all = next(one for one in answer["bearers"] if one["by"] == "all")
    assert by_all["line"] == "gap all"
    assert sum(cost["cents"] for cost in by_all["costs"]) == -answer["gap_cents"]
    table.play({"type": "close_night"})
    closed = onlooker.get(f"{table.path}/closing").json
    assert closed["bearers"] == answer["bearers"]
    assert closed["stands"] == ["Nobody bears the gap of 3 chips yet."]
    assert any("gap all" in line and "each of 4" in line for line in table.banker.get(table.path).json["now"])
