"""Where a process may send webhooks. Every book says so; what it takes to find addresses is loaded by who sends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    import ssl
    from ipaddress import IPv4Network, IPv6Network

    IpNetwork = IPv4Network | IPv6Network

# Finds the addresses of a host, as texts. Raises OSError if it has none.
Resolve = Callable[[str, int], Sequence[str]]


class Reach(msgspec.Struct, frozen=True):
    """Where this process may send: networks besides the public internet, how names are looked up, and whom it trusts."""

    allowed: tuple[IpNetwork, ...] = ()
    resolve: Resolve | None = None
    # None: whom this machine trusts.
    trust: ssl.SSLContext | None = None
