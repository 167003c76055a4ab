"""What a migration makes from the events of a book that an earlier program wrote.

It works in the migration's own transaction. A damaged night gets no rows, and its verification says what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, delete, insert, select, update

from engine.adjudicate import DOES_NOT_FIT
from engine.events import Recorded
from engine.folding import fold
from service.book.codec import recorded
from service.book.moving.reader import Reader
from service.book.recording.unit_of_work import changed
from service.book.store.chain import stream_of_night
from service.book.store.night_results import results_of
from service.book.store.rows import NIGHT, NIGHT_RESULT
from service.errors import EventFromNewerVersion, EventUnreadable

_ROW = NIGHT_RESULT.c


def make_results(connection: Connection, *, every_hour_is_known: bool = True) -> None:
    """Makes the results of every night that is over, for standings, anew.

    `every_hour_is_known`: the table has no room for hours that are not known, and has 0 for them.
    """
    for club, night, records in _nights_over(connection):
        connection.execute(delete(NIGHT_RESULT).where(_ROW.club == club, _ROW.night == night))
        for row in results_of(records, fold(records)) if records else ():
            made = row._replace(minutes=row.minutes or 0) if every_hour_is_known else row
            connection.execute(insert(NIGHT_RESULT), made._asdict())


def make_accounts(connection: Connection) -> None:
    """Makes what every night that is over came to for each player's account."""
    for club, night, records in _nights_over(connection):
        if records:
            mine = update(NIGHT).where(NIGHT.c.club == club, NIGHT.c.night == night)
            connection.execute(mine.values(accounts=changed(fold(records), records).accounts))


def _nights_over(connection: Connection) -> Iterator[tuple[str, str, list[Recorded]]]:
    """The club and id of every night that is over, and its events; none of a night that is damaged."""
    over = select(NIGHT.c.club, NIGHT.c.night).where(NIGHT.c.phase != "open").order_by(NIGHT.c.club, NIGHT.c.night)
    for club, night in connection.execute(over).all():
        try:
            records = [recorded(event) for event in Reader(connection).events(stream_of_night(club, night))]
            fold(records)
        except (EventUnreadable, EventFromNewerVersion, *DOES_NOT_FIT):
            records = []
        yield club, night, records
