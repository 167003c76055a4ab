"""What each phone has signed last of a night by itself. It vouches for everything before, so a newer one takes its place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, select

from service.book.db import Database
from service.book.store.rows import COUNTERSIGNATURE, columns_of, keep


class Countersignature(NamedTuple):
    """That the night had this head after event `version`, signed by the phone with this key; head and signature are in hex."""

    club: str
    night: str
    key: str
    version: int
    head: str
    signature: str


# By night, the earliest event first.
COUNTERSIGNATURES_OF_A_CLUB = (
    select(*columns_of(COUNTERSIGNATURE, Countersignature))
    .where(COUNTERSIGNATURE.c.club == bindparam("club"))
    .order_by(COUNTERSIGNATURE.c.night, COUNTERSIGNATURE.c.version, COUNTERSIGNATURE.c.key)
)
_OF_A_NIGHT = COUNTERSIGNATURES_OF_A_CLUB.where(COUNTERSIGNATURE.c.night == bindparam("night"))


def keep_countersignatures(connection: Connection, newer: Iterable[Countersignature]) -> None:
    """Keeps each unless the same phone has signed a later event of the night, or this one; in a transaction of the caller."""
    rows = [one._asdict() for one in newer]
    keep(connection, COUNTERSIGNATURE, rows, instead=("version", "head", "signature"), if_higher="version")


def countersignatures_of(database: Database, club: str, night: str = "") -> list[Countersignature]:
    """Those of a club, or of one night; by night, the earliest event first."""
    rows = database.rows(_OF_A_NIGHT if night else COUNTERSIGNATURES_OF_A_CLUB, {"club": club, "night": night})
    return [Countersignature._make(row) for row in rows]
