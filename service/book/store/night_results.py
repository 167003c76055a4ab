"""What each night that is over came to, by player: a read model that is written with the events of the night.

Standings over many nights read these rows and the list of nights, and no events.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, and_, bindparam, delete, insert, select

from engine.events import Recorded
from engine.reports.night_results import NightResult, night_results
from engine.state import Night
from service.book.db import Database
from service.book.store.rows import NIGHT, NIGHT_RESULT, columns_of
from service.language.local_time import minutes_between

# One player's night as a row, by its columns.
KeptResult = dict[str, Any]


class NightOfResult(NamedTuple):
    """What the list of nights says about the night of a result."""

    name: str
    zone: str
    currency: str
    exponent: int


_RESULTS = select(NIGHT_RESULT).where(NIGHT_RESULT.c.club == bindparam("club"))
_OF_NIGHT = _RESULTS.where(NIGHT_RESULT.c.night == bindparam("night")).order_by(NIGHT_RESULT.c.player)
_OF_CLUB = (
    select(*NIGHT_RESULT.c, *columns_of(NIGHT, NightOfResult))
    .join(NIGHT, and_(NIGHT.c.club == NIGHT_RESULT.c.club, NIGHT.c.night == NIGHT_RESULT.c.night))
    .where(NIGHT_RESULT.c.club == bindparam("club"), NIGHT.c.club == bindparam("club"))
    .order_by(NIGHT_RESULT.c.opened_at, NIGHT_RESULT.c.night, NIGHT_RESULT.c.player)
)


# Two columns say also in what unit a field is.
_CALLED = {"result": "result_cents", "left": "left_with"}
# The column of each field that a query may ask for; all others stand together in `more`, as JSON.
_COLUMNS = {
    field: column for field in NightResult.__struct_fields__ if (column := _CALLED.get(field, field)) in NIGHT_RESULT.c
}


def results_of(records: Sequence[Recorded], night: Night) -> list[KeptResult]:
    """The rows of a night; none while it is not over. `night` is the fold of the records."""
    return [_kept(night.terms.club, result) for result in night_results(records, night, minutes_between)]


def keep_results(connection: Connection, club: str, night: str, results: Sequence[KeptResult]) -> None:
    """Puts these rows in the place of those the night had, in a transaction that the caller holds."""
    connection.execute(delete(NIGHT_RESULT).where(NIGHT_RESULT.c.club == club, NIGHT_RESULT.c.night == night))
    if results:
        connection.execute(insert(NIGHT_RESULT), results)


def results_kept(database: Database, club: str, night: str) -> list[KeptResult]:
    """The rows of one night, by player."""
    return list(map(_row, database.rows(_OF_NIGHT, {"club": club, "night": night})))


def cents_of_player(database: Database, club: str, player: str, nights: Sequence[str]) -> dict[str, int]:
    """What these nights came to for a player, in cents, by night; without those that are not over, and those without them."""
    if not nights:
        return {}
    row = NIGHT_RESULT.c
    query = select(row.night, row.result_cents).where(row.club == club, row.player == player, row.night.in_(nights))
    return dict(database.rows(query))


def results_of_club(database: Database, club: str) -> Iterator[tuple[NightResult, NightOfResult]]:
    """Every result of a club with its night, the first night first."""
    width = len(NIGHT_RESULT.c)
    for row in database.rows(_OF_CLUB, {"club": club}):
        yield _result(_row(row[:width])), NightOfResult._make(row[width:])


def _row(values: Sequence[Any]) -> KeptResult:
    return dict(zip(NIGHT_RESULT.c.keys(), values, strict=True))


def _kept(club: str, result: NightResult) -> KeptResult:
    more = msgspec.to_builtins(result)
    columns = {column: more.pop(field) for field, column in _COLUMNS.items()}
    return {"club": club, **columns, "more": msgspec.json.encode(more).decode()}


def _result(row: KeptResult) -> NightResult:
    columns = {field: row[column] for field, column in _COLUMNS.items()}
    return msgspec.convert({**columns, **msgspec.json.decode(row["more"])}, NightResult)
