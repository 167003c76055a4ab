"""What a payment handle is: an IBAN, a number of MobilePay, a name at PayPal, a link, or words that say how to pay.

It is personal data like a name, so no refusal repeats it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, get_args
from urllib.parse import urlsplit

from engine.speech import phrase
from service.errors import HandleRefused

HandleKind = Literal["iban", "mobilepay", "paypal", "link", "text"]
KINDS: tuple[HandleKind, ...] = get_args(HandleKind)
HANDLE_MAX = 200
# How each kind is called in a sentence.
CALLED: Mapping[HandleKind, str] = {
    "iban": "IBAN",
    "mobilepay": "MobilePay",
    "paypal": "PayPal",
    "link": "Link",
    "text": "Pay by",
}

_IBAN = re.compile(r"[A-Z]{2}\d{2}[A-Z0-9]{11,30}", re.ASCII)
# A number of a phone in Denmark, where MobilePay is, perhaps with the country before it.
_NUMBER = re.compile(r"(?:(?:\+|00)45)?(\d{8})", re.ASCII)
# What PayPal says of the names of its links: letters and digits, at most twenty.
_PAYPAL = re.compile(r"(?:https://)?(?:www\.)?(?:paypal\.me/)?([A-Za-z0-9]{1,20})/?", re.ASCII)
# Signs of a link that can be printed and clicked as it stands.
_LINK = re.compile(r"https://[A-Za-z0-9._~:/?#@!$&()*+,;=%-]+", re.ASCII)


def read_handle(words: Sequence[str]) -> tuple[HandleKind, str]:
    """The kind and the handle that these words give: `iban DK50…`, `paypal.me/anna`, or a text. Refuses what is none."""
    first, rest = words[0].casefold(), " ".join(words[1:])
    for kind in KINDS:
        if first == kind and rest:
            return kind, handle_of(kind, rest)
    text = " ".join(words)
    if re.match(r"(https://)?(www\.)?paypal\.me/", text, re.IGNORECASE):
        return "paypal", handle_of("paypal", text)
    kind = "link" if ":/" in first else "text"
    return kind, handle_of(kind, text)


def handle_of(kind: HandleKind, text: str) -> str:
    """The handle as it is kept. Refuses what is none of this kind (HandleRefused)."""
    if len(text) > HANDLE_MAX or not text.isprintable():
        raise HandleRefused(kind, phrase("it must be 1 to {most} printable characters on one line", most=HANDLE_MAX))
    return _READERS[kind](text)


def _iban(text: str) -> str:
    """The IBAN without spaces. Its letters count as 10 to 35; read from the fifth sign on, it leaves 1 when divided by 97."""
    iban = "".join(text.split()).upper()
    if not _IBAN.fullmatch(iban):
        raise HandleRefused("iban", phrase("it begins with a country and two digits, as DK50 0040 0440 1162 43 does"))
    number = int("".join(str(int(sign, 36)) for sign in iban[4:] + iban[:4]))
    if number % 97 != 1:
        raise HandleRefused(
            "iban",
            phrase(
                "its check digits do not fit, so a sign is wrong or two are swapped; in DK50 0040 0440 1162 43 they fit"
            ),
        )
    return iban


def _mobilepay(text: str) -> str:
    """The eight digits of the number."""
    match = _NUMBER.fullmatch(re.sub(r"[\s-]", "", text))
    if not match:
        raise HandleRefused(
            "mobilepay", phrase("it is a Danish number of eight digits, as 12 34 56 78 is, or with +45 before them")
        )
    return match[1]


def _paypal(text: str) -> str:
    match = _PAYPAL.fullmatch(text.strip())
    if not match:
        raise HandleRefused("paypal", phrase("it is a name of 1 to 20 letters and digits, as paypal.me/anna has"))
    return match[1]


def _link(text: str) -> str:
    """The link. Only https, without a password in it, and to a host with a dot."""
    problem = HandleRefused(
        "link", phrase("it begins with https:// and names a site, as https://example.org/anna does")
    )
    if not _LINK.fullmatch(text):
        raise problem
    try:
        parts = urlsplit(text)
        host = parts.hostname or ""
    except ValueError:
        raise problem from None
    if "@" in parts.netloc or "." not in host.strip("."):
        raise problem
    return text


def _text(text: str) -> str:
    match = " ".join(text.split())
    if not match:
        raise HandleRefused("text", phrase("it says how to pay, in words, as “in cash on Friday” does"))
    return match


_READERS: Mapping[HandleKind, Callable[[str], str]] = {
    "iban": _iban,
    "mobilepay": _mobilepay,
    "paypal": _paypal,
    "link": _link,
    "text": _text,
}
