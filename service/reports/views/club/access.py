"""Who can sign in, and how: tokens, sign-in links, devices and passkeys of a club, and who asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from engine.ids import PlayerId
from service.book.store.credentials import Credential, Scope


class TokenView(msgspec.Struct, frozen=True, kw_only=True):
    """A token of a program (`player` is None) or of a person. The token itself is told once, when it is made.

    `expires_at` is None for one that does not expire, `used_at` before the first use; it is noted once a minute.
    """

    id: str
    club: str
    player: str | None
    name: str | None
    label: str
    scope: Scope
    created_at: str
    expires_at: str | None
    used_at: str | None


class Tokens(msgspec.Struct, frozen=True, kw_only=True):
    """The tokens of a club, the oldest first."""

    club: str
    tokens: tuple[TokenView, ...]


class NewToken(msgspec.Struct, frozen=True, kw_only=True):
    """A new token. `token` is told this once, and kept only as its SHA-256."""

    token: str
    about: TokenView


class SignInLink(msgspec.Struct, frozen=True, kw_only=True):
    """A link by which somebody signs in: as one player, or with `player` None as a guest of a night, who says who they are."""

    id: str
    club: str
    player: str | None
    name: str | None
    night: str | None
    uses_left: int
    created_at: str
    expires_at: str


class SignInLinks(msgspec.Struct, frozen=True, kw_only=True):
    """The sign-in links of a club that can still be used, the oldest first."""

    club: str
    links: tuple[SignInLink, ...]


class NewSignInLink(msgspec.Struct, frozen=True, kw_only=True):
    """A new sign-in link. `url` is told this once; `qr` is the same as an SVG element to scan."""

    url: str
    qr: str
    about: SignInLink


class Device(msgspec.Struct, frozen=True, kw_only=True):
    """A browser that is signed in. One that `waits` belongs to a guest whom nobody has confirmed, who gave the name `says`."""

    id: str
    club: str
    player: str | None
    name: str | None
    label: str
    says: str | None
    waits: bool
    created_at: str
    used_at: str | None
    expires_at: str


class Devices(msgspec.Struct, frozen=True, kw_only=True):
    """The browsers that are signed in to a club, the oldest first."""

    club: str
    devices: tuple[Device, ...]


class PasskeyView(msgspec.Struct, frozen=True, kw_only=True):
    """A passkey of a player."""

    id: str
    label: str
    created_at: str
    used_at: str | None


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """Who asks: the keeper of the book, a member, a program of a club, a guest who waits for the banker, or a stranger.

    `credential` is the id of the token or device with which they ask.
    """

    who: Literal["keeper", "member", "program", "guest", "stranger"]
    club: str | None = None
    club_name: str | None = None
    player: str | None = None
    name: str | None = None
    roles: tuple[str, ...] = ()
    scope: Scope | None = None
    credential: str | None = None
    devices: tuple[Device, ...] = ()
    passkeys: tuple[PasskeyView, ...] = ()


class PasskeyOptions(msgspec.Struct, frozen=True, kw_only=True):
    """What `navigator.credentials` of a browser is asked; `options` are those of WebAuthn, with bytes as base64url."""

    options: dict[str, Any]


def token_view(one: Credential, names: Mapping[PlayerId, str]) -> TokenView:
    """A token as an answer."""
    return TokenView(
        id=one.id,
        club=one.club,
        player=one.player or None,
        name=names.get(one.player),
        label=one.label,
        scope=msgspec.convert(one.scope, Scope),
        created_at=one.created_at,
        expires_at=one.expires_at,
        used_at=one.used_at,
    )


def link_view(one: Credential, names: Mapping[PlayerId, str]) -> SignInLink:
    """A sign-in link as an answer."""
    return SignInLink(
        id=one.id,
        club=one.club,
        player=one.player or None,
        name=names.get(one.player),
        night=one.night or None,
        uses_left=one.uses_left,
        created_at=one.created_at,
        expires_at=one.expires_at or "",
    )


def device_view(one: Credential, names: Mapping[PlayerId, str]) -> Device:
    """A browser session as an answer."""
    return Device(
        id=one.id,
        club=one.club,
        player=one.player or None,
        name=names.get(one.player),
        label=one.label,
        says=one.said or None,
        waits=not one.player,
        created_at=one.created_at,
        used_at=one.used_at,
        expires_at=one.expires_at or "",
    )


def passkey_view(one: Credential) -> PasskeyView:
    """A passkey as an answer."""
    return PasskeyView(id=one.id, label=one.label, created_at=one.created_at, used_at=one.used_at)
