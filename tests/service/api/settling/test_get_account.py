"""GET /clubs/{club}/players/{player}/account: what a player has won, paid and still open over all nights."""

from tests.service.api.settling.test_post_settlement import owing


def test_an_account_has_a_row_for_each_night_and_adds_up(table):
    owing(table)
    answer = table.banker.get(f"/clubs/{table.club}/players/{table.ids['Anna']}/account")
    assert answer.status_code == 200, answer.json
    (account,) = answer.json["accounts"]
    (night,) = account["nights"]
    assert (night["in_cents"], night["out_cents"], night["result_cents"]) == (3750, 3500, -250)
    assert (night["open_cents"], account["balance_cents"], account["currency"]["code"]) == (-250, -250, "DKK")


def test_a_player_without_a_night_has_an_empty_account(table):
    other = table.banker.post(f"/clubs/{table.club}/players", {"name": "Dora"}).json["id"]
    assert table.banker.get(f"/clubs/{table.club}/players/{other}/account").json["accounts"] == []


def test_nobody_has_an_account_who_is_not_in_the_club(table):
    answer = table.banker.get(f"/clubs/{table.club}/players/nobody/account")
    assert (answer.status_code, answer.json["code"]) == (404, "player_missing")
