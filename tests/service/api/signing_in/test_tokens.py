"""POST, GET and DELETE /clubs/{club}/tokens: a banker makes tokens, sees when they were used last, and ends them."""

import pytest

from tests.service.api.evening import V1
from tests.service.api.signed_in import ORIGIN, me, signed_in


def test_a_token_is_told_once_and_listed_with_its_last_use(shared_app, shared_table):
    path = f"/clubs/{shared_table.club}/tokens"
    made = shared_table.banker.post(
        path, {"label": "score board", "scope": "play", "player": shared_table.ids["Bo"], "days": 30}
    )
    assert (made.status_code, made.headers["Cache-Control"]) == (201, "no-store")
    token, about = made.json["token"], made.json["about"]
    assert made.headers["Location"] == f"{V1}{path}/{about['id']}"
    assert (about["label"], about["scope"], about["name"], about["used_at"]) == ("score board", "play", "Bo", None)
    told = me(shared_app.test_client(), {"Authorization": f"Bearer {token}"})
    assert (told["who"], told["name"], told["scope"], told["roles"]) == ("member", "Bo", "play", ["banker", "player"])
    listed = shared_table.banker.get(path)
    assert token not in listed.text
    assert [one["used_at"] is None for one in listed.json["tokens"] if one["id"] == about["id"]] == [False]


def test_an_ended_token_is_wrong_like_one_that_never_was(shared_app, shared_table):
    made = shared_table.banker.post(f"/clubs/{shared_table.club}/tokens", {"label": "x"}).json
    path = f"/clubs/{shared_table.club}/tokens/{made['about']['id']}"
    assert shared_table.banker.delete(path).status_code == 204
    assert shared_table.banker.delete(path).json["code"] == "credential_missing"
    ended, unknown = (
        shared_app.test_client().get(f"{V1}/me", headers={"Authorization": f"Bearer {token}"})
        for token in (made["token"], made["token"][:-3] + "aaa")
    )
    assert (ended.status_code, ended.json) == (unknown.status_code, unknown.json)
    assert ended.json["code"] == "token_wrong"


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({}, "label is missing"),
        ({"label": "x", "scope": "king"}, "scope must be “bank”, “play” or “read”"),
        ({"label": "x", "days": 0}, "days must"),
        ({"label": "a\u0007b"}, "the label holds U+0007 (a control character), which nobody sees"),
    ],
)
def test_what_is_wrong_with_a_token_is_said_and_none_is_made(shared_table, body, sentence):
    path = f"/clubs/{shared_table.club}/tokens"
    before = shared_table.banker.get(path).json
    answer = shared_table.banker.post(path, body)
    assert answer.status_code == 422
    assert sentence in answer.json["detail"]
    assert shared_table.banker.get(path).json == before


def test_the_banker_at_the_browser_may_do_the_same(shared_app, shared_table):
    bo = signed_in(shared_app, shared_table, "Bo")
    answer = bo.post(f"{V1}/clubs/{shared_table.club}/tokens", json={"label": "x"}, headers=ORIGIN)
    assert answer.status_code == 201
