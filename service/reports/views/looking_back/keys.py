"""Which keys does a club sign with? Their fingerprints, which vouches for which, and what became of them."""

from __future__ import annotations

import msgspec

from engine.club.acts import KeyEnd
from service.book.club_handler import LoadedClub
from service.book.receipts.keys import KeyFolder
from service.book.receipts.signing import fingerprint


class KeyView(msgspec.Struct, frozen=True, kw_only=True):
    """One key. `since` is the act of the club that adopted it.

    `endorsed_by` is empty if no earlier key vouches for it, `retired` None while it is in force. `private_here`: this
    machine can sign with it.
    """

    key: str
    fingerprint: str
    public: str
    since: int
    adopted_at: str
    endorsed_by: str
    retired: KeyEnd | None
    private_here: bool


class ClubKeys(msgspec.Struct, frozen=True, kw_only=True):
    """The keys of a club in the order in which it adopted them; `in_force` is None before the first."""

    club: str
    name: str
    in_force: str | None
    keys: tuple[KeyView, ...]


def club_keys(loaded: LoadedClub, folder: KeyFolder) -> ClubKeys:
    """The keys of this club."""
    club = loaded.club
    return ClubKeys(
        club=club.id,
        name=club.name,
        in_force=club.key_in_force(),
        keys=tuple(
            KeyView(
                key=name,
                fingerprint=fingerprint(key.public),
                public=key.public,
                since=key.since,
                adopted_at=loaded.recorded_at(key.since),
                endorsed_by=key.endorsed.key if key.endorsed else "",
                retired=key.retired,
                private_here=folder.has(club.id, name),
            )
            for name, key in club.keys.items()
        ),
    )
