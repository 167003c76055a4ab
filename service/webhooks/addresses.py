"""Which addresses may be called: the public internet over https, and networks that the settings name.

Whoever registers a webhook chooses where this machine sends requests, so an address of this machine, of its network or of
its cloud provider would open what is closed to strangers. A name is resolved once for every delivery, every address it
has is checked, and the connection goes to one that was checked: a name that changes its address in between gains nothing.
"""

from __future__ import annotations

import ipaddress
import queue
import re
import socket
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

from engine.speech import phrase
from service.errors import AddressRefused, HostUnknown, NotAWebhookUrl
from service.payload_limits import URL_MAX

if TYPE_CHECKING:
    from service.webhooks.reach import IpNetwork, Reach

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

RESOLVE_SECONDS = 5.0
PORTS = {"https": 443, "http": 80}

# Global unicast; everything else of IPv6 is local, reserved, or leads somewhere else.
_UNICAST_6 = ipaddress.IPv6Network("2000::/3")
# Where a translator of the network puts an IPv4 address into an IPv6 one (RFC 6052).
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_REFUSED_4 = tuple(
    ipaddress.IPv4Network(network)
    for network in (
        "192.0.0.0/24",  # Protocol assignments; some clouds answer with metadata there.
        "192.88.99.0/24",  # Relays of 6to4.
        "168.63.129.16/32",  # The host of a machine in Azure, although it looks public.
    )
)
_REFUSED_6 = tuple(
    ipaddress.IPv6Network(network)
    for network in (
        "2001::/23",  # Protocol assignments, with Teredo.
        "2002::/16",  # 6to4: an IPv4 address follows, whichever it is.
        "3fff::/20",  # Documentation.
    )
)
_HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?\.?", re.ASCII)


class Target(msgspec.Struct, frozen=True):
    """A URL taken apart: where to connect, and what to ask for there."""

    url: str
    scheme: str
    host: str
    port: int
    # The path with its query.
    path: str

    @property
    def named(self) -> str:
        """The host as the header says it: with its port, unless that is the usual one."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"


def target_of(url: str) -> Target:
    """The URL taken apart. Refuses one that is not the whole URL of an https or http address (NotAWebhookUrl)."""
    if len(url) > URL_MAX:
        raise NotAWebhookUrl(
            phrase("it has {length} characters, and {most} is the most", length=len(url), most=URL_MAX)
        )
    if not re.fullmatch(r"[!-~]+", url):
        raise NotAWebhookUrl(phrase("it has spaces, or letters beyond ASCII, which a URL writes with % or xn--"))
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as problem:
        raise NotAWebhookUrl(phrase("it cannot be read ({problem})", problem=problem)) from problem
    scheme, host = parts.scheme.lower(), parts.hostname or ""
    if scheme not in PORTS:
        raise NotAWebhookUrl(phrase("it does not begin with https://"))
    if not (_HOST.fullmatch(host) or _is_ip(host)):
        raise NotAWebhookUrl(phrase("it names no host"))
    if parts.username is not None or parts.password is not None:
        raise NotAWebhookUrl(phrase("it holds a user or a password, which would stand in logs"))
    if parts.fragment:
        raise NotAWebhookUrl(phrase("it has a part after #, which no server is ever sent"))
    if port == 0:
        raise NotAWebhookUrl(phrase("its port is 0"))
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(url, scheme, host, port or PORTS[scheme], path)


def address_for(target: Target, reach: Reach) -> str:
    """An address of the target's host, to which the connection has to go.

    Networks that are allowed may be called over http too. Refuses a host without an
    address (HostUnknown), and one that has any address that may not be called (AddressRefused).
    """
    try:
        found = (reach.resolve or resolved)(target.host, target.port)
    except OSError as problem:
        raise HostUnknown(target.host, problem.strerror or str(problem)) from problem
    if not found:
        raise HostUnknown(target.host, phrase("it has no address"))
    for text in found:
        address = ipaddress.ip_address(text.partition("%")[0])
        if _is_in(address, reach.allowed):
            continue
        if not is_public(address):
            raise AddressRefused(target.host, phrase("it is not on the public internet"))
        if target.scheme != "https":
            raise AddressRefused(target.host, phrase("over the internet only https is used"))
    return str(found[0]).partition("%")[0]


def is_public(address: IpAddress) -> bool:
    """True for a unicast address of the public internet; one that holds another inside is judged by that one."""
    if isinstance(address, ipaddress.IPv4Address):
        return (
            address.is_global
            and not (address.is_multicast or address.is_reserved)
            and not any(address in network for network in _REFUSED_4)
        )
    inner = _inside(address)
    if inner is not None:
        return is_public(inner)
    return address.is_global and address in _UNICAST_6 and not any(address in network for network in _REFUSED_6)


def resolved(host: str, port: int) -> list[str]:
    """The addresses of a host, as this machine finds them. Raises OSError if it finds none in time."""
    with suppress(ValueError):
        return [str(ipaddress.ip_address(host))]
    # The resolver of the system knows no time limit of ours; a thread that waits for it ends by itself.
    answers: queue.Queue[list[str] | OSError] = queue.Queue(1)

    def ask() -> None:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            answers.put(list(dict.fromkeys(str(one[4][0]) for one in found)))
        except (OSError, UnicodeError) as problem:
            answers.put(problem if isinstance(problem, OSError) else OSError(str(problem)))

    threading.Thread(target=ask, name="chipbook-resolve", daemon=True).start()
    try:
        answer = answers.get(timeout=RESOLVE_SECONDS)
    except queue.Empty:
        raise OSError(f"no answer within {RESOLVE_SECONDS:.0f} seconds") from None
    if isinstance(answer, OSError):
        raise answer
    return answer


def _inside(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that an IPv6 one stands for; None if it stands for itself."""
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address in _NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
    return None


def _is_in(address: IpAddress, networks: Sequence[IpNetwork]) -> bool:
    """True if one of the networks has the address; one that holds another inside also counts as that one."""
    inner = _inside(address) if isinstance(address, ipaddress.IPv6Address) else None
    return any(one in network for network in networks for one in (address, inner) if one is not None)


def _is_ip(host: str) -> bool:
    with suppress(ValueError):
        ipaddress.ip_address(host)
        return True
    return False
