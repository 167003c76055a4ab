"""GET /nights/{id}/receipt, GET and POST /clubs/{id}/keys."""

from service.app.looking_back.receipts import verify_receipt
from tests.service.api.evening import settled


def test_a_receipt_over_http_is_a_file_that_holds(table) -> None:
    made = table.banker.post(f"/clubs/{table.club}/keys", {"change": "new"})
    assert (made.status_code, made.json["in_force"]) == (201, "key-1")
    settled(table)
    answer = table.banker.get(f"{table.path}/receipt", player=table.ids["Anna"])
    assert answer.status_code == 200
    proof, receipt = verify_receipt(answer.data)
    assert proof.holds
    assert (proof.holder, receipt.night.phase) == ("Anna", "settled")


def test_everybody_may_have_the_receipt_for_all_and_only_the_banker_that_of_a_player(table, onlooker) -> None:
    table.banker.post(f"/clubs/{table.club}/keys", {"change": "new"})
    answer = onlooker.get(f"{table.path}/receipt")
    proof, receipt = verify_receipt(answer.data)
    assert proof.holds
    assert receipt.own == ()
    refused = onlooker.get(f"{table.path}/receipt", player=table.ids["Anna"])
    assert (refused.status_code, refused.json["code"]) == (403, "role_may_not")


def test_a_get_makes_no_key(table) -> None:
    answer = table.banker.get(f"{table.path}/receipt")
    assert (answer.status_code, answer.json["code"]) == (409, "club_has_no_key")
    assert table.banker.get(f"/clubs/{table.club}/keys").json["keys"] == []


def test_a_receipt_is_for_somebody_of_the_night(table) -> None:
    table.banker.post(f"/clubs/{table.club}/keys", {"change": "new"})
    answer = table.banker.get(f"{table.path}/receipt", player="nobody")
    assert (answer.status_code, answer.json["code"]) == (404, "player_missing")
    assert table.banker.get(f"{table.path}/receipt", player="a b").status_code == 422
    assert table.banker.get("/nights/nowhere/receipt").status_code == 404


def test_keys_are_made_once_for_one_request(table) -> None:
    path = f"/clubs/{table.club}/keys"
    first = table.banker.post(path, {"change": "new"}, key="k1")
    assert table.banker.post(path, {"change": "new"}, key="k1").json == first.json
    again = table.banker.post(path, {"change": "new"})
    assert (again.status_code, again.json["code"]) == (409, "key_is_in_force")
    assert table.banker.post(path, {"change": "rotate", "name": "winter"}).json["in_force"] == "winter"
    assert table.banker.post(path, {"change": "rotate", "name": "../x"}).json["code"] == "not_a_key_name"
    assert table.banker.post(path, {"change": "erase"}).status_code == 422
    assert table.banker.post("/clubs/nowhere/keys", {"change": "new"}).status_code == 404


def test_keys_are_for_all_to_see_without_their_private_half(table, onlooker) -> None:
    path = f"/clubs/{table.club}/keys"
    table.banker.post(path, {"change": "new"})
    (key,) = onlooker.get(path).json["keys"]
    assert "private" not in str(sorted(set(key) - {"private_here"}))
    assert len(key["fingerprint"].replace(" ", "")) == 32


def test_a_server_without_the_private_half_says_so_without_naming_its_folders(table, settings) -> None:
    table.banker.post(f"/clubs/{table.club}/keys", {"change": "new"})
    (settings.keys / table.club / "key-1.pem").unlink()
    answer = table.banker.get(f"{table.path}/receipt")
    assert answer.status_code == 500
    assert str(settings.keys) not in answer.text
