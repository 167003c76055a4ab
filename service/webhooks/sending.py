"""Sends one body to one address and reads what comes back, within bounds of time and size and without following anything."""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from http.client import HTTPException
from importlib.metadata import version
from typing import NamedTuple

from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError

from service.errors import NotDelivered
from service.webhooks.addresses import Target

CONNECT_SECONDS = 5.0
# For everything together, so that an answer that comes byte by byte ends too.
WHOLE_SECONDS = 10.0
# No more of an answer is read, and of that no more is kept.
READ_BYTES = 2048
KEPT_MAX = 200


class Answer(NamedTuple):
    """What the receiver said: its status, the beginning of its body as printable text, and how long it took."""

    status: int
    said: str
    took_ms: int

    @property
    def accepted(self) -> bool:
        """True if the receiver has taken it."""
        return 200 <= self.status < 300


@cache
def trusted() -> ssl.SSLContext:
    """Whom this machine trusts to say who a server is."""
    return ssl.create_default_context()


def send(
    target: Target,
    address: str,
    headers: Mapping[str, str],
    body: bytes,
    *,
    trust: ssl.SSLContext | None = None,
    whole_seconds: float = WHOLE_SECONDS,
) -> Answer:
    """Posts the body to the target at this address. Refuses what brings no answer in time (NotDelivered).

    The certificate has to be that of the target's host, whatever the address.
    """
    connection = _connection(target, address, trust)
    begun = time.monotonic()
    limit = _Limit(connection)
    over = threading.Timer(whole_seconds, limit.cut_off)
    over.daemon = True
    over.start()
    try:
        connection.request("POST", target.path, body=body, headers={**_own(target), **headers}, preload_content=False)
        # The connection lets go of it when the answer begins.
        limit.opened = connection.sock
        answer = connection.getresponse()
        said = answer.read(READ_BYTES, decode_content=False)
        if limit.is_over.is_set():
            # An answer that says nowhere how long it is looks whole when it is cut off.
            raise TimeoutError
        return Answer(answer.status, printable(said), _since(begun))
    except (HTTPError, HTTPException, OSError, ValueError) as problem:
        why = f"no whole answer within {whole_seconds:g} seconds" if limit.is_over.is_set() else _told(problem)
        raise NotDelivered(target.host, why, None, _since(begun)) from problem
    finally:
        over.cancel()
        connection.close()


def printable(said: bytes) -> str:
    """The beginning of an answer for a log: one line, nothing that moves a cursor, nothing long."""
    text = said.decode(errors="replace")
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())[:KEPT_MAX]


def _connection(target: Target, address: str, trust: ssl.SSLContext | None) -> HTTPConnection:
    if target.scheme == "http":
        return HTTPConnection(address, target.port, timeout=CONNECT_SECONDS)
    return HTTPSConnection(
        address,
        target.port,
        timeout=CONNECT_SECONDS,
        ssl_context=trust or trusted(),
        # Asked for, and what the certificate has to say.
        server_hostname=target.host,
    )


def _own(target: Target) -> dict[str, str]:
    return {
        "Host": target.named,
        "User-Agent": f"chipbook/{version('chipbook')}",
        "Content-Type": "application/json",
        "Connection": "close",
    }


class _Limit:
    """Ends a connection from another thread when its time is over, for who waits for it."""

    def __init__(self, connection: HTTPConnection) -> None:
        self._connection = connection
        self.opened: socket.socket | None = None
        self.is_over = threading.Event()

    def cut_off(self) -> None:
        self.is_over.set()
        opened = self.opened or self._connection.sock
        if opened is not None:
            with suppress(OSError):
                opened.shutdown(socket.SHUT_RDWR)


def _since(begun: float) -> int:
    return int((time.monotonic() - begun) * 1000)


def _told(problem: Exception) -> str:
    """What went wrong, without the addresses of objects that the library's sentences hold."""
    cause = problem.__cause__ or problem.__context__ or problem
    said = str(getattr(cause, "strerror", "") or cause).partition(">: ")
    return printable((said[2] or said[0] or type(cause).__name__).encode()).rstrip(".")
