"""The name by which phones in the same network find this machine, told by the machine itself (mDNS, RFC 6762 and 6763)."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from ipaddress import ip_address

from zeroconf import (  # type: ignore[attr-defined]
    AddressResolver,
    DNSQuestionType,
    Error,
    IPVersion,
    ServiceInfo,
    Zeroconf,
)

from service.app.signing_in.addresses import LOCAL

# What cannot be announced: the machine may send nothing to its network, or the network takes nothing.
CannotAnnounce = (OSError, Error)
_PAGES = "_http._tcp.local."
_ASKED_MS = 1000
# Whoever finds so many of the same name has other troubles.
_TRIES = 20


@dataclass(frozen=True, slots=True)
class Announced:
    """A name that this machine answers to, as `chipbook.local`, until it is withdrawn."""

    name: str
    _answering: Zeroconf

    def withdraw(self) -> None:
        """Tells the network that nobody answers to the name any more."""
        self._answering.close()


def announce(called: str, port: int, *, at: str, beside: str = "") -> Announced:
    """Answers to this name, or to the next free one (`chipbook-2.local`), at this address of the machine.

    `beside`: its address of IPv6, which is told too; empty if it has none.

    Raises one of `CannotAnnounce`.
    """
    answering = Zeroconf(interfaces=[at], ip_version=IPVersion.V4Only)
    try:
        label = next((one for one in _and_the_next(called) if not _is_anothers(answering, f"{one}{LOCAL}", at)), called)
        name = f"{label}{LOCAL}"
        info = ServiceInfo(
            _PAGES,
            f"{label}.{_PAGES}",
            port,
            addresses=[ip_address(one).packed for one in (at, beside) if one],
            server=f"{name}.",
            properties={"path": "/"},
        )
        # Nobody else has it, so it is not asked for a second time.
        answering.register_service(info, cooperating_responders=True)
    except BaseException:
        answering.close()
        raise
    return Announced(name, answering)


def _and_the_next(called: str) -> list[str]:
    return [called, *(f"{called}-{number}" for number in range(2, _TRIES))]


def _is_anothers(answering: Zeroconf, name: str, at: str) -> bool:
    """True if another machine answers to the name."""
    asked = AddressResolver(f"{name}.")
    # Asked of everybody: an answer to this machine alone may reach another program of it that listens, too.
    answered = asked.request(answering, _ASKED_MS, question_type=DNSQuestionType.QM)
    return answered and socket.inet_aton(at) not in asked.addresses_by_version(IPVersion.V4Only)
