"""Which address each device opens: the browser of this machine, and those of others."""

import socket
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import pytest

from service.app.running import addresses
from service.app.running.addresses import Reach, Ways, address_of, opens_here
from service.config import Settings

PEM = Path("own.pem")


WAYS = Ways("https://kitchen.local:8443", "https://192.168.1.20:8443")


@pytest.mark.parametrize(
    ("ways", "url", "by_number"),
    [
        (WAYS, "https://kitchen.local:8443/join/x", "https://192.168.1.20:8443/join/x"),
        # Without TLS, beside it.
        (WAYS, "http://kitchen.local:8421/join/x", "http://192.168.1.20:8421/join/x"),
        (WAYS, "http://192.168.1.20:8421/join/x", ""),
        (Ways("https://book.example"), "https://book.example/join/x", ""),
    ],
)
def test_a_link_by_name_is_told_by_number_too(ways, url, by_number):
    assert ways.by_number_too(url) == by_number


def test_a_name_is_announced_only_where_phones_of_the_house_can_hear_it(tmp_path, monkeypatch):
    monkeypatch.setattr(addresses, "is_in_a_container", lambda: False)
    settings = Settings(home=tmp_path, database_url="", zone=ZoneInfo("UTC"), name="kitchen", host="0.0.0.0")
    tls = {"cert": PEM, "key": PEM}
    assert Reach(settings).may_be_named("192.168.1.20")
    assert Reach(replace(settings, **tls, tls_port=8443)).may_be_named("192.168.1.20")
    for more in ({"host": "127.0.0.1"}, {"url": "https://book.example"}, {"name": ""}, tls):
        assert not Reach(replace(settings, **more)).may_be_named("192.168.1.20")
    # No network, and an address of the public internet.
    assert not any(map(Reach(settings).may_be_named, ("", "198.51.100.7")))
    monkeypatch.setattr(addresses, "is_in_a_container", lambda: True)
    assert not Reach(settings).may_be_named("192.168.1.20")


@pytest.mark.parametrize(
    ("more", "opened"),
    [
        ({}, "http://127.0.0.1:8421"),
        ({"host": "0.0.0.0"}, "http://localhost:8421"),
        ({"host": "0.0.0.0", "cert": PEM, "key": PEM, "tls_port": 8443}, "http://localhost:8421"),
        ({"cert": PEM, "key": PEM, "tls_port": 8443}, "http://127.0.0.1:8421"),
        # A certificate of one's own names its host, and nothing is served without it.
        ({"host": "book.example", "cert": PEM, "key": PEM}, "https://book.example:8421"),
        ({"host": "0.0.0.0", "url": "https://book.example"}, "https://book.example"),
    ],
)
def test_the_browser_of_this_machine_is_opened_without_a_certificate_that_it_does_not_trust(tmp_path, more, opened):
    settings = Settings(home=tmp_path, database_url="", zone=ZoneInfo("UTC"))
    serving = replace(settings, **more)
    assert opens_here(serving, address_of(serving)) == opened


@pytest.mark.parametrize(
    ("host", "four", "six", "reached"),
    [
        ("::", "192.168.1.20", "fd00::20", "http://192.168.1.20:8421"),
        ("::", "", "fd00::20", "http://[fd00::20]:8421"),
        ("0.0.0.0", "", "fd00::20", "http://localhost:8421"),
        ("::", "", "", "http://localhost:8421"),
        ("::1", "192.168.1.20", "fd00::20", "http://[::1]:8421"),
    ],
)
def test_who_listens_everywhere_is_reached_at_an_address_that_somebody_can_open(
    tmp_path, monkeypatch, host, four, six, reached
):
    """The link of a machine with IPv6 alone has brackets, and that of one without a network opens on the machine itself."""
    own = {socket.AF_INET: four, socket.AF_INET6: six}
    monkeypatch.setattr(addresses, "_own", lambda family, _: own[family])
    settings = Settings(home=tmp_path, database_url="", zone=ZoneInfo("UTC"), host=host)
    assert addresses.address_of(settings) == reached


def test_over_https_of_the_house_a_link_leads_to_an_address_that_its_certificate_is_for(tmp_path, monkeypatch):
    own = {socket.AF_INET: "198.51.100.7", socket.AF_INET6: "fd00::20"}
    monkeypatch.setattr(addresses, "_own", lambda family, _: own[family])
    settings = Settings(home=tmp_path, database_url="", zone=ZoneInfo("UTC"), host="::")
    secure = replace(settings, cert=PEM, key=PEM, tls_port=8443)
    assert addresses.address_of(secure) == "https://[fd00::20]:8443"
    assert addresses.address_of(settings) == "http://198.51.100.7:8421"


def test_a_code_leads_by_the_page_that_shows_how_to_trust_the_house_and_tells_the_server_no_secret(tmp_path):
    settings = Settings(home=tmp_path, database_url="", zone=ZoneInfo("UTC"), host="0.0.0.0")
    house = Reach(replace(settings, cert=PEM, key=PEM, tls_port=8443))
    door = house.door("https://chipbook.local:8443/join/cb_join_x_y")
    assert door == "http://chipbook.local:8421/trust#/join/cb_join_x_y"
    assert urlsplit(door).path == "/trust"
    # What was asked for over http, and a certificate that everybody trusts, needs no door.
    for reach, url in (
        (house, "http://chipbook.local:8421/join/x"),
        (Reach(replace(settings, cert=PEM, key=PEM)), "https://book.example:8421/join/x"),
        (Reach(replace(settings, url="https://book.example")), "https://book.example/join/x"),
    ):
        assert reach.door(url) == url
