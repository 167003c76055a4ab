"""Where the notifications of a club go. The addresses are secrets: they stand in these rows alone."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import delete, insert, select

from service.book.db import Database
from service.book.store.chain import stream_of_club
from service.book.store.rows import RECEIVER, columns_of

RECEIVERS_MAX = 5


class Receiver(NamedTuple):
    """A receiver: its id, the service that it is of, as “Telegram”, its address as Apprise writes it, and when it was added."""

    club: str
    id: str
    service: str
    address: str
    added_at: str


_RECEIVERS = select(*columns_of(RECEIVER, Receiver))


def keep_receiver(database: Database, receiver: Receiver) -> bool:
    """Keeps a receiver; False if the club has as many as it may."""
    with database.writing(stream_of_club(receiver.club).lock) as connection:
        if (
            len(connection.execute(select(RECEIVER.c.id).where(RECEIVER.c.club == receiver.club)).all())
            >= RECEIVERS_MAX
        ):
            return False
        connection.execute(insert(RECEIVER), receiver._asdict())
    return True


def drop_receiver(database: Database, club: str, receiver: str) -> bool:
    """Deletes a receiver; False if there was none."""
    with database.writing(stream_of_club(club).lock) as connection:
        gone = delete(RECEIVER).where(RECEIVER.c.club == club, RECEIVER.c.id == receiver)
        return connection.execute(gone).rowcount > 0


def receivers_of(database: Database, club: str) -> list[Receiver]:
    """The receivers of a club, the first one first."""
    of_club = _RECEIVERS.where(RECEIVER.c.club == club).order_by(RECEIVER.c.added_at, RECEIVER.c.id)
    return list(map(Receiver._make, database.rows(of_club)))
