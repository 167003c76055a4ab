"""GET /me: who asks, and what they may do with their own devices; what another site sends is refused."""

import pytest

from service.people.credentials import form_token
from tests.service.api.conftest import TOKEN
from tests.service.api.evening import V1
from tests.service.api.signed_in import ORIGIN, link_of, me, signed_in, token_of


def test_a_stranger_the_keeper_a_program_and_a_member_are_told_apart(shared_app, shared_table):
    browser = shared_app.test_client()
    assert me(browser) == {
        "who": "stranger", "club": None, "club_name": None, "player": None, "name": None, "roles": [], "scope": None,
        "credential": None, "devices": [], "passkeys": [],
    }  # fmt: skip
    assert me(browser, {"Authorization": f"Bearer {TOKEN}"})["who"] == "keeper"
    assert me(browser, token_of(shared_table))["who"] == "program"
    anna = me(signed_in(shared_app, shared_table, "Anna"))
    assert (anna["who"], anna["name"], anna["roles"], anna["club"]) == ("member", "Anna", ["player"], shared_table.club)
    assert anna["credential"] in [one["id"] for one in anna["devices"]]


def test_one_may_sign_out_ones_own_browsers_and_nobody_elses(shared_app, shared_table):
    first, second, bo = (signed_in(shared_app, shared_table, name) for name in ("Anna", "Anna", "Bo"))
    other = me(second)["credential"]
    assert bo.delete(f"{V1}/me/devices/{other}", headers=ORIGIN).json["code"] == "credential_missing"
    assert first.delete(f"{V1}/me/devices/{other}", headers=ORIGIN).status_code == 204
    assert (me(first)["who"], me(second)["who"], me(bo)["who"]) == ("member", "stranger", "member")


@pytest.mark.parametrize("scope", ["read", "play"])
def test_a_token_for_less_makes_no_other_way_to_sign_in(shared_app, shared_table, scope):
    headers = token_of(shared_table, "Anna", scope=scope)
    for method, path in (("POST", "/me/passkey-options"), ("POST", "/me/passkeys"), ("DELETE", "/me/devices/x")):
        answer = shared_app.test_client().open(V1 + path, method=method, headers=headers, json={})
        assert (answer.status_code, answer.json["code"]) == (403, "token_may_not")


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:81"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", **ORIGIN},
    ],
)
def test_another_site_writes_nothing_through_the_browser_of_a_member(shared_app, shared_table, sent):
    anna = signed_in(shared_app, shared_table, "Anna")
    device = me(anna)["credential"]
    for method, path, body in (
        ("DELETE", f"{V1}/me/devices/{device}", None),
        ("POST", f"{V1}/me/passkey-options", {}),
        ("POST", "/sign-out", None),
    ):
        answer = anna.open(path, method=method, json=body, headers=sent)
        assert answer.status_code == 403, path
    # The same from our page.
    assert anna.delete(f"{V1}/me/devices/{device}", headers={"Sec-Fetch-Site": "same-origin"}).status_code == 204


def test_a_form_needs_the_token_of_the_page_and_json_does_not(shared_app, shared_table):
    anna = signed_in(shared_app, shared_table, "Anna")
    cookie = anna.get_cookie("chipbook").value
    path = f"/me/devices/{me(anna)['credential']}"
    for form in ({"form_token": "wrong"}, {"other": "x"}, {"form_token": form_token("another cookie")}):
        assert anna.post(path, data=form, headers=ORIGIN).status_code == 403
    plain = anna.post(path, data="{}", content_type="text/plain", headers=ORIGIN)
    assert plain.status_code == 403
    assert me(anna)["who"] == "member"
    assert anna.post(path, data={"form_token": form_token(cookie)}, headers=ORIGIN).status_code == 303
    assert me(anna)["who"] == "stranger"


def test_a_token_needs_no_proof_of_the_page(shared_app, shared_table):
    device = me(signed_in(shared_app, shared_table, "Anna"))["credential"]
    answer = shared_app.test_client().delete(f"{V1}/me/devices/{device}", headers=token_of(shared_table, "Anna"))
    assert answer.status_code == 204


def test_a_cookie_that_is_good_no_more_is_as_good_as_none(shared_app, shared_table):
    browser = shared_app.test_client()
    browser.set_cookie("chipbook", "cb_web_x_" + "a" * 26)
    assert browser.get(f"{V1}/nights").status_code == 200
    assert browser.post(link_of(shared_table, "Anna"), headers=ORIGIN).status_code == 303
    assert me(browser)["name"] == "Anna"


def test_nobody_is_told_that_another_token_helps_whose_role_does_not(shared_app, shared_table):
    body = {"player": shared_table.ids["Anna"], "chips": 10}

    def told(path: str, scope: str) -> str:
        headers = {"Idempotency-Key": "k", **token_of(shared_table, "Anna", scope)}
        return shared_app.test_client().post(V1 + path, json=body, headers=headers).json["detail"]

    loans, tokens = f"{shared_table.path}/loans", f"/clubs/{shared_table.club}/tokens"
    bank = (
        "Only a banker, a co-banker or the banker of the night{scope} may run the bank; you are a player of this club."
    )
    assert told(loans, "play") == bank.format(scope=" with the scope bank")
    assert told(loans, "bank") == bank.format(scope="")
    assert told(tokens, "play") == (
        "Only a banker with the scope bank may change the keys and the tokens of the club; you are a player of this club."
    )
