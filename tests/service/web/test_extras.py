"""Where the library of an extra is missing, every face says so with the line that brings it, and the rest goes on."""

import pytest

from service.errors import extras
from tests.service.api.evening import V1
from tests.service.api.signed_in import ORIGIN, signed_in


@pytest.fixture
def bare(monkeypatch):
    """As if no extra were installed."""
    monkeypatch.setattr(extras, "find_spec", lambda _module: None)


def brings(extra: str) -> str:
    return f"`pip install 'chipbook[{extra}]'` brings it"


def test_pages_to_print_are_refused_with_the_line_that_brings_them(bare, shared_app, shared_table):
    anna = signed_in(shared_app, shared_table, "Anna")
    for path in (f"{shared_table.path}/report.pdf", f"/clubs/{shared_table.club}/standings.pdf"):
        answer = anna.get(V1 + path)
        assert (answer.status_code, answer.json["code"]) == (501, "library_missing")
        assert brings("print") in answer.json["detail"]


def test_pages_offer_no_file_that_cannot_be_made(bare, shared_app, shared_table):
    anna = signed_in(shared_app, shared_table, "Anna")
    for path, name in (
        (f"{shared_table.path}/report", "report.pdf"),
        (f"/clubs/{shared_table.club}/standings", "standings.pdf"),
        (f"/clubs/{shared_table.club}/standings", "standings.png"),
    ):
        page = anna.get(path)
        assert (page.status_code, name in page.text) == (200, False)
        assert "chipbook[print]" in page.text


def test_a_passkey_is_neither_offered_nor_made(bare, shared_app, shared_table):
    anna = signed_in(shared_app, shared_table, "Anna")
    assert "passkeys.js" not in anna.get("/sign-in").text
    page = anna.get("/me").text
    assert ("passkeys.js" in page, "chipbook[passkeys]" in page) == (False, True)
    for path in ("/me/passkey-options", "/sign-in/options"):
        answer = anna.post(V1 + path, json={}, headers=ORIGIN)
        assert (answer.status_code, brings("passkeys") in answer.json["detail"]) == (501, True)
