"""Passkeys (WebAuthn): what a browser is asked, and whether its answer holds. The library `webauthn` checks the cryptography.

A passkey signs in alone, so each use needs the person: a finger, a face or a PIN.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple, Self
from urllib.parse import urlsplit

import msgspec

from engine.ids import ClubId, PlayerId
from service.errors import PasskeyRefused
from service.errors.extras import PASSKEYS, insist_on, is_there
from service.people.rights import CHALLENGE_SECONDS

if is_there(PASSKEYS):
    from webauthn import (
        base64url_to_bytes,
        generate_authentication_options,
        generate_registration_options,
        options_to_json,
        verify_authentication_response,
        verify_registration_response,
    )
    from webauthn.helpers import bytes_to_base64url, parse_client_data_json
    from webauthn.helpers.exceptions import WebAuthnException
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    # What the library raises for an answer that does not hold, and what slips through it for one that no browser wrote.
    UNREADABLE = (WebAuthnException, ValueError, TypeError, KeyError, AttributeError, RecursionError)

NAME = "chipbook"
CHALLENGE_BYTES = 32
# A user handle has at most 64 bytes; ids are longer than that together.
_PLAYER_SIGNS = 20


@dataclass(frozen=True, slots=True)
class Site:
    """Where the passkey belongs: the origin of our pages, and its host."""

    origin: str
    host: str

    @classmethod
    def at(cls, origin: str) -> Self:
        """The site of this origin."""
        return cls(origin, urlsplit(origin).hostname or "")


class NewPasskey(NamedTuple):
    """A passkey that a browser has just made."""

    key_id: str
    public_key: str
    sign_count: int


class Creation(msgspec.Struct, frozen=True, kw_only=True):
    """What a browser answers when it made a passkey, in base64url."""

    id: str
    client_data: str
    attestation: str


class Assertion(msgspec.Struct, frozen=True, kw_only=True):
    """What a browser answers when it used a passkey, in base64url."""

    id: str
    client_data: str
    authenticator_data: str
    signature: str
    user_handle: str


def new_challenge() -> bytes:
    """A question that nobody can have foreseen. Refuses to ask where the library is missing (LibraryMissing)."""
    insist_on(PASSKEYS)
    return secrets.token_bytes(CHALLENGE_BYTES)


def digest_of(content: bytes) -> str:
    """The SHA-256 under which a challenge or a passkey is kept."""
    return sha256(content).hexdigest()


def passkey_digest(key_id: str) -> str:
    """The digest of the passkey with this id. Refuses what is no base64url."""
    return digest_of(_bytes(key_id))


def user_handle(club: ClubId, player: PlayerId) -> bytes:
    """What a passkey keeps of its owner: the club, by which it is found again, and a sign for the player."""
    return f"{club}:{sha256(player.encode()).hexdigest()[:_PLAYER_SIGNS]}".encode()


def club_in(handle: str) -> ClubId:
    """The club that a user handle in base64url names; whether the passkey is of this club, the book knows."""
    club, _, _ = _bytes(handle).decode("ascii", errors="replace").partition(":")
    return club


def challenge_in(client_data: str) -> bytes:
    """The challenge that a browser answers. Refuses what no browser says (PasskeyRefused), and a missing library (LibraryMissing)."""
    insist_on(PASSKEYS)
    try:
        return parse_client_data_json(_bytes(client_data)).challenge
    except UNREADABLE as wrong:
        raise PasskeyRefused from wrong


def options_to_create(
    site: Site, challenge: bytes, *, name: str, handle: bytes, known: Sequence[str]
) -> dict[str, Any]:
    """What `navigator.credentials.create` is asked; `known` are the ids of passkeys that the person has already."""
    options = generate_registration_options(
        rp_id=site.host,
        rp_name=NAME,
        user_name=name,
        user_id=handle,
        challenge=challenge,
        timeout=CHALLENGE_SECONDS * 1000,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(one)) for one in known],
    )
    return _plain(options_to_json(options))


def options_to_use(site: Site, challenge: bytes) -> dict[str, Any]:
    """What `navigator.credentials.get` is asked: any passkey of this site."""
    options = generate_authentication_options(
        rp_id=site.host,
        challenge=challenge,
        timeout=CHALLENGE_SECONDS * 1000,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return _plain(options_to_json(options))


def check_creation(site: Site, challenge: bytes, answer: Creation) -> NewPasskey:
    """The passkey that a browser made. Refuses an answer to another question, or of another site (PasskeyRefused)."""
    response = {"clientDataJSON": answer.client_data, "attestationObject": answer.attestation}
    try:
        made = verify_registration_response(
            credential=_stated(answer.id, response),
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    except UNREADABLE as wrong:
        raise PasskeyRefused from wrong
    key_id, key = bytes_to_base64url(made.credential_id), bytes_to_base64url(made.credential_public_key)
    return NewPasskey(key_id, key, made.sign_count)


def check_assertion(site: Site, challenge: bytes, answer: Assertion, *, public_key: str, sign_count: int) -> int:
    """The new count of a passkey that was used. Refuses a wrong signature, and a count that went back: then two have the key."""
    response = {
        "clientDataJSON": answer.client_data,
        "authenticatorData": answer.authenticator_data,
        "signature": answer.signature,
        "userHandle": answer.user_handle,
    }
    try:
        return verify_authentication_response(
            credential=_stated(answer.id, response),
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=base64url_to_bytes(public_key),
            credential_current_sign_count=sign_count,
            require_user_verification=True,
        ).new_sign_count
    except UNREADABLE as wrong:
        raise PasskeyRefused from wrong


def _stated(key_id: str, response: dict[str, str]) -> dict[str, Any]:
    return {"id": key_id, "rawId": key_id, "type": "public-key", "response": response}


def _bytes(text: str) -> bytes:
    try:
        return base64url_to_bytes(text)
    except ValueError as wrong:
        raise PasskeyRefused from wrong


def _plain(options: str) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.json.decode(options)
    return plain
