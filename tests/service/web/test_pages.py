"""The pages by which people sign in: no script is needed, a preview uses nothing up, and nobody else is let in."""

import http.client
import io
import json
import logging
import re
from dataclasses import replace

import pytest

from service.api.context import EXTENSION
from service.logs import JsonLines
from service.web.wsgi import create_app
from tests.service.api.conftest import TOKEN
from tests.service.api.evening import V1, Banker, an_evening
from tests.service.api.signed_in import ORIGIN, link_of, me, path_of, signed_in
from tests.serving import serving


def table_link(table, **limits) -> str:
    return path_of(table.banker.post(f"/nights/{table.night}/invitations", limits).json["url"])


def test_a_link_says_where_it_leads_and_a_preview_does_not_use_it_up(shared_app, shared_table):
    path = link_of(shared_table, "Anna")
    for _ in range(3):
        page = shared_app.test_client().get(path)
        assert page.status_code == 200
        assert "Sign in as Anna" in page.text
        assert "Klub friday" in page.text
    assert shared_app.test_client().post(path, headers=ORIGIN).status_code == 303


def test_the_pages_let_nothing_in_from_elsewhere_and_are_kept_nowhere(shared_app, shared_table):
    anna = signed_in(shared_app, shared_table, "Anna")
    for path in ("/sign-in", "/me", link_of(shared_table, "Bo"), "/join/wrong"):
        page = anna.get(path)
        policy = page.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert page.headers["Cache-Control"] == "no-store"
        assert page.headers["Referrer-Policy"] == "same-origin"
        assert not re.search(r"<script>|style=|\son\w+=|<style", page.text)
        for asked in re.findall(r'(?:src|href)="(/[^"]*)"', page.text):
            found = anna.get(asked)
            found.close()
            assert found.status_code in (200, 303), asked


def test_whoever_opens_their_used_link_again_is_told_that_they_are_signed_in(shared_app, shared_table):
    browser, path = shared_app.test_client(), link_of(shared_table, "Anna")
    assert browser.post(path, headers=ORIGIN).status_code == 303
    again = browser.get(path)
    assert again.status_code == 401
    assert '<a href="/me">Anna in Klub friday</a>' in again.text
    assert "/sign-in" not in again.text
    assert '<a href="/sign-in">' in shared_app.test_client().get(path).text


def test_one_page_offers_one_way_to_sign_out_of_each_browser(shared_app, shared_table):
    here, there = signed_in(shared_app, shared_table, "Anna"), signed_in(shared_app, shared_table, "Anna")
    page = here.get("/me").text
    assert page.count('action="/sign-out"') == 1
    assert f'action="/me/devices/{me(there)["credential"]}"' in page
    assert f'action="/me/devices/{me(here)["credential"]}"' not in page


def test_every_link_that_is_not_good_gets_the_same_answer(shared_app, shared_table):
    used = link_of(shared_table, "Anna")
    shared_app.test_client().post(used, headers=ORIGIN)
    wrong = (used, used[:-1] + ("b" if used[-1] != "b" else "c"), "/join/x", f"/join/cb_join_nowhere_{'a' * 26}")
    pages = {
        (answer.status_code, answer.text, answer.headers["Content-Type"])
        for path in wrong
        for answer in (shared_app.test_client().get(path), shared_app.test_client().post(path, headers=ORIGIN))
    }
    ((status, page, kind),) = pages
    assert (status, kind) == (401, "text/html; charset=utf-8")
    assert "This signs nobody in" in page


