"""Secrets of one kind of form, and which browser a device is."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Literal, NamedTuple, get_args

from engine.ids import ClubId

# The first that stands in the header counts: most browsers claim to be others as well.
from engine.speech import say
from service.book.ids import letters

# `api`: a token of a program or a person. `web`: the session of a browser. `join`: a sign-in link. `found`: the keeper's link
# by which a club is founded, which is no club's.
SecretKind = Literal["api", "web", "join", "found"]

LETTERS = 26
_FORM = re.compile(rf"cb_({'|'.join(get_args(SecretKind))})_([A-Za-z0-9_-]{{1,40}})_([a-z2-9]{{{LETTERS}}})", re.ASCII)


class Secret(NamedTuple):
    """A secret as it was given out or came in. Keep its `digest` and never its `text`."""

    kind: str
    club: ClubId
    text: str

    @property
    def digest(self) -> str:
        """The SHA-256 of the whole text, in hexadecimal."""
        return sha256(self.text.encode()).hexdigest()


def new_secret(kind: SecretKind, club: ClubId) -> Secret:
    """A secret that nobody has had before."""
    return Secret(kind, club, f"cb_{kind}_{club}_{letters(LETTERS)}")


def read_secret(text: str, kind: SecretKind) -> Secret | None:
    """The secret in a text; None if the text has not the form of this kind. Whether it is good, the book knows."""
    match = _FORM.fullmatch(text)
    return Secret(kind, match[2], text) if match and match[1] == kind else None


_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("CrOS", "Chromebook"),
    ("Linux", "Linux"),
)


def name_of_browser(user_agent: str) -> str:
    """As `Firefox · Android`; `a browser` if it says nothing that is known."""
    browser = next((name for sign, name in _BROWSERS if sign in user_agent), say("a browser"))
    system = next((name for sign, name in _SYSTEMS if sign in user_agent), "")
    return f"{browser} · {system}" if system else browser
