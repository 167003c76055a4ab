"""A name in the network: heard by a browser of services, free of others, and withdrawn. Nothing leaves this machine."""

import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from zeroconf import IPVersion, ServiceBrowser, ServiceInfo, ServiceStateChange, Zeroconf

from service.web.whereabouts import CannotAnnounce, announce

HERE = "127.0.0.1"
PAGES = "_http._tcp.local."
SECONDS = 20


class Phone:
    """Another device on the same network, which hears what is announced."""

    def __init__(self) -> None:
        self.network = Zeroconf(interfaces=[HERE], ip_version=IPVersion.V4Only)
        self._heard = threading.Condition()
        self._there: set[str] = set()
        ServiceBrowser(self.network, PAGES, handlers=[self._hear])

    def _hear(self, *, name: str, state_change: ServiceStateChange, **_more: Any) -> None:
        with self._heard:
            (self._there.discard if state_change is ServiceStateChange.Removed else self._there.add)(name)
            self._heard.notify_all()

    def waits_for(self, name: str, *, there: bool) -> bool:
        with self._heard:
            return self._heard.wait_for(lambda: (f"{name}.{PAGES}" in self._there) is there, SECONDS)

    def found(self, name: str) -> ServiceInfo:
        found = self.network.get_service_info(PAGES, f"{name}.{PAGES}", SECONDS * 1000)
        assert found
        return found


@pytest.fixture
def phone() -> Iterator[Phone]:
    phone = Phone()
    yield phone
    phone.network.close()


def test_a_phone_finds_the_server_by_its_name_until_it_stops(phone):
    announced = announce("torsdagsklubben", 8421, at=HERE, beside="fd00::1")
    assert announced.name == "torsdagsklubben.local"
    assert phone.waits_for("torsdagsklubben", there=True)
    found = phone.found("torsdagsklubben")
    assert (found.server, found.parsed_addresses(), found.port) == ("torsdagsklubben.local.", [HERE, "fd00::1"], 8421)
    announced.withdraw()
    assert phone.waits_for("torsdagsklubben", there=False)


def test_a_name_that_another_machine_has_leads_to_the_next_free_one(phone):
    others = socket.inet_aton("192.168.77.7")
    taken = ServiceInfo(PAGES, f"bank.{PAGES}", 80, addresses=[others], server="bank.local.")
    another = Zeroconf(interfaces=[HERE], ip_version=IPVersion.V4Only)
    another.register_service(taken)
    # Heard, it is answered to whoever asks; for a second after it is announced, nobody answers again (RFC 6762, 6).
    assert phone.waits_for("bank", there=True)
    assert phone.network.cache.entries_with_name("bank.local.")
    try:
        threading.Event().wait(1.1)
        announced = announce("bank", 8421, at=HERE)
        assert announced.name == "bank-2.local"
        announced.withdraw()
    finally:
        another.close()


def test_a_second_server_of_the_same_machine_has_the_same_name(phone):
    first = announce("twice", 8421, at=HERE)
    assert phone.waits_for("twice", there=True)
    threading.Event().wait(1.1)
    second = announce("twice", 8422, at=HERE)
    assert (first.name, second.name) == ("twice.local", "twice.local")
    first.withdraw()
    second.withdraw()


# The library leaves the socket with which it would have listened to the collector.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_where_nothing_can_be_announced_it_says_so():
    # No address of this machine (RFC 5737).
    with pytest.raises(CannotAnnounce):
        announce("nowhere", 8421, at="203.0.113.9")
