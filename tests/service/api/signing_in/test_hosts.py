"""A link is made for a host that was set or is this machine, whatever the header Host says."""

import socket
from dataclasses import replace

import pytest

from service.api.context import EXTENSION
from service.app.running.addresses import is_ours, own_address
from service.book.store.schema import open_book
from service.web.wsgi import create_app
from tests.service.api.conftest import settings_in
from tests.service.api.evening import TOKEN, Banker, an_evening

FORGED = (
    "evil.example",
    "evil.example:8421",
    "localhost.evil.example",
    "192.0.2.66",
    "[2001:db8::66]",
    "127.0.0.1.evil.example",
)


def link_at(app, host: str, table) -> str:
    answer = table.banker.http.post(
        f"/api/v1/clubs/{table.club}/players/{table.ids['Anna']}/invitations",
        json={},
        headers=table.banker.headers | {"Idempotency-Key": host, "Host": host},
    )
    assert answer.status_code == 201, answer.json
    return answer.json["url"].partition("/join/")[0]


@pytest.fixture(scope="module", params=["", "https://cards.example.org"])
def serving(request, tmp_path_factory):
    settings = replace(settings_in(tmp_path_factory.mktemp("hosts")), url=request.param, host="0.0.0.0", port=8421)
    database = open_book(f"sqlite:///{settings.home / 'book.db'}")
    app = create_app(settings, database)
    yield app, an_evening(Banker(app.test_client(), TOKEN)), request.param
    app.extensions[EXTENSION].hub.close()
    database.close()


@pytest.mark.parametrize("host", FORGED)
def test_a_forged_host_gets_into_no_link(serving, host):
    app, table, set_url = serving
    at = link_at(app, host, table)
    assert at == (set_url or f"http://{own_address() or '0.0.0.0'}:8421")


def test_a_page_opened_at_a_name_or_an_address_of_this_machine_makes_links_for_it(serving):
    app, table, set_url = serving
    for host in filter(None, (own_address(), socket.gethostname().lower())):
        assert link_at(app, f"{host}:9000", table) == (set_url or f"http://{host}:9000")


def test_links_name_the_name_that_is_announced_wherever_the_page_was_opened(serving, monkeypatch):
    app, table, set_url = serving
    monkeypatch.setattr(app.extensions[EXTENSION].reach, "name", "kitchen.local")
    for host in ("kitchen.local:9000", "localhost:9000"):
        assert link_at(app, host, table) == (set_url or "http://kitchen.local:9000")
    for host in ("evil.local", "kitchen.local.evil.example"):
        assert link_at(app, host, table) == (set_url or "http://kitchen.local:8421")


def test_a_host_is_ours_if_it_is_an_address_or_the_name_of_this_machine():
    own = socket.gethostname().lower().partition(".")[0]
    assert all(is_ours(host) for host in ("localhost", "127.0.0.1", own, f"{own}.local"))
    assert not any(
        is_ours(host) for host in ("", "0.0.0.0", "::", "224.0.0.1", "192.0.2.1", "2001:db8::1", f"{own}.evil.example")
    )
