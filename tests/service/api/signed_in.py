"""Browsers of the players of an evening: signed in by a link, as people are."""

from flask.testing import FlaskClient

from tests.service.api.evening import V1, Table

ORIGIN = {"Origin": "http://localhost"}


def link_of(table: Table, name: str, **limits: int) -> str:
    """The path of a new sign-in link of a player."""
    answer = table.banker.post(f"/clubs/{table.club}/players/{table.ids[name]}/invitations", limits)
    assert answer.status_code == 201, answer.json
    return path_of(answer.json["url"])


def path_of(url: str) -> str:
    assert url.startswith("http://localhost/join/")
    return url.removeprefix("http://localhost")


def signed_in(app, table: Table, name: str) -> FlaskClient:
    """A browser in which this player is signed in."""
    browser = app.test_client()
    answer = browser.post(link_of(table, name), headers=ORIGIN)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    return browser


def token_of(table: Table, name: str = "", scope: str = "bank") -> dict[str, str]:
    """The header with a new token of a player, or of a program."""
    body = {"label": "test", "scope": scope} | ({"player": table.ids[name]} if name else {})
    answer = table.banker.post(f"/clubs/{table.club}/tokens", body)
    assert answer.status_code == 201, answer.json
    return {"Authorization": f"Bearer {answer.json['token']}"}


def me(browser: FlaskClient, headers: dict[str, str] | None = None) -> dict[str, object]:
    answer = browser.get(f"{V1}/me", headers=headers)
    assert answer.status_code == 200, answer.json
    found: dict[str, object] = answer.json
    return found
