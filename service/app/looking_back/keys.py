"""The keys of a club: made, replaced, declared lost, shown; and the one that signs."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from engine.club.acts import AdoptKey, ClubAct, Endorsement, RetireKey
from engine.club.refusals import KeyIsInForce, KeyNameIsTaken
from engine.club.state import Club
from service.app.book import Book
from service.app.people import in_words
from service.book.receipts.form import endorsement_text, public_of
from service.book.receipts.keys import KeyFolder
from service.book.store.event_store import request_of
from service.book.store.streams import stream_of_club
from service.errors import NoKey, NotAKeyName
from service.reports.views.looking_back.verification import ClubKeys, club_keys

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

Change = Literal["new", "rotate", "lost"]
Acts = tuple[ClubAct, ...]

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}", re.ASCII)


def keys_of(book: Book, club_id: str) -> ClubKeys:
    """The keys of a club. Refuses a club that is not there (ClubMissing)."""
    with book.handler() as handler:
        return club_keys(handler.clubs.load(club_id), KeyFolder(book.key_folder))


def change_key(book: Book, club_id: str, change: Change, name: str = "", *, key: str = "") -> ClubKeys:
    """Gives the club a new key, and returns all of them; `name` is that of the new key, the next number if it is empty.

    `new` is refused beside a key in force. `rotate`: the key in force endorses the new one, so its private half has to be
    here. `lost`: nobody endorses the new one. A repeated `key` (of idempotency) makes no second.
    """
    folder = KeyFolder(book.key_folder)
    asked = {"key": change, "name": name}
    with in_words(book, club_id) as handler:
        club = handler.clubs.load(club_id).club
        request = request_of(stream_of_club(club_id), asked, key)
        if request is None or handler.store.answer_to(club_id, request) is None:
            handler.clubs.take(club_id, *_CHANGES[change](club, folder, _free_name(club, name)), asked=asked, key=key)
        return club_keys(handler.clubs.load(club_id), folder)


def signing_key(book: Book, club: Club) -> Ed25519PrivateKey:
    """The private half of the key in force. Refuses a club without one (NoKey), and a key that is not here."""
    name = club.key_in_force()
    if name is None:
        raise NoKey(club.name)
    return KeyFolder(book.key_folder).load(club.id, name, club.keys[name].public, called=club.name)


def _new(club: Club, folder: KeyFolder, name: str) -> Acts:
    in_force = club.key_in_force()
    if in_force is not None:
        raise KeyIsInForce(key=in_force)
    return (AdoptKey(key=name, public=public_of(folder.make(club.id, name))),)


def _rotate(club: Club, folder: KeyFolder, name: str) -> Acts:
    old = _in_force(club)
    private = folder.load(club.id, old, club.keys[old].public, called=club.name)
    public = public_of(folder.make(club.id, name))
    said = endorsement_text(club=club.id, key=name, public=public, endorsed_by=old)
    endorsed = Endorsement(old, private.sign(said.encode()).hex())
    return AdoptKey(key=name, public=public, endorsed=endorsed), RetireKey(key=old, reason="replaced")


def _lost(club: Club, folder: KeyFolder, name: str) -> Acts:
    old = _in_force(club)
    return RetireKey(key=old, reason="lost"), AdoptKey(key=name, public=public_of(folder.make(club.id, name)))


_CHANGES: dict[Change, Callable[[Club, KeyFolder, str], Acts]] = {"new": _new, "rotate": _rotate, "lost": _lost}


def _in_force(club: Club) -> str:
    name = club.key_in_force()
    if name is None:
        raise NoKey(club.name)
    return name


def _free_name(club: Club, wanted: str) -> str:
    """The name of a new key: the wanted one, else `key-` and the next number. Refuses one that is taken, or is no name."""
    if wanted and not _NAME.fullmatch(wanted):
        raise NotAKeyName(wanted)
    if wanted in club.keys:
        raise KeyNameIsTaken(key=wanted)
    number = len(club.keys) + 1
    while f"key-{number}" in club.keys:
        number += 1
    return wanted or f"key-{number}"
