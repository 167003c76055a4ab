"""POST /me/passkeys and /sign-in: a browser makes a passkey and signs in with it, on a server of its own address."""

from dataclasses import replace

from service.web.wsgi import create_app
from tests.service.api.conftest import TOKEN
from tests.service.api.evening import V1, Banker, an_evening
from tests.service.api.signed_in import ORIGIN, me, signed_in
from tests.service.people.authenticator import Authenticator


def post(browser, path, body, headers=ORIGIN):
    return browser.post(V1 + path, json=body, headers=headers)


def passkey_of(browser) -> Authenticator:
    phone = Authenticator()
    made = post(browser, "/me/passkeys", phone.make(post(browser, "/me/passkey-options", {}).json["options"]))
    assert (made.status_code, made.json["label"]) == (201, "phone")
    return phone


def test_a_browser_signs_in_with_a_passkey_by_the_api(shared_app, shared_table):
    anna = signed_in(shared_app, shared_table, "Anna")
    phone = passkey_of(anna)
    assert [one["label"] for one in me(anna)["passkeys"]] == ["phone"]
    other = shared_app.test_client()
    answer = post(other, "/sign-in", phone.use(post(other, "/sign-in/options", {}).json["options"]))
    assert (answer.status_code, answer.json["name"], answer.json["who"]) == (200, "Anna", "member")
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert me(other)["name"] == "Anna"
    (kept,) = me(other)["passkeys"]
    assert other.delete(f"{V1}/me/passkeys/{kept['id']}", headers=ORIGIN).status_code == 204
    again = post(other, "/sign-in", phone.use(post(other, "/sign-in/options", {}).json["options"]))
    assert (again.status_code, again.json["code"]) == (401, "sign_in_refused")


def test_every_reason_not_to_sign_in_is_told_in_the_same_words(shared_app, shared_table):
    phone = passkey_of(signed_in(shared_app, shared_table, "Anna"))
    browser = shared_app.test_client()
    told = set()
    for lie in ({"origin": "http://evil.example"}, {"verifies": False}, {"id": b"x"}, {"handle": b"x:y"}):
        options = post(browser, "/sign-in/options", {}).json["options"]
        answer = post(browser, "/sign-in", replace(phone, **lie).use(options))
        assert answer.status_code == 401
        told.add(answer.text)
    answer = post(browser, "/sign-in", phone.use(options) | {"user_handle": "é"})
    assert len(told | {answer.text}) == 1


def test_another_site_signs_nobody_in(shared_app, shared_table):
    phone = passkey_of(signed_in(shared_app, shared_table, "Anna"))
    browser = shared_app.test_client()
    options = post(browser, "/sign-in/options", {}).json["options"]
    answer = post(browser, "/sign-in", phone.use(options), headers={"Origin": "http://evil.example"})
    assert (answer.status_code, answer.json["code"]) == (403, "not_from_our_page")
    assert post(browser, "/sign-in/options", {}, headers={}).status_code == 403


def test_behind_a_proxy_the_site_is_that_of_the_settings_and_the_cookie_is_safe(sqlite_database, settings, clock):
    url = "https://cards.example.org"
    app = create_app(replace(settings, url=url), sqlite_database, now=clock, stream_seconds=0)
    table = an_evening(Banker(app.test_client(), TOKEN))
    invited = table.banker.post(f"/clubs/{table.club}/players/{table.ids['Anna']}/invitations", {}).json["url"]
    assert invited.startswith(f"{url}/join/")
    browser = app.test_client()
    headers = {"Origin": url}
    # The proxy speaks http to the server, so the client of the test is told that it is https.
    answer = browser.post(invited.removeprefix(url), headers=headers, base_url=url)
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("__Host-chipbook=cb_web_")
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= set(cookie.split("; "))
    assert "Domain" not in cookie
    options = browser.post(f"{V1}/me/passkey-options", headers=headers, base_url=url).json["options"]
    assert options["rp"]["id"] == "cards.example.org"
    phone = Authenticator(origin=url)
    kept = browser.post(f"{V1}/me/passkeys", json=phone.make(options), headers=headers, base_url=url)
    assert kept.status_code == 201
