"""Compares who is kept here with what the club's stream says: names, the people of a night, and what lets people in."""

from __future__ import annotations

from base64 import urlsafe_b64decode
from collections.abc import Collection, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, get_args

from engine.club.state import Club
from engine.events import Recorded
from engine.ids import PlayerId
from engine.speech import say, to_say
from engine.spelling import compared
from service.book.db import Database
from service.book.proof.results import WITH_IDS, BrokenEvent, Defect, Phrasing
from service.book.recording.unit_of_work import newcomers
from service.book.store.credentials import Kind, Scope
from service.book.store.names import vouches
from service.book.store.raw import every_text, not_texts
from service.book.store.rows import CREDENTIAL, PLAYER
from service.errors import BookDamaged, NameRefused
from service.language.payload_limits import check_name, is_digest, is_time

_AS_BYTES = to_say("The {column} of the player {identity} is kept as bytes, not as text.")


def names_kept(database: Database, club: str) -> dict[PlayerId, str]:
    """Everybody of the club who has a name here, even if the name is damaged."""
    return {row["id"]: row["name"] for row in every_text(database, PLAYER, ("id", "name"), club=club)}


def phrasing_of(database: Database, club: str, *, sees_everything: bool = True) -> Phrasing:
    """What is wrong is told with the names of this club; with ids alone if its names cannot be read."""
    try:
        return Phrasing(names_kept(database, club), sees_everything)
    except BookDamaged:
        return Phrasing({}, sees_everything)


def strangers(
    records: Sequence[Recorded], members: Collection[str], phrasing: Phrasing = WITH_IDS
) -> Iterator[BrokenEvent]:
    """The events that bring somebody to the table who is no member of the club."""
    for record in records:
        for player in sorted(newcomers([record]) - set(members)):
            yield BrokenEvent(record.version, say("{player} is no member of the club.", player=phrasing.person(player)))


def faults_of_names(
    database: Database, club: Club, phrasing: Phrasing, among: Collection[str] | None = None
) -> Iterator[Defect]:
    """The names that the club's stream does not vouch for, and members whose name is missing without being forgotten.

    Of everybody, or only of some: a night from another book brings the names of its own people only.
    """
    columns = ("id", "name", "compared", "salt")
    rows = {row["id"]: row for row in every_text(database, PLAYER, columns, club=club.id)}
    wanted = {*rows, *club.members} if among is None else {*among}
    for identity, column in not_texts(database, PLAYER, club=club.id):
        if identity in wanted:
            yield Defect(sentence=say(_AS_BYTES, column=column, identity=phrasing.person(identity)))
    for player, row in rows.items():
        if player in wanted and (wrong := _wrong_with(player, row, club)):
            yield Defect(sentence=wrong)
    for player, member in club.members.items():
        if player in wanted and player not in rows and not member.forgotten:
            yield Defect(
                sentence=say(
                    "The name of the player {player} is missing, and nobody recorded that it was forgotten.",
                    player=player,
                )
            )


def _wrong_with(player: str, row: Mapping[str, str], club: Club) -> str:
    member, name = club.members.get(player), row["name"]
    if member is None:
        return say(
            "The player {player}, called {name}, was never admitted to the club {club}.",
            player=player,
            name=name[:80],
            club=club.id,
        )
    if member.forgotten:
        return say("The player {player} was forgotten, but a name is kept: {name}.", player=player, name=name[:80])
    if not vouches(member.name_commitment, row["salt"], name):
        return say(
            "The player {player} is called {name}, which is not the name that the club recorded: it was changed.",
            player=player,
            name=name[:80],
        )
    if not is_name(name):
        return say(
            "The player {player} has the name “{name}”, which is not a valid name.", player=player, name=name[:80]
        )
    if compared(name) != row["compared"]:
        return say(
            "The player {player} is called {name} but filed under “{compared}”: one of the two was changed.",
            player=player,
            name=name,
            compared=row["compared"],
        )
    return ""


def is_name(name: str) -> bool:
    """True if this can be the name of a person or a club."""
    try:
        check_name(name)
    except NameRefused:
        return False
    return True


_CREDENTIAL = ("digest", "id", "kind", "player", "scope", "key_id", "created_at", "expires_at", "used_at")
_SCOPES = ("", *get_args(Scope))


def faults_of_access(database: Database, club: Club, phrasing: Phrasing) -> Iterator[Defect]:
    """The credentials of a club that this program would not have made so, or that are nobody's."""
    for row in every_text(database, CREDENTIAL, _CREDENTIAL, club=club.id):
        if wrong := _wrong_with_credential(row, club, phrasing):
            yield Defect(
                sentence=say("The {kind} {id} {wrong}.", kind=row["kind"][:40], id=row["id"][:80], wrong=wrong)
            )


def _wrong_with_credential(row: Mapping[str, Any], club: Club, phrasing: Phrasing) -> str:
    member = club.members.get(row["player"])
    if row["player"] and (member is None or member.forgotten):
        return say("lets in {player}, who is no member of the club", player=phrasing.person(row["player"])[:80])
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
