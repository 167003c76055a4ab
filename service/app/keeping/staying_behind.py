"""What of a club does not go to another book, and why: what is good for this server alone, or lies beside the book."""

from __future__ import annotations

from collections.abc import Iterator

from engine.speech import say_number
from service.app.book import Book
from service.app.looking_back.keys import keys_of
from service.book.store.credentials import Kind, credentials_of
from service.reports.views.exchange.moving import StaysBehind, What

# In the order in which they are told.
_SIGNING_IN: tuple[tuple[Kind, What], ...] = (
    ("passkey", "passkeys"),
    ("session", "devices"),
    ("link", "links"),
    ("token", "tokens"),
)


def staying_behind(book: Book, club: str) -> tuple[StaysBehind, ...]:
    """What stays in this book or beside it; nothing of what the club has none of."""
    return (*_signing_in(book, club), *_keys(book, club))


def _signing_in(book: Book, club: str) -> Iterator[StaysBehind]:
    now = book.now()
    for kind, what in _SIGNING_IN:
        if number := len(credentials_of(book.database, club, kind, now)):
            yield StaysBehind(what=what, number=number, told=_signing_in_told(what, number))


def _signing_in_told(what: What, number: int) -> str:
    match what:
        case "passkeys":
            return say_number(
                "{number} passkey: a browser uses it for the address of this server alone.",
                "{number} passkeys: a browser uses them for the address of this server alone.",
                number,
            )
        case "devices":
            return say_number(
                "{number} signed-in device: whoever uses it signs in anew at the other address, by a link of `chipbook "
                "club invite`.",
                "{number} signed-in devices: whoever uses them signs in anew at the other address, by a link of `chipbook "
                "club invite`.",
                number,
            )
        case "links":
            return say_number(
                "{number} sign-in link: it leads to this server.",
                "{number} sign-in links: they lead to this server.",
                number,
            )
        case _:
            return say_number(
                "{number} token: it was given out for this server; `chipbook club tokens make` makes one there.",
                "{number} tokens: they were given out for this server; `chipbook club tokens make` makes others there.",
                number,
            )


def _keys(book: Book, club: str) -> Iterator[StaysBehind]:
    here = [one for one in keys_of(book, club).keys if one.private_here]
    if here:
        told = say_number(
            "{number} private key, a file beside the book so that no copy of the book can sign: copy {folder} to the same "
            "place there, or make another key by `chipbook club key lost`.",
            "{number} private keys, files beside the book so that no copy of the book can sign: copy {folder} to the same "
            "place there, or make another key by `chipbook club key lost`.",
            len(here),
            folder=str(book.key_folder / club),
        )
        yield StaysBehind(what="keys", number=len(here), told=told)
