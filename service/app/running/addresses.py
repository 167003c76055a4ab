"""Where people reach the server: the address of the settings, or the one by which this machine reaches its network.

A server notes in the home folder where it listens, so that a sign-in link made by another command leads to it.
"""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass, replace
from ipaddress import IPv4Network, IPv6Network, ip_address
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from service.book.db import FILE_MODE, FOLDER_MODE
from service.config import Settings, load_settings

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104
# How a name ends that a machine announces in its own network (RFC 6762, 3).
LOCAL = ".local"
# Private networks, this machine, and the addresses that a carrier or Tailscale shares out (RFC 1918, 3927, 6598).
PRIVATE = tuple(
    IPv4Network(one)
    for one in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8", "100.64.0.0/10")
)
# The same of IPv6 (RFC 4193 and 4291).
PRIVATE_6 = tuple(IPv6Network(one) for one in ("fc00::/7", "fe80::/10", "::1/128"))
# The page that shows how to trust the authority of the house.
TRUST = "/trust"
_ANSWER_SECONDS = 0.5
_FILE = "address"


class Ways(NamedTuple):
    """Where others reach a server, and the same by number if that is by a name which it announces; else empty."""

    address: str
    by_number: str = ""

    def by_number_too(self, url: str) -> str:
        """A page of the server by number, for a phone that knows no name of this kind; empty if its URL has no such name."""
        parts = urlsplit(url)
        number = urlsplit(self.by_number).hostname
        if not number or parts.hostname != urlsplit(self.address).hostname:
            return ""
        return f"{_with_host(url, number)}{parts.path}"


@dataclass(slots=True)
class Reach:
    """How other devices reach a server while it runs: at its set address, by the name that it announces, or by number."""

    settings: Settings
    # As `chipbook.local`; empty while none is announced.
    name: str = ""

    @property
    def ways(self) -> Ways:
        """As it is now: the machine may have gone to another network."""
        number = address_of(self.settings)
        return Ways(listens_at(self.settings, self.name), number) if self.name else Ways(number)

    def may_be_named(self, at: str) -> bool:
        """True if phones at this address of the machine, which is of a network at home, may look for it by a name."""
        settings = self.settings
        # Another certificate than the book's own is for another name, and out of a container nothing is heard.
        is_open = settings.host in EVERYWHERE and not settings.url and bool(settings.cert) == bool(settings.tls_port)
        return bool(settings.name) and is_open and is_at_home(at) and not is_in_a_container()

    def door(self, url: str) -> str:
        """A link for any phone to scan: whichever does not trust the house yet is shown how first, and none is told a danger.

        What follows the # never leaves the phone, so no secret of a link goes over http.
        """
        settings, parts = self.settings, urlsplit(url)
        if not settings.tls_port or parts.scheme != "https" or parts.port != settings.tls_port:
            return url
        plain = listens_at(replace(settings, cert=None, tls_port=None), parts.hostname or "")
        return f"{plain}{TRUST}#{parts.path}"

    def for_others(self, origin: str) -> str:
        """The origin that other devices can open, instead of one of this machine by which a page was asked for."""
        if self.name:
            return _with_host(origin, self.name)
        everywhere = self.settings.host in EVERYWHERE
        return as_others_reach(origin) if everywhere and leads_here_alone(origin) else origin


def ways_to_the_server() -> Ways:
    """Those to the server that runs with this home folder; if none runs, to one with the settings of the environment.

    CHIPBOOK_URL comes before both.
    """
    settings = load_settings(os.environ)
    return Ways(settings.url) if settings.url else _noted(settings.home) or Ways(address_of(settings))


def note_ways(home: Path, ways: Ways) -> None:
    """Notes where the server of this home folder is reached."""
    home.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    file = home / _FILE
    file.touch(mode=FILE_MODE)
    file.write_text("\n".join(filter(None, ways)), encoding="utf-8")


def forget_ways(home: Path, ways: Ways) -> None:
    """Takes the note back, unless another server has noted its own meanwhile."""
    if _read(home) == ways:
        (home / _FILE).unlink(missing_ok=True)


