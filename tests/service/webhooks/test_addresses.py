"""Which addresses may be called: no way of writing a private one gets through, and a name is checked at every address it has."""

from __future__ import annotations

import ipaddress
import socket

import pytest

from service.errors import AddressRefused, HostUnknown, NotAWebhookUrl
from service.webhooks import addresses
from service.webhooks.addresses import address_for, is_public, resolved, target_of
from service.webhooks.reach import Reach
from tests.service.webhooks.receiver import rebinding

PRIVATE = (
    "127.0.0.1",
    "127.8.9.10",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "100.64.0.1",
    "100.100.100.200",
    "169.254.169.254",
    "168.63.129.16",
    "192.0.0.192",
    "192.88.99.1",
    "192.0.2.7",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.9",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:169.254.169.254",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::1",
    "2002:808:808::1",
    "3fff::1",
    "5f00::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fec0::1",
    "ff02::1",
    "ff0e::1",
)
PUBLIC = ("93.184.216.34", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808")
URL = "https://hooks.example.org/told"


def leading_to(*found: str) -> Reach:
    return Reach(resolve=lambda _host, _port: list(found))


@pytest.mark.parametrize("address", PRIVATE)
def test_an_address_that_is_not_of_the_public_internet_is_refused(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))
    with pytest.raises(
        AddressRefused, match=r"Nothing is sent to hooks\.example\.org: it is not on the public internet"
    ):
        address_for(target_of(URL), leading_to(address))
    literal = f"[{address}]" if ":" in address else address
    with pytest.raises(AddressRefused):
        address_for(target_of(f"https://{literal}/"), Reach())


@pytest.mark.parametrize("address", PUBLIC)
def test_an_address_of_the_public_internet_may_be_called(address: str) -> None:
    assert address_for(target_of(URL), leading_to(address)) == address


@pytest.mark.parametrize("written", ["2130706433", "0x7f000001", "0177.0.0.1", "127.1", "localhost", "LOCALHOST."])
def test_no_other_way_of_writing_this_machine_gets_through(written: str) -> None:
    with pytest.raises((AddressRefused, HostUnknown)):
        address_for(target_of(f"https://{written}/"), Reach())


def test_one_private_address_among_public_ones_is_enough_to_refuse() -> None:
    with pytest.raises(AddressRefused):
        address_for(target_of(URL), leading_to("93.184.216.34", "10.0.0.1"))


def test_a_network_that_the_settings_name_may_be_called_and_over_http_too() -> None:
    lan = Reach((ipaddress.ip_network("192.168.1.0/24"),), resolve=lambda _host, _port: ["192.168.1.9"])
    assert address_for(target_of("http://printer/"), lan) == "192.168.1.9"
    assert address_for(target_of("https://printer/"), lan) == "192.168.1.9"
    mapped = Reach(lan.allowed, resolve=lambda _host, _port: ["::ffff:192.168.1.9"])
    assert address_for(target_of("https://printer/"), mapped) == "::ffff:192.168.1.9"
    beside = Reach(lan.allowed, resolve=lambda _host, _port: ["192.168.2.9"])
    with pytest.raises(AddressRefused):
        address_for(target_of("https://printer/"), beside)


def test_over_the_internet_only_https_is_used() -> None:
    with pytest.raises(AddressRefused, match="over the internet only https is used"):
        address_for(target_of("http://hooks.example.org/"), leading_to("93.184.216.34"))


def test_a_name_that_changes_its_address_is_checked_each_time() -> None:
    reach = Reach(resolve=rebinding(["93.184.216.34"], ["127.0.0.1"]))
    assert address_for(target_of(URL), reach) == "93.184.216.34"
    with pytest.raises(AddressRefused):
        address_for(target_of(URL), reach)


def test_a_host_that_has_no_address_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(HostUnknown, match="it has no address"):
        address_for(target_of(URL), leading_to())

    def unknown(*_: object, **__: object) -> list[object]:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(HostUnknown, match="Name or service not known"):
        address_for(target_of(URL), Reach())


def test_a_resolver_that_does_not_answer_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    import threading

    over = threading.Event()
    monkeypatch.setattr(addresses, "RESOLVE_SECONDS", 0.05)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: over.wait(20) and [])
    with pytest.raises(OSError, match="no answer within 0 seconds"):
        resolved("hooks.example.org", 443)
    over.set()


@pytest.mark.parametrize(
    ("url", "because"),
    [
        ("hooks.example.org/told", "it does not begin with https://"),
        ("ftp://hooks.example.org/", "it does not begin with https://"),
        ("file:///etc/passwd", "it does not begin with https://"),
        ("https:///told", "it names no host"),
        ("https://-x-/told", "it names no host"),
        ("https://ann:s3cret@hooks.example.org/", "it holds a user or a password"),
        ("https://hooks.example.org/#there", "it has a part after #"),
        ("https://hooks.example.org:0/", "its port is 0"),
        ("https://hooks.example.org:99999/", "it cannot be read"),
        ("https://[::1/", "it cannot be read"),
        ("https://hooks.example.org/a b", "it has spaces"),
        ("https://hooks.example.org/\r\nHost: other", "it has spaces"),
        ("https://bøf.example.org/", "letters beyond ASCII"),
        ("https://hooks.example.org/" + "a" * 500, "it has 526 characters, and 500 is the most"),
    ],
)
def test_what_is_no_url_of_a_webhook_is_refused_and_not_repeated(url: str, because: str) -> None:
    with pytest.raises(NotAWebhookUrl) as refused:
        target_of(url)
    assert because in str(refused.value)
    assert "s3cret" not in str(refused.value)


def test_the_host_is_named_as_the_url_names_it() -> None:
    assert target_of("https://hooks.example.org/a?b=c").named == "hooks.example.org"
    assert target_of("https://hooks.example.org:443/").named == "hooks.example.org"
    assert target_of("http://hooks.example.org:8080").named == "hooks.example.org:8080"
    assert target_of("https://[2606:4700::1]:8443/").named == "[2606:4700::1]:8443"
    assert target_of("http://hooks.example.org:8080").path == "/"
