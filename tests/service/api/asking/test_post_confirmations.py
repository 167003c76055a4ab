"""Players confirm counts and payments at routes of their own."""

from __future__ import annotations


def close(table, banker):
    """Anna ends with ten chips of Bo's."""
    anna, bo, carl = (table.ids[name] for name in ("Anna", "Bo", "Carl"))
    table.play({"type": "transfer_chips", "payer": bo, "payee": anna, "chips": 10})
    for player in banker.get(table.path).json["players"]:
        banker.post(f"{table.path}/counts", {"player": player["id"], "chips": player["stack"]})
    assert banker.post(f"{table.path}/count-confirmations", {"player": carl}).status_code == 201
    table.play({"type": "close_night"})
    banker.post(f"{table.path}/settlement", {"kind": "direct"})


def test_a_count_is_confirmed_once_and_the_report_says_by_whom(table, banker):
    close(table, banker)
    carl = table.ids["Carl"]
    again = banker.post(f"{table.path}/count-confirmations", {"player": carl})
    assert (again.status_code, again.json["code"]) == (409, "count_is_confirmed")
    assert banker.get(f"{table.path}/report").json["gap"]["confirmed"] == [carl]


def test_a_payment_counts_once_its_payee_confirms_it(table, banker):
    close(table, banker)
    (transfer,) = banker.get(table.path).json["transfers"]
    said = {"type": "say_payment", "transfer": 1, "player": transfer["payer"]}
    assert banker.post(f"{table.path}/commands", {"command": said}).status_code == 201
    assert banker.get(table.path).json["transfers"][0]["paid_cents"] == 0
    wrong = banker.post(f"{table.path}/payment-confirmations", {"transfer": 1, "player": transfer["payer"]})
    assert (wrong.status_code, wrong.json["code"]) == (409, "not_the_payee")
    answer = banker.post(f"{table.path}/payment-confirmations", {"transfer": 1})
    assert (answer.status_code, answer.json["events"][0]["type"]) == (201, "payment_recorded")
    (paid,) = banker.get(table.path).json["transfers"]
    assert paid["paid_cents"] == paid["confirmed_cents"] == transfer["cents"]
    assert banker.get(f"{table.path}/requests").json["open"] == 0
