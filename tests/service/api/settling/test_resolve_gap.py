"""POST /nights/{night}/commands: who bears the gap, said and said otherwise."""


def closed_with_a_gap(table) -> None:
    """Three chips are missing at the first player."""
    players = table.banker.get(table.path).json["players"]
    for place, one in enumerate(players):
        table.play({"type": "count_chips", "player": one["id"], "chips": one["stack"] - (3 if not place else 0)})
    table.play({"type": "close_night"}, {"type": "resolve_gap", "by": "banker"}, {"type": "freeze_plan"})


def test_until_somebody_has_paid_who_bears_the_gap_is_said_otherwise_and_the_plan_is_made_anew(table):
    closed_with_a_gap(table)
    before = table.banker.get(f"{table.path}/settlement").json
    by = {one["by"] for one in table.banker.get(f"{table.path}/closing").json["bearers"]}
    assert by >= {"banker", "all", "player"}
    answer = table.say({"type": "resolve_gap", "by": "all", "reason": "we all counted"})
    assert answer.status_code == 201, answer.json
    kinds = [one["type"] for one in answer.json["events"]]
    assert kinds == ["events_corrected", "events_struck", "gap_resolved", "plan_frozen"]
    after = table.banker.get(f"{table.path}/settlement").json
    assert after["frozen"] > before["frozen"]
    assert [one["cents"] for one in after["transfers"]] != [one["cents"] for one in before["transfers"]]
    assert table.say({"type": "resolve_gap", "by": "all"}).json["code"] == "gap_is_resolved"
    table.play({"type": "record_payment", "transfer": 1, "cents": 1})
    assert table.say({"type": "resolve_gap", "by": "banker"}).json["code"] == "payment_stands"
    assert table.banker.get(f"{table.path}/closing").json["bearers"] == []
