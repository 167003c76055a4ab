"""What a migration makes from the events of a book that an earlier program wrote.

It works in the migration's own transaction. A damaged night gets no rows, and its verification says what is wrong with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.adjudicate import DOES_NOT_FIT
from engine.folding import fold
from service.codec import recorded
from service.errors import EventFromNewerVersion, EventUnreadable
from service.store.chain import StoredEvent
from service.store.night_results import KEEP_RESULT, results_of
from service.store.streams import stream_of_night

if TYPE_CHECKING:
    from sqlalchemy import Connection

_NIGHTS_OVER = "SELECT club, night FROM night WHERE phase <> 'open' ORDER BY club, night"
_DROP = "DELETE FROM night_result WHERE club = ? AND night = ?"
_EVENTS = (
    "SELECT club, stream, version, type, schema, body, prev_hash, hash FROM event "
    "WHERE club = ? AND stream = ? ORDER BY version"
)


def make_results(connection: Connection, *, every_hour_is_known: bool = True) -> None:
    """Makes the results of every night that is over, for standings, anew.

    `every_hour_is_known`: the table has no room for hours that are not known, and has 0 for them.
    """
    mark = "?" if connection.dialect.name == "sqlite" else "%s"
    nights = connection.exec_driver_sql(_NIGHTS_OVER).all()
    for club, night in nights:
        stream = stream_of_night(club, night)
        rows = connection.exec_driver_sql(_EVENTS.replace("?", mark), tuple(stream)).all()
        connection.exec_driver_sql(_DROP.replace("?", mark), (club, night))
        try:
            records = [recorded(StoredEvent(*row)) for row in rows]
            kept = results_of(records, fold(records))
        except (EventUnreadable, EventFromNewerVersion, *DOES_NOT_FIT):
            continue
        for row in kept:
            made = row._replace(minutes=row.minutes or 0) if every_hour_is_known else row
            connection.exec_driver_sql(KEEP_RESULT.replace("?", mark), tuple(made))
