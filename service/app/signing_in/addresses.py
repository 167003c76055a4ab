"""Where people reach the server: the address of the settings, or the one by which this machine reaches its network.

A server notes in the home folder where it listens, so that a sign-in link made by another command leads to it.
"""

from __future__ import annotations

import os
import socket
from dataclasses import replace
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from service.book.db import FILE_MODE, FOLDER_MODE
from service.config import Settings, load_settings

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104
_ANSWER_SECONDS = 0.5
_FILE = "address"


def address_of_server() -> str:
    """The address of the server that runs with this home folder; if none runs, of one with the settings of the environment.

    CHIPBOOK_URL comes before both.
    """
    settings = load_settings(os.environ)
    return settings.url or _noted(settings.home) or address_of(settings)


def note_address(home: Path, url: str) -> None:
    """Notes where the server of this home folder is reached."""
    home.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    file = home / _FILE
    file.touch(mode=FILE_MODE)
    file.write_text(url, encoding="utf-8")


def forget_address(home: Path, url: str) -> None:
    """Takes the note back, unless another server has noted its own meanwhile."""
    if _read(home) == url:
        (home / _FILE).unlink(missing_ok=True)


def _noted(home: Path) -> str:
    """The noted address; empty if there is none, or if nobody answers there any more."""
    url = _read(home)
    parts = urlsplit(url)
    if not parts.hostname:
        return ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        with socket.create_connection((parts.hostname, port), timeout=_ANSWER_SECONDS):
            return url
    except OSError:
        return ""


def _read(home: Path) -> str:
    try:
        return (home / _FILE).read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return ""


def address_of(settings: Settings) -> str:
    """CHIPBOOK_URL if it is set, else host and port; for a server that listens everywhere, the machine's own address."""
    if settings.url:
        return settings.url
    host = (own_address() if settings.host in EVERYWHERE else "") or settings.host
    return listens_at(settings, host)


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
    parts = urlsplit(origin)
    if not (host := own_address()):
        return origin
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{_host_in_url(host)}{port}"


def is_ours(host: str) -> bool:
    """True if a host, as it stands in an address, is this machine: an address of it, its name, or its name in the home network."""
    try:
        address = ip_address(host)
    except ValueError:
        own = socket.gethostname().lower().partition(".")[0]
        return host in ("localhost", own, socket.gethostname().lower(), f"{own}.local")
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


def leads_here_alone(url: str) -> bool:
    """True if only this machine can open the address."""
    return urlsplit(url).hostname in ("localhost", "127.0.0.1", "::1", *EVERYWHERE)


def own_address() -> str:
    """The address by which this machine reaches its network; empty if it has none. No packet is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        name: tuple[str, int] = probe.getsockname()
        return name[0]
