"""What a migration makes from the events of a book that an earlier program wrote.

It works in the migration's own transaction. A damaged night gets no rows, and its verification says what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from engine.adjudicate import DOES_NOT_FIT
from engine.events import Recorded
from engine.folding import fold
from service.book.codec import recorded
from service.book.recording.night_list import changed
from service.book.store.chain import StoredEvent
from service.book.store.night_results import KEEP_RESULT, results_of
from service.book.store.streams import stream_of_night
from service.errors import EventFromNewerVersion, EventUnreadable

if TYPE_CHECKING:
    from sqlalchemy import Connection, CursorResult

_NIGHTS_OVER = "SELECT club, night FROM night WHERE phase <> 'open' ORDER BY club, night"
_DROP = "DELETE FROM night_result WHERE club = ? AND night = ?"
_KEEP_ACCOUNTS = "UPDATE night SET accounts = ? WHERE club = ? AND night = ?"
_EVENTS = (
    "SELECT club, stream, version, type, schema, body, prev_hash, hash FROM event "
    "WHERE club = ? AND stream = ? ORDER BY version"
)


def make_results(connection: Connection, *, every_hour_is_known: bool = True) -> None:
    """Makes the results of every night that is over, for standings, anew.

    `every_hour_is_known`: the table has no room for hours that are not known, and has 0 for them.
    """
    for club, night, records in _nights_over(connection):
        _say(connection, _DROP, (club, night))
        for row in results_of(records, fold(records)) if records else ():
            made = row._replace(minutes=row.minutes or 0) if every_hour_is_known else row
            _say(connection, KEEP_RESULT, tuple(made))


def make_accounts(connection: Connection) -> None:
    """Makes what every night that is over came to for each player's account."""
    for club, night, records in _nights_over(connection):
        if records:
            _say(connection, _KEEP_ACCOUNTS, (changed(fold(records), records).accounts, club, night))


def _nights_over(connection: Connection) -> Iterator[tuple[str, str, list[Recorded]]]:
    """The club and id of every night that is over, and its events; none of a night that is damaged."""
    for club, night in connection.exec_driver_sql(_NIGHTS_OVER).all():
        rows = _say(connection, _EVENTS, tuple(stream_of_night(club, night))).all()
        try:
            records = [recorded(StoredEvent._make(row)) for row in rows]
            fold(records)
        except (EventUnreadable, EventFromNewerVersion, *DOES_NOT_FIT):
            records = []
        yield club, night, records


def _say(connection: Connection, statement: str, values: tuple[object, ...]) -> CursorResult[Any]:
    mark = "?" if connection.dialect.name == "sqlite" else "%s"
    return connection.exec_driver_sql(statement.replace("?", mark), values)
