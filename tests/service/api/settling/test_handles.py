"""How players want to be paid, over HTTP: kept, seen by the banker alone, deleted."""

import pytest

from service.api.context import EXTENSION
from service.app.night.settling import ways_to_pay
from tests.service.api.evening import V1


@pytest.fixture
def put(table):
    def put(name: str, kind: str, handle: str):
        path = f"{V1}/clubs/{table.club}/players/{table.ids[name]}/handles/{kind}"
        return table.banker.http.put(path, json={"handle": handle}, headers=table.banker.headers)

    return put


def test_a_handle_is_kept_in_one_form_in_place_of_an_earlier_one(table, put):
    assert put("Anna", "mobilepay", "12 34 56 78").json["handle"] == "12345678"
    again = put("Anna", "mobilepay", "87654321")
    assert (again.status_code, again.json["name"], again.json["handle"]) == (200, "Anna", "87654321")
    put("Anna", "text", "cash, on Friday")
    listed = table.banker.get(f"/clubs/{table.club}/handles").json["handles"]
    assert [(one["name"], one["kind"], one["handle"]) for one in listed] == [
        ("Anna", "mobilepay", "87654321"),
        ("Anna", "text", "cash, on Friday"),
    ]


def test_a_handle_is_deleted_once(table, put):
    put("Bo", "paypal", "bo")
    path = f"/clubs/{table.club}/players/{table.ids['Bo']}/handles/paypal"
    assert table.banker.delete(path).status_code == 204
    gone = table.banker.delete(path)
    assert (gone.status_code, gone.json["code"]) == (404, "handle_missing")
    assert table.banker.get(f"/clubs/{table.club}/handles").json["handles"] == []


def test_what_somebody_gave_under_a_former_id_is_theirs_to_see_and_to_forget(app, table, put):
    ids = table.ids
    for name in ("Carla", "Carlo"):
        ids[name] = table.banker.post(f"/clubs/{table.club}/players", {"name": name}).json["id"]
    put("Carlo", "mobilepay", "12345678")
    put("Carlo", "paypal", "carlo")
    put("Carla", "paypal", "carla")
    merged = table.banker.post(f"/clubs/{table.club}/players/{ids['Carlo']}/merges", {"into": ids["Carla"]})
    assert merged.status_code == 201
    book = app.extensions[EXTENSION].book
    both = {"mobilepay": "12345678", "paypal": "carla"}
    assert ways_to_pay(book, table.club) == {ids["Carla"]: both, ids["Carlo"]: both}
    assert table.banker.delete(f"/clubs/{table.club}/players/{ids['Carla']}/handles/mobilepay").status_code == 204
    assert ways_to_pay(book, table.club)[ids["Carla"]] == {"paypal": "carla"}


def test_what_is_no_handle_is_refused_without_repeating_it(put):
    refused = put("Anna", "iban", "GB83 WEST 1234 5698 7654 32")
    assert (refused.status_code, refused.json["code"]) == (422, "handle_refused")
    assert "5698" not in refused.text
    assert put("Anna", "iban", "").status_code == 422
    assert put("Anna", "cheque", "x").status_code == 404
