"""The token of the book: in no answer, and refused wherever it is wrong."""

import pytest

from tests.service.api.conftest import TOKEN

ONE_FOR_ALL = True


def operations(app) -> list[tuple[str, str]]:
    paths = app.test_client().get("/api/v1/openapi.json").json["paths"]
    return [(method, path) for path, item in paths.items() for method in item if method != "parameters"]


def asked(app, method: str, path: str, token: str | None):
    for name, value in {
        "night": "friday",
        "club": "k",
        "player": "p",
        "version": "1",
        "credential": "x",
        "job": "render:n:1",
        "file": "1.txt",
    }.items():
        path = path.replace(f"{{{name}}}", value)
    path = path.replace("{rulebook}", "enemaerke").replace("{game}", "Straight Poker")
    headers = {} if token is None else {"Authorization": token}
    return app.test_client().open(path, method=method.upper(), headers=headers)


def test_a_wrong_token_opens_nothing_not_even_what_is_open_to_all(app):
    for method, path in (*operations(app), ("get", "/metrics")):
        answer = asked(app, method, path, "Bearer wrong")
        assert (answer.status_code, answer.json["code"]) == (401, "token_wrong"), (method, path)


@pytest.mark.parametrize("given", ["Bearer", "", "Basic YTpi", f"Token {TOKEN}", f"Bearer {TOKEN}x", "Bearer æøå"])
def test_what_is_no_token_is_a_wrong_one(app, given):
    answer = asked(app, "get", "/api/v1/games", given)
    assert (answer.status_code, answer.json["code"]) == (401, "token_wrong")


def test_the_token_is_in_no_answer(app, table, banker):
    for path in ("", "/events", "/report"):
        assert TOKEN not in banker.get(table.path + path).text
    assert TOKEN not in asked(app, "post", "/api/v1/clubs", "Bearer wrong").text
