"""The payer of a transfer says at a route of their own that they paid; it counts once somebody confirms it."""

from __future__ import annotations

from tests.service.api.asking.test_post_confirmations import close


def test_what_a_payer_says_counts_once_it_is_approved(table, banker):
    close(table, banker)
    (transfer,) = banker.get(table.path).json["transfers"]
    answer = banker.post(f"{table.path}/said-payments", {"transfer": 1, "player": transfer["payer"]})
    assert answer.status_code == 201, answer.json
    assert answer.json["events"][0]["type"] == "payment_said"
    assert banker.get(table.path).json["transfers"][0]["paid_cents"] == 0
    number = answer.json["events"][0]["data"]["number"]
    assert banker.post(f"{table.path}/approvals", {"request": number}).status_code == 201
    assert banker.get(table.path).json["transfers"][0]["paid_cents"] == transfer["cents"]


def test_a_transfer_of_somebody_else_is_not_paid(table, banker):
    close(table, banker)
    (transfer,) = banker.get(table.path).json["transfers"]
    wrong = banker.post(f"{table.path}/said-payments", {"transfer": 1, "player": transfer["payee"]})
    assert (wrong.status_code, wrong.json["code"]) == (409, "not_the_payer")
