"""The page of notifications: the banker sets an address, tests it and removes it; nobody reads it again."""

import pytest

from service.app.running import notifications
from service.errors import extras
from service.people.credentials import FORM_TOKEN
from tests.service.api.signed_in import ORIGIN, signed_in

ADDRESS = "https://example.org/very-secret-part"


@pytest.fixture
def answered(monkeypatch):
    """What the receiver answers, without a process and the network."""
    answer = {"came": "kept", "service": "JSON"}
    monkeypatch.setattr(notifications, "_delivered", lambda _book, _address, body: answer if not body else dict(answer))
    return answer


def test_an_address_is_set_tested_and_removed_and_never_shown_again(answered, shared_app, shared_table):
    bo = signed_in(shared_app, shared_table, "Bo")
    assert 'href="/notifications"' in bo.get("/people").text
    token = {FORM_TOKEN: bo.get("/notifications").text.split(f'name="{FORM_TOKEN}" value="')[1].split('"')[0]}
    assert bo.post("/notifications", data={**token, "address": ADDRESS}, headers=ORIGIN).status_code == 303
    page = bo.get("/notifications").text
    assert ("JSON …rt" in page, "very-secret" in page) == (True, False)
    path = page.split('action="/notifications/')[1].split("/test")[0]
    answered["came"] = "sent"
    assert "has taken the message" in bo.post(f"/notifications/{path}/test", data=token, headers=ORIGIN).text
    answered.update(came="failed", status="403")
    refused = bo.post(f"/notifications/{path}/test", data=token, headers=ORIGIN)
    assert (refused.status_code, "it answered 403" in refused.text, "very-secret" in refused.text) == (422, True, False)
    bo.post(f"/notifications/{path}/removal", data=token, headers=ORIGIN)
    assert "JSON …" not in bo.get("/notifications").text


def test_without_its_library_the_page_names_the_line_that_brings_it(monkeypatch, shared_app, shared_table):
    monkeypatch.setattr(extras, "find_spec", lambda _module: None)
    page = signed_in(shared_app, shared_table, "Bo").get("/notifications").text
    assert ("pip install" in page, "chipbook[notify]" in page, 'name="address"' in page) == (True, True, False)
