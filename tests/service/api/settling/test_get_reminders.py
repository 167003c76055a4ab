"""GET /clubs/{club}/reminders: who owes what to whom and since when, ready to send."""

from tests.service.api.evening import V1
from tests.service.api.settling.test_post_settlement import owing


def test_who_owes_is_reminded_after_so_many_days(table):
    owing(table)
    handle = f"{V1}/clubs/{table.club}/players/{table.ids['Bo']}/handles/mobilepay"
    table.banker.http.put(handle, json={"handle": "20 30 40 50"}, headers=table.banker.headers)
    path = f"/clubs/{table.club}/reminders"
    assert table.banker.get(path).json["reminders"] == [], "By default, after a week."
    (anna,) = table.banker.get(f"{path}?days=0").json["reminders"]
    assert (anna["name"], anna["debts"][0]["payee_name"], anna["debts"][0]["cents"]) == ("Anna", "Bo", 250)
    assert anna["text"].startswith("Hello Anna, this is still to be paid:\n- 2.50 DKK to Bo, from ")
    assert "(0 days): MobilePay 20 30 40 50\n" in anna["text"]


def test_days_are_a_whole_number(table):
    assert table.banker.get(f"/clubs/{table.club}/reminders?days=soon").status_code == 422
