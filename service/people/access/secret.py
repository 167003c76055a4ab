"""The form of every secret that the book gives out: `cb_KIND_CLUB_LETTERS`.

It tells its kind and its club, so that one part of the book is asked for it, and it is recognised wherever it must not
stand. The letters hold 128 bits of chance.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Literal, NamedTuple, get_args

from engine.ids import ClubId
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
    found = _FORM.fullmatch(text)
    return Secret(kind, found[2], text) if found and found[1] == kind else None
