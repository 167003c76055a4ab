"""Checks what lets people in: the tokens, devices, passkeys and links of one club.

They stand beside the events, so that a row which looks like those of this program cannot be told from one of them.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, get_args

from engine.club.state import Club
from engine.speech import say
from service.book.db import Database
from service.book.proof.results import Defect
from service.book.store.credentials import Kind, Scope
from service.book.store.raw import every_text
from service.book.store.rows import CREDENTIAL
from service.language.payload_limits import is_digest, is_time

_CREDENTIAL = ("digest", "id", "kind", "player", "scope", "key_id", "created_at", "expires_at", "used_at")
_SCOPES = ("", *get_args(Scope))


def faults_of_access(database: Database, club: Club) -> Iterator[Defect]:
    """The credentials of a club that this program would not have made so, or that are nobody's."""
    for row in every_text(database, CREDENTIAL, _CREDENTIAL, club=club.id):
        if wrong := _wrong_with_credential(row, club):
            yield Defect(
                sentence=say("The {kind} {id} {wrong}.", kind=row["kind"][:40], id=row["id"][:80], wrong=wrong)
            )


def _wrong_with_credential(row: Mapping[str, Any], club: Club) -> str:
    member = club.members.get(row["player"])
    if row["player"] and (member is None or member.forgotten):
        return say("lets in {player}, who is no member of the club", player=row["player"][:80])
    if row["kind"] not in get_args(Kind) or row["scope"] not in _SCOPES:
        return say("was not made by this program: it has another kind or scope")
    if not is_digest(row["digest"]) or (row["kind"] == "passkey" and not _is_of_its_key(row)):
        return say("was not made by this program: its digest is that of no secret")
    return "" if _has_times(row, "expires_at", "used_at") else say("has a time that is none of the book")


def _is_of_its_key(row: Mapping[str, Any]) -> bool:
    """True if the digest is that of the id of the passkey, which is no secret."""
    try:
        key = urlsafe_b64decode(row["key_id"] + "=" * (-len(row["key_id"]) % 4))
    except ValueError:
        return False
    return bool(sha256(key).hexdigest() == row["digest"])


def _has_times(row: Mapping[str, Any], *maybe: str) -> bool:
    return is_time(row["created_at"]) and all(not row[name] or is_time(row[name]) for name in maybe)
