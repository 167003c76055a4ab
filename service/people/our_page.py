"""Whether a page of ours sent a request, and not another site through the browser of somebody who is signed in."""

from __future__ import annotations

import hmac
from hashlib import sha256
from urllib.parse import urlsplit

# The field of a form that holds its token.
FORM_TOKEN = "form_token"  # noqa: S105
JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
FORM_WITH_FILES = "multipart/form-data"


def origin_of(url: str) -> str:
    """Scheme, host and port of an address, as a browser writes its own origin."""
    parts = urlsplit(url)
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    return f"{parts.scheme}://{host}" + (f":{parts.port}" if parts.port not in (None, usual) else "")


def is_from_our_page(own_origin: str, *, site: str | None, origin: str | None) -> bool:
    """True if the browser says that one of our own pages sent it. A request that says nothing of the kind is not ours.

    `site` is its header `Sec-Fetch-Site`, sent over TLS and to its own machine; `origin` that of `Origin`, sent with every
    write. None for one that is missing.
    """
    if site is not None and site != "same-origin":
        return False
    if origin is not None:
        return origin == own_origin
    return site == "same-origin"


def form_token(cookie: str) -> str:
    """What a form on a page of this session sends along: nobody can make it who does not know the cookie."""
    return sha256(f"form of {cookie}".encode()).hexdigest()


def is_form_token(given: str, cookie: str) -> bool:
    """True if this is the form token of the session."""
    return hmac.compare_digest(given.encode(), form_token(cookie).encode())
