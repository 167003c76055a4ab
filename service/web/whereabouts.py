"""Keeps a running server found: its name in the network (mDNS, RFC 6762 and 6763), its note in the home folder, and its certificate.

A laptop that is carried to another house has another address there. The name goes with it, and so does who is signed in by it.
"""

from __future__ import annotations

import contextvars
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from ipaddress import ip_address

from zeroconf import AddressResolver, DNSQuestionType, Error, IPVersion, ServiceInfo, Zeroconf  # type: ignore[attr-defined]

from engine.speech import say
from service.api.http.server import Server
from service.app.running import addresses
from service.app.running.addresses import LOCAL, Reach, Ways, forget_ways, note_ways
from service.app.running.certificates import Certificate, certificate_at, certificate_for, names_here
from service.errors.system import reason_of

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


# How often it is looked whether the machine has another address, or its certificate is to be renewed.
LOOK_SECONDS = 5.0


class Whereabouts:
    """What others need to find the server, kept true by a thread of its own from `begin` to `end`."""

    def __init__(self, reach: Reach, server: Server, show: Callable[[str], None]) -> None:
        self._reach = reach
        self._server = server
        self._show = show
        # By IPv4, and by IPv6 if it is reached so.
        self._at = ("", "")
        self._announced: Announced | None = None
        self._noted = Ways("")
        self._shown = ""
        # What the server has read when it was made.
        self._certificate: Certificate | None = certificate_at(reach.settings.home)
        self._over = threading.Event()
        # It speaks the language of whoever has started it.
        self._thread = threading.Thread(
            target=contextvars.copy_context().run, args=(self._watch,), name="whereabouts", daemon=True
        )

    def begin(self) -> None:
        """Announces the name and notes the address, before the first link is made."""
        self._arrive(self._addresses())
        self._thread.start()

    def end(self) -> None:
        """Withdraws the name and the note."""
        self._over.set()
        if self._thread.ident:
            self._thread.join()
        self._withdraw()
        forget_ways(self._reach.settings.home, self._noted)

    def _watch(self) -> None:
        while not self._over.wait(LOOK_SECONDS):
            try:
                self._look()
            except OSError as problem:
                self._show_once(
                    say("The new address of this machine cannot be noted: {because}", because=reason_of(problem))
                )

    def _look(self) -> None:
        at = self._addresses()
        if at == self._at:
            self._renew()
            return
        self._withdraw()
        self._arrive(at)
        address = self._noted.address
        self._show_once(say("This machine has another address: the book is at {address} now.", address=address))

    def _show_once(self, line: str) -> None:
        if line != self._shown:
            self._shown = line
            self._show(line)

    def _addresses(self) -> tuple[str, str]:
        return addresses.own_address(), addresses.own_address_6(self._reach.settings.host)

    def _arrive(self, at: tuple[str, str]) -> None:
        settings = self._reach.settings
        self._at = at
        if self._reach.may_be_named(at[0]):
            try:
                self._announced = announce(settings.name, settings.port, at=at[0], beside=at[1])
            except CannotAnnounce as problem:
                why = say(
                    "Phones find this machine by number alone: no name can be announced ({because}).", because=problem
                )
                self._show_once(why)
            else:
                self._reach.name = self._announced.name
        self._renew()
        self._noted = self._reach.ways
        note_ways(settings.home, self._noted)

    def _withdraw(self) -> None:
        self._reach.name = ""
        if self._announced:
            self._announced.withdraw()
            self._announced = None

    def _renew(self) -> None:
        settings = self._reach.settings
        if not settings.tls_port:
            return
        names = names_here(settings.name, self._reach.name, at=self._at[0], beside=self._at[1])
        made = certificate_for(settings.home, names, datetime.now(UTC))
        if made != self._certificate:
            self._certificate = made
            self._server.renew()
