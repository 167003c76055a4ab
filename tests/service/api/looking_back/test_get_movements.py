"""Why each chip of a player moved."""


def test_the_moves_of_a_player_add_up_to_their_result(table, onlooker):
    anna, bo, _ = table.ids.values()
    table.play({"type": "transfer_chips", "payer": bo, "payee": anna, "chips": 30})
    found = onlooker.get(f"{table.path}/movements", player=anna).json
    (net,) = [net for net in onlooker.get(f"{table.path}/nets").json["nets"] if net["name"] == "Anna"]
    assert found["result_cents"] == net["result_cents"]
    assert (found["moves"][-1]["source"], found["moves"][-1]["target"]) == ("Bo", "Anna")
    assert found["moves"][-1]["why"]["says"] == "Players may hand each other chips between hands."


def test_it_needs_somebody_of_the_night(table, onlooker):
    assert onlooker.get(f"{table.path}/movements").status_code == 422
    nobody = onlooker.get(f"{table.path}/movements", player="nobody")
    assert (nobody.status_code, nobody.json["code"]) == (404, "unknown_player")