def test_a_link_is_used_from_its_own_page_only(shared_app, shared_table):
    path = link_of(shared_table, "Anna")
    for sent in ({}, {"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        answer = shared_app.test_client().post(path, headers=sent)
        assert (answer.status_code, "Set-Cookie" in answer.headers) == (403, False)
    assert shared_app.test_client().post(path, headers=ORIGIN).status_code == 303


def test_signing_in_gives_a_new_session_and_ends_the_one_the_browser_had(shared_app, shared_table):
    browser = signed_in(shared_app, shared_table, "Bo")
    planted = browser.get_cookie("chipbook").value
    path = link_of(shared_table, "Anna")
    token = re.search(r'name="form_token" value="(\w+)"', browser.get(path).text)[1]
    assert browser.post(path, data={"form_token": token}, headers=ORIGIN).status_code == 303
    assert browser.get_cookie("chipbook").value != planted
    assert me(browser)["name"] == "Anna"
    thief = shared_app.test_client()
    thief.set_cookie("chipbook", planted)
    assert me(thief)["who"] == "stranger"


def test_whoever_signs_out_is_a_stranger_whatever_the_browser_keeps(shared_app, shared_table):
    anna = signed_in(shared_app, shared_table, "Anna")
    cookie = anna.get_cookie("chipbook").value
    token = re.search(r'name="form_token" value="(\w+)"', anna.get("/me").text)[1]
    answer = anna.post("/sign-out", data={"form_token": token}, headers=ORIGIN)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/sign-in")
    assert answer.headers["Clear-Site-Data"] == '"storage"'
    assert anna.get_cookie("chipbook") is None
    anna.set_cookie("chipbook", cookie)
    assert me(anna)["who"] == "stranger"
    assert anna.get("/me").headers["Location"] == "/sign-in"


def test_a_guest_at_the_table_waits_for_the_banker(shared_app, shared_table):
    path = table_link(shared_table)
    guest = shared_app.test_client()
    page = guest.get(path).text
    assert re.findall(r'<option value="(\w+)">', page) == ["Anna", "Bo", "Carl"]
    assert "Your name" in page
    answer = guest.post(path, data={"name": " O'Neil "}, headers=ORIGIN)
    assert answer.status_code == 303
    page = guest.get("/me").text
    assert "O&#39;Neil" in page
    assert "Tell the banker that you are here" in page
    assert me(guest)["who"] == "guest"
    devices = f"/clubs/{shared_table.club}/devices"
    (device,) = [one for one in shared_table.banker.get(devices).json["devices"] if one["says"] == "O'Neil"]
    assert (device["waits"], device["says"]) == (True, "O'Neil")
    confirmed = shared_table.banker.post(f"{devices}/{device['id']}/confirmation", {})
    assert (confirmed.status_code, confirmed.json["name"]) == (201, "O'Neil")
    assert (me(guest)["who"], me(guest)["roles"]) == ("member", ["player"])


@pytest.mark.parametrize("name", ["", "  ", "x" * 81])
def test_a_guest_without_a_name_is_told_so_and_the_link_is_still_good(shared_app, shared_table, name):
    path = table_link(shared_table, uses=1)
    answer = shared_app.test_client().post(path, data={"name": name}, headers=ORIGIN)
    assert answer.status_code == 422
    assert "is not a name" in answer.text
    assert shared_app.test_client().post(path, data={"name": "Zoé"}, headers=ORIGIN).status_code == 303


def test_nobody_elses_failures_keep_a_member_from_signing_in(sqlite_database, settings, clock):
    app = create_app(replace(settings, sign_ins_max=3), sqlite_database, now=clock, stream_seconds=0)
    table = an_evening(Banker(app.test_client(), TOKEN))

    def tried(path: str, address: str) -> int:
        return app.test_client().get(path, environ_overrides={"REMOTE_ADDR": address}).status_code

    assert [tried("/join/x", "192.0.2.1") for _ in range(4)] == [401, 401, 401, 429]
    answer = app.test_client().get("/join/x", environ_overrides={"REMOTE_ADDR": "192.0.2.1"})
    assert (answer.status_code, answer.mimetype, "Retry-After" in answer.headers) == (429, "text/html", True)
    assert "More than 3 attempts to sign in came from one address within a minute;" in answer.text
    # Many who know the id of the club fail at it, from many addresses.
    found = [tried(f"/join/cb_join_{table.club}_{'a' * 26}", f"192.0.2.{at}") for at in range(3, 40)]
    assert found == [401] * 37
    # Whoever has a good link is let in, also from the address at which somebody else failed too often.
    for address in ("192.0.2.1", "192.0.2.99"):
        path, browser = link_of(table, "Anna"), app.test_client()
        asked = {"environ_overrides": {"REMOTE_ADDR": address}}
        assert browser.get(path, **asked).status_code == 200
        assert browser.post(path, headers=ORIGIN, **asked).status_code == 303
    assert tried("/join/x", "192.0.2.1") == 429


def test_no_secret_gets_into_the_log_or_into_a_problem(shared_app, shared_table):
    root, written = logging.getLogger(), io.StringIO()
    handler, level = logging.StreamHandler(written), root.level
    handler.setFormatter(JsonLines())
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    try:
        path = link_of(shared_table, "Anna")
        browser = signed_in(shared_app, shared_table, "Bo")
        cookie = browser.get_cookie("chipbook").value
        for asked in (path, f"{path}/more", f"{V1}{path}", f"{V1}/nights/{cookie}"):
            answer = browser.get(asked)
            assert answer.status_code == 200 or "cb_join_" not in answer.text
        browser.get(f"{V1}/me", headers={"Authorization": f"Bearer {path}"})
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
    told = written.getvalue()
    assert path.rpartition("_")[2] not in told
    assert cookie.rpartition("_")[2] not in told
    paths = {json.loads(line)["path"] for line in told.splitlines()}
    assert {"/join/cb_…", "/join/cb_…/more", "/me", f"{V1}/me"} >= paths - {f"{V1}/nights/cb_…", f"{V1}/join/cb_…"} - {
        one for one in paths if one.endswith("/invitations")
    }


def test_the_server_passes_on_what_a_proxy_says(sqlite_database, settings, clock):
    app = create_app(replace(settings, proxies=1), sqlite_database, now=clock, stream_seconds=0)
    table = an_evening(Banker(app.test_client(), TOKEN))
    with serving(app) as port:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        sent = {
            "X-Forwarded-Proto": "https",
            "X-Forwarded-Host": "localhost",
            "Content-Type": "application/json",
        }
        path = f"{V1}/clubs/{table.club}/players/{table.ids['Anna']}/invitations"
        connection.request("POST", path, "{}", table.banker.headers | sent)
        url = json.loads(connection.getresponse().read())["url"]
        connection.close()
    assert url.startswith("https://localhost/join/")


def test_a_proxy_is_believed_only_if_the_settings_say_that_there_is_one(sqlite_database, settings, clock):
    sent = {"X-Forwarded-For": "198.51.100.7", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "localhost"}
    for proxies, secure in ((0, False), (1, True)):
        app = create_app(replace(settings, proxies=proxies, requests_max=0), sqlite_database, now=clock)
        table = an_evening(Banker(app.test_client(), TOKEN, taps=f"tap-{proxies}"), f"night-{proxies}")
        path = f"{V1}/clubs/{table.club}/players/{table.ids['Anna']}/invitations"
        url = app.test_client().post(path, json={}, headers=sent | table.banker.headers).json["url"]
        assert url.startswith(f"{'https' if secure else 'http'}://localhost/join/")
        app.extensions[EXTENSION].hub.close()
