"""Where people reach the server: the address of the settings, or the one by which this machine reaches its network."""

from __future__ import annotations

import os
import socket
from urllib.parse import urlsplit

from service.config import Settings, load_settings

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104


def address_of_settings() -> str:
    """The address of the server with the settings of the environment."""
    return address_of(load_settings(os.environ))


def address_of(settings: Settings) -> str:
    """CHIPBOOK_URL if it is set, else host and port; for a server that listens everywhere, the machine's own address."""
    if settings.url:
        return settings.url
    host = (own_address() if settings.host in EVERYWHERE else "") or settings.host
    return f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"


def leads_here_alone(url: str) -> bool:
    """True if only this machine can open the address."""
    return urlsplit(url).hostname in ("localhost", "127.0.0.1", "::1")


def own_address() -> str:
    """The address by which this machine reaches its network; empty if it has none. No packet is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        name: tuple[str, int] = probe.getsockname()
        return name[0]
