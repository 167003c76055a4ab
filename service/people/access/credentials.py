"""Finds out who asks, from the token or the cookie of a request: all that the rest of the program knows of credentials."""

from __future__ import annotations

import hmac
import logging
from collections.abc import Callable, Mapping
from typing import cast

from engine.club.acts import Role
from engine.ids import ClubId, PlayerId
from service.book.cache import Cache
from service.book.club_handler import ClubHandler
from service.book.db import Database
from service.book.store.credentials import Credential, Scope, find_credential, touch_credential
from service.errors import BookLocked, BookReadOnly, DiskFull
from service.people.access.secret import Secret, SecretKind, read_secret
from service.people.access.who import KEEPER, NOTED_EVERY_SECONDS, STRANGER, Who, later, session_end
from service.people.auth import Tokens

# Of how many clubs the roles are remembered.
CLUBS_MAX = 200

Roles = Mapping[PlayerId, frozenset[Role]]

_log = logging.getLogger("chipbook.access")


class Credentials:
    """The credentials of one book, for all threads of a process."""

    def __init__(self, database: Database, keeper: Tokens, now: Callable[[], str]) -> None:
        self._database = database
        self._keeper = keeper
        self._now = now
        # Used by one thread at a time: while the cache makes a value, nobody else does.
        self._clubs = ClubHandler(database, now)
        self._roles: Cache[tuple[ClubId, int], Roles] = Cache(CLUBS_MAX)

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
        roles = self._roles_of(credential, version)
        if roles is None:
            return None
        self._note_use(credential)
        return Who(
            club=credential.club,
            player=credential.player or None,
            roles=roles,
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

    def _roles_of(self, credential: Credential, version: int) -> frozenset[Role] | None:
        """The roles of the player at this moment; none for a program. None for somebody who is no member any more."""
        if not credential.player:
            return frozenset()
        roles = self._roles.get((credential.club, version), lambda: self._read_roles(credential.club))
        return roles.get(credential.player)

    def _read_roles(self, club: ClubId) -> Roles:
        members = self._clubs.look(club).club.members
        return {player: member.roles for player, member in members.items() if not (member.forgotten or member.into)}

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
