"""Sends one message with Apprise, as a program of its own, which a banker's address cannot lead where it may not go.

It reads JSON (`address`, `body`, `house`; without a body nothing is sent) and writes JSON: how it came out, and the service.
Whatever plugin the address chooses, and wherever an answer leads, this process opens no connection into the house unless
`house` is true, starts no program, and reads no file but those of Python.
"""

from __future__ import annotations

import json
import logging
import mimetypes
import os
import re
import sys
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any

ANSWER = re.compile(r"error=([1-5]\d\d)\b")
# Programs, files that are changed, and the log of the machine.
NEVER = (
    "subprocess.",
    "syslog.",
    "os.system",
    "os.exec",
    "os.fork",
    "os.posix_spawn",
    "os.spawn",
    "os.remove",
    "os.rename",
)
# Addresses of IPv4 in the dress of IPv6.
NAT64 = IPv6Network("64:ff9b::/96")
SENDING = frozenset({"socket.connect", "socket.sendto", "socket.sendmsg"})
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
READABLE = (sys.prefix, sys.base_prefix, *map(str, mimetypes.knownfiles))


def is_allowed(host: object, *, house: bool) -> bool:
    """True if a message may go to this address: one of the public internet, or, if the keeper allows it, of the house."""
    try:
        address: IPv4Address | IPv6Address = ip_address(str(host).partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if address in NAT64:
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
        if inner:
            address = inner
    if address.is_link_local or address.is_multicast or address.is_unspecified:
        return False
    return address.is_global or (house and address.is_private)


class Watch:
    """The audit hook of this process. `refused` is true once something led where it may not go."""

    def __init__(self, *, house: bool) -> None:
        self.house = house
        self.refused = False

    def __call__(self, event: str, args: tuple[Any, ...]) -> None:
        if event in SENDING:
            to = args[-1] if event != "socket.connect" else args[1]
            # A socket that is connected already names nobody.
            if to is not None and not (isinstance(to, tuple) and is_allowed(to[0], house=self.house)):
                self.refused = True
                raise PermissionError(event)
        elif event == "open":
            path, _, flags = args
            if not isinstance(path, int) and (flags & WRITING or not _is_readable(path)):
                raise PermissionError(event)
        elif event.startswith(NEVER):
            raise PermissionError(event)


def _is_readable(path: object) -> bool:
    text = path.decode(errors="replace") if isinstance(path, bytes) else str(path)
    return ".." not in text and text.startswith(READABLE)


class Answers(logging.Handler):
    """Notes the HTTP status that a plugin logs. What it logs else may hold a secret and goes nowhere."""

    status = ""

    def emit(self, record: logging.LogRecord) -> None:
        if match := ANSWER.search(record.getMessage()):
            self.status = match[1]


def deliver(address: str, body: str, *, house: bool) -> dict[str, str]:
    """Sends the body: `came` is sent, kept (nothing was to be sent), unknown, refused or failed, with the `status` of an answer."""
    # Whoever imports this file for its path must not load every plugin, nor need the library.
    import apprise  # noqa: PLC0415

    answers = Answers()
    logging.getLogger("apprise").addHandler(answers)
    logging.getLogger("apprise").propagate = False
    # Loads every plugin, which reads files.
    apprise.Apprise.instantiate("json://localhost")
    watch = Watch(house=house)
    sys.addaudithook(watch)
    asset = apprise.AppriseAsset(
        app_id="chipbook", app_desc="chipbook", app_url="", http_redirects=False, secure_logging=True
    )
    made = apprise.Apprise.instantiate(address, asset=asset)
    if made is None and address.startswith(("https://", "http://")):
        # No service knows it as its own, so it is a plain webhook.
        made = apprise.Apprise.instantiate(f"json{address.removeprefix('http')}", asset=asset)
    if made is None:
        return {"came": "refused" if watch.refused else "unknown"}
    # What the address says of these is not asked.
    made.redirects, made.verify_certificate = False, True
    result = {"service": str(made.service_name), "came": "kept"}
    if body:
        sent = made.notify(body=body, body_format=apprise.NotifyFormat.TEXT)
        result["came"] = "sent" if sent else "refused" if watch.refused else "failed"
    return {**result, "status": answers.status}


if __name__ == "__main__":
    asked = json.load(sys.stdin)
    sys.stdout.write(json.dumps(deliver(asked["address"], asked["body"], house=asked["house"])))
