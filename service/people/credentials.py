"""Finds out who asks, from the token or the cookie of a request, and whether one of our own pages sent it.

The token of the whole book is made at the first start and shown once. Of every secret the book keeps only its SHA-256.
"""

from __future__ import annotations

import hmac
import logging
import re
import secrets
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Literal, NamedTuple, cast, get_args
from urllib.parse import urlsplit

from sqlalchemy import Connection, insert, select, update

from engine.club.acts import Role
from engine.ids import ClubId, PlayerId
from engine.speech import say
from service.book.cache import Cache
from service.book.club_handler import ClubHandler
from service.book.db import Database
from service.book.ids import letters
from service.book.store.credentials import Credential, Scope, find_credential, touch_credential
from service.book.store.rows import TOKEN
from service.errors import BookLocked, BookReadOnly, DiskFull
from service.language.local_time import later
from service.people.rights import KEEPER, NOTED_EVERY_SECONDS, STRANGER, Who, session_end

# `api`: a token of a program or a person. `web`: the session of a browser. `join`: a sign-in link. `found`: the keeper's link
# by which a club is founded, which is no club's.
SecretKind = Literal["api", "web", "join", "found"]

SECRET_LETTERS = 26
_FORM = re.compile(
    rf"cb_({'|'.join(get_args(SecretKind))})_([A-Za-z0-9_-]{{1,40}})_([a-z2-9]{{{SECRET_LETTERS}}})", re.ASCII
)


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
    return Secret(kind, club, f"cb_{kind}_{club}_{letters(SECRET_LETTERS)}")


def read_secret(text: str, kind: SecretKind) -> Secret | None:
    """The secret in a text; None if the text has not the form of this kind. Whether it is good, the book knows."""
    match = _FORM.fullmatch(text)
    return Secret(kind, match[2], text) if match and match[1] == kind else None


BANKER = "banker"
TOKEN_BYTES = 24
# Tokens that open the whole book belong to no club.
OF_THE_BOOK = ""
_GOOD_TOKENS = select(TOKEN.c.digest).where(
    TOKEN.c.club == OF_THE_BOOK, TOKEN.c.role == BANKER, TOKEN.c.revoked_at.is_(None)
)


class Tokens:
    """The tokens that open the book: the one in the settings if there is one, else those that the book keeps."""

    def __init__(self, database: Database, set_token: str = "") -> None:
        self._database = database
        self._set = _digest(set_token) if set_token else None

    def first(self, now: str) -> str | None:
        """A new banker token at the first start; None if the settings or the book have one already."""
        if self._set:
            return None
        with self._database.writing() as connection:
            return None if connection.scalars(_GOOD_TOKENS).all() else _issue(connection, now)

    def renew(self, now: str) -> str:
        """Issues a banker token and revokes all earlier ones of the book."""
        with self._database.writing() as connection:
            connection.execute(
                update(TOKEN).where(TOKEN.c.club == OF_THE_BOOK, TOKEN.c.revoked_at.is_(None)).values(revoked_at=now)
            )
            return _issue(connection, now)

    def is_bankers(self, token: str) -> bool:
        """True if this is a token of the banker. The time of the comparison does not depend on the tokens."""
        given = _digest(token)
        if self._set:
            return hmac.compare_digest(given, self._set)
        known = [digest for (digest,) in self._database.rows(_GOOD_TOKENS)]
        # All are compared, so that the time does not tell which one came close.
        return sum([hmac.compare_digest(given, digest) for digest in known]) > 0


def _issue(connection: Connection, now: str) -> str:
    token = secrets.token_urlsafe(TOKEN_BYTES)
    connection.execute(insert(TOKEN).values(club=OF_THE_BOOK, digest=_digest(token), role=BANKER, created_at=now))
    return token


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()


# Of how many clubs the roles are remembered.
CLUBS_MAX = 200