def _noted(home: Path) -> Ways | None:
    """The noted ways; None if there are none, or if nobody answers there any more."""
    ways = _read(home)
    parts = urlsplit(ways.address)
    if not parts.hostname:
        return None
    port = parts.port or (443 if parts.scheme == "https" else 80)
    # The machine itself may know no name of this kind.
    host = "localhost" if parts.hostname.endswith(LOCAL) else parts.hostname
    try:
        with socket.create_connection((host, port), timeout=_ANSWER_SECONDS):
            return ways
    except OSError:
        return None


def _read(home: Path) -> Ways:
    try:
        address, _, by_number = (home / _FILE).read_text(encoding="utf-8").strip().partition("\n")
    except FileNotFoundError:
        return Ways("")
    return Ways(address, by_number)


def address_of(settings: Settings) -> str:
    """CHIPBOOK_URL if it is set, else host and port; for a server that listens everywhere, the machine's own address."""
    if settings.url:
        return settings.url
    if settings.host not in EVERYWHERE:
        return listens_at(settings, settings.host)
    own = [one for one in (own_address(), own_address_6(settings.host)) if one]
    if settings.tls_port:
        # The certificate of the house is for no others.
        own.sort(key=is_at_home, reverse=True)
    return listens_at(settings, own[0] if own else "localhost")


def listens_at(settings: Settings, host: str) -> str:
    """The address of the server itself at this host of the machine."""
    return f"{'https' if settings.cert else 'http'}://{_host_in_url(host)}:{settings.tls_port or settings.port}"


def opens_here(settings: Settings, reached: str) -> str:
    """The origin that a browser of this machine opens: without TLS where that is served too, for it trusts no authority yet."""
    if settings.url or (settings.cert and not settings.tls_port):
        return reached
    host = "localhost" if settings.host in EVERYWHERE else settings.host
    return listens_at(replace(settings, cert=None, tls_port=None), host)


def as_others_reach(origin: str) -> str:
    """The origin with this machine's own address for its host; the same origin if the machine has no network."""
    host = own_address()
    return _with_host(origin, host) if host else origin


def _with_host(origin: str, host: str) -> str:
    parts = urlsplit(origin)
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{_host_in_url(host)}{port}"


def is_ours(host: str) -> bool:
    """True if a host, as it stands in an address, is this machine: an address of it, its name, or its name in the home network."""
    try:
        address = ip_address(host)
    except ValueError:
        own = socket.gethostname().lower().partition(".")[0]
        return host in ("localhost", own, socket.gethostname().lower(), f"{own}{LOCAL}")
    if address.is_unspecified or address.is_multicast:
        return False
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            # Only an address of this machine can be had; nothing is sent.
            probe.bind((host, 0))
        except OSError:
            return False
    return True


def _host_in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def is_in_a_container() -> bool:
    """True in a container of Docker or Podman, whose own address nobody outside can open."""
    return any(Path(mark).exists() for mark in ("/.dockerenv", "/run/.containerenv"))


def is_at_home(address: str) -> bool:
    """True for an address of a private network; False for an empty one."""
    if not address:
        return False
    own = ip_address(address)
    return any(own in network for network in PRIVATE) or any(own in network for network in PRIVATE_6)


def leads_here_alone(url: str) -> bool:
    """True if only this machine can open the address."""
    return urlsplit(url).hostname in ("localhost", "127.0.0.1", "::1", *EVERYWHERE)


def own_address() -> str:
    """The address (IPv4) by which this machine reaches its network; empty if it has none."""
    return _own(socket.AF_INET, "192.0.2.1")


def own_address_6(host: str) -> str:
    """The same of IPv6, of a server that listens at this host; empty if it does not listen there by IPv6, or has none."""
    return _own(socket.AF_INET6, "2001:db8::1") or _own(socket.AF_INET6, "fd00::1") if host == "::" else ""


def _own(family: socket.AddressFamily, towards: str) -> str:
    """The address from which this machine would send there. No packet is sent to find out."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((towards, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return ""