class Membership(NamedTuple):
    """What a member is in the club at one moment: `also` are the members who turned out to be this one."""

    roles: frozenset[Role]
    also: tuple[PlayerId, ...] = ()


Memberships = Mapping[PlayerId, Membership]

_log = logging.getLogger("chipbook.access")


class Credentials:
    """The credentials of one book, for all threads of a process."""

    def __init__(self, database: Database, keeper: Tokens, now: Callable[[], str]) -> None:
        self._database = database
        self._keeper = keeper
        self._now = now
        # Used by one thread at a time: while the cache makes a value, nobody else does.
        self._clubs = ClubHandler(database, now)
        self._memberships: Cache[tuple[ClubId, int], Memberships] = Cache(CLUBS_MAX)

    def who(self, bearer: str | None, cookie: str | None) -> Who:
        """Who sends this token or this cookie; the token counts if there are both. STRANGER for anything that is not good.

        Unknown, expired, ended and mistyped ones take the same way, so that neither the answer nor its time tells which.
        """
        if bearer is not None:
            return self._member("api", bearer) or (KEEPER if self._keeper.is_bankers(bearer) else STRANGER)
        if cookie is not None:
            return self._member("web", cookie) or STRANGER
        return STRANGER

    def session(self, cookie: str | None) -> Credential | None:
        """The browser session of a cookie, also that of a guest who waits; None if there is none that is good."""
        secret = read_secret(cookie, "web") if cookie else None
        result = self._good(secret) if secret else None
        return result[0] if result else None

    def _member(self, kind: SecretKind, text: str) -> Who | None:
        secret = read_secret(text, kind)
        result = self._good(secret) if secret else None
        if result is None:
            return None
        credential, version = result
        if kind == "web" and not credential.player:
            # A guest whom nobody has confirmed.
            return None
        membership = self._membership_of(credential, version)
        if membership is None:
            return None
        self._note_use(credential)
        return Who(
            club=credential.club,
            player=credential.player or None,
            also=membership.also,
            roles=membership.roles,
            scope=cast("Scope", credential.scope),
            credential=credential.id,
            by_cookie=kind == "web",
        )

    def _good(self, secret: Secret) -> tuple[Credential, int] | None:
        result = find_credential(self._database, secret.club, secret.digest)
        if result is None or not hmac.compare_digest(result.credential.digest, secret.digest):
            return None
        kind = "session" if secret.kind == "web" else "token"
        good = result.credential.kind == kind and result.credential.is_good(self._now())
        return (result.credential, result.club_version) if good else None

    def _membership_of(self, credential: Credential, version: int) -> Membership | None:
        """What the player is at this moment; a program holds no role. None for somebody who is no member any more."""
        if not credential.player:
            return Membership(frozenset())
        key = credential.club, version
        return self._memberships.get(key, lambda: self._read_memberships(credential.club)).get(credential.player)

    def _read_memberships(self, club_id: ClubId) -> Memberships:
        club = self._clubs.look(club_id).club
        also: dict[PlayerId, list[PlayerId]] = {}
        for player, person in club.merged().items():
            also.setdefault(person, []).append(player)
        return {
            player: Membership(member.roles, tuple(also.get(player, ())))
            for player, member in club.members.items()
            if not (member.forgotten or member.into)
        }

    def _note_use(self, credential: Credential) -> None:
        """Notes when a credential was used last. A book that cannot be written to at this moment lets its people in all the same."""
        now = self._now()
        since = later(now, -NOTED_EVERY_SECONDS)
        if credential.used_at is not None and credential.used_at >= since:
            return
        ends = session_end(credential.created_at, now) if credential.kind == "session" else credential.expires_at
        try:
            touch_credential(self._database, credential, now, unless_since=since, expires_at=ends)
        except (BookLocked, BookReadOnly, DiskFull) as refusal:
            _log.warning("use_not_noted", extra={"code": refusal.code})


# The first that stands in the header counts: most browsers claim to be others as well.
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
